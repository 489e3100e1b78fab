/**
 * @module
 * Where built and fetched tools are kept: a folder per user that outlives a checkout.
 *
 * An entry is a folder named by tool, version, system and processor. It is made in a scratch folder
 * beside its place and renamed into it, so an entry that exists is whole: finding one costs a stat.
 * The rename is what keeps two makers from harming each other; the lock only saves the second one
 * the work. That is why a lock may be taken from a holder that looks dead without further ceremony.
 */
export { cacheFolder, type Entry, entryFolder, provide } from './cache.ts';
export { withLock } from './lock.ts';
