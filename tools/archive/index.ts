/**
 * @module
 * Reads one file out of a zip or a gzipped tar archive, with nothing but Node.
 *
 * A fresh machine has Node and npm and neither unzip nor, surely, tar. Only what npm packages hold is
 * read: no encryption, no zip64, no sparse files. Archives are held in memory; callers check the hash
 * of what they get.
 */
export { readTarFile } from './tar.ts';
export { readZipFile } from './zip.ts';
