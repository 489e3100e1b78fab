import { gunzipSync } from 'node:zlib';
import type { TarEntry } from './tar-writer.ts';

const BLOCK = 512;

/** The contents of the regular file at `path` in a gzipped tar archive; undefined when there is none. */
export function readTarFile(archive: Buffer, path: string): Buffer | undefined {
  for (const entry of readTar(gunzipSync(archive)))
    if (entry.type === 'file' && entry.path === path)
      return Buffer.from(entry.data.buffer, entry.data.byteOffset, entry.data.length);
  return undefined;
}

/** Regular files, folders and symbolic links of a tar archive, one after the other; their data are views of it. */
export function* readTar(tar: Buffer): Generator<TarEntry, void, undefined> {
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const header = tar.subarray(at, at + BLOCK);
    const size = Number.parseInt(text(header, 124, 12), 8) || 0;
    const entry = entryOf(header, tar.subarray(at + BLOCK, at + BLOCK + size));
    if (entry !== undefined) yield entry;
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

function entryOf(header: Buffer, data: Buffer): TarEntry | undefined {
  const prefix = text(header, 345, 155);
  const name = text(header, 0, 100);
  if (name === '') return undefined;
  const path = (prefix === '' ? name : `${prefix}/${name}`).replace(/^\.\//, '').replace(/\/$/, '');
  const mode = Number.parseInt(text(header, 100, 8), 8) || 0;
  switch (text(header, 156, 1)) {
    case '':
    case '0':
      return { type: 'file', path, mode, data };
    case '2':
      return { type: 'link', path, target: text(header, 157, 100) };
    case '5':
      return { type: 'directory', path, mode };
    default:
      return undefined;
  }
}

/** A field of a tar header: text up to the first NUL. */
function text(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end).trim();
}
