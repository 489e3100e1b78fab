import { gunzipSync } from 'node:zlib';

const BLOCK = 512;

/** The contents of the regular file at `path` in a gzipped tar archive; undefined when there is none. */
export function readTarFile(archive: Buffer, path: string): Buffer | undefined {
  const tar = gunzipSync(archive);
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const header = tar.subarray(at, at + BLOCK);
    const size = Number.parseInt(text(header, 124, 12), 8) || 0;
    const type = text(header, 156, 1);
    const prefix = text(header, 345, 155);
    const name = prefix === '' ? text(header, 0, 100) : `${prefix}/${text(header, 0, 100)}`;
    if (name === path && (type === '0' || type === '')) return tar.subarray(at + BLOCK, at + BLOCK + size);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return undefined;
}

/** A field of a tar header: text up to the first NUL. */
function text(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end).trim();
}
