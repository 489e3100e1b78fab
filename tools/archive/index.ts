/**
 * @module
 * Reads files out of zip and tar archives, and writes tar archives, with nothing but Node.
 *
 * A fresh machine has Node and npm and neither unzip nor, surely, tar. Only what npm packages, Debian packages and images
 * hold is read and written: no encryption, no zip64, no sparse files, no names of more than 255 bytes. Archives are held in
 * memory; callers check the hash of what they get.
 */
export { readTar, readTarFile } from './tar.ts';
export { type TarEntry, writeTar } from './tar-writer.ts';
export { readZipFile } from './zip.ts';
