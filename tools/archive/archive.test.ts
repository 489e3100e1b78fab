import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTarFile, readZipFile } from './index.ts';

interface File {
  readonly name: string;
  readonly data: Uint8Array;
}

const name = fc.stringMatching(/^[a-z]{1,20}(?:\/[a-z]{1,20}){0,2}$/);
const file = fc.record({ name, data: fc.uint8Array({ maxLength: 2_000 }) });
const archived = fc.uniqueArray(file, { selector: (each) => each.name, minLength: 1, maxLength: 8 });

describe('archives', () => {
  test('R-184: every file of a zip is read as it was written, stored or deflated', () => {
    fc.assert(
      fc.property(archived, fc.boolean(), fc.string({ maxLength: 30 }), (files, isDeflated, comment) => {
        const zip = writeZip(files, isDeflated, comment);
        for (const { name, data } of files) expect(readZipFile(zip, name)).toEqual(Buffer.from(data));
        expect(readZipFile(zip, 'NOT/THERE')).toBeUndefined();
      }),
    );
  });

  test('R-184: every file of a gzipped tar is read as it was written', () => {
    fc.assert(
      fc.property(archived, (files) => {
        const tar = writeTar(files);
        for (const { name, data } of files) expect(readTarFile(tar, name)).toEqual(Buffer.from(data));
        expect(readTarFile(tar, 'NOT/THERE')).toBeUndefined();
      }),
    );
  });

  test('R-184: a zip that was cut off is refused', () => {
    const zip = writeZip([{ name: 'a', data: Buffer.from('contents') }], true, '');
    expect(() => readZipFile(zip.subarray(0, zip.length - 1), 'a')).toThrow('not a zip archive');
  });
});

/** A zip as a streaming archiver writes it: the local headers do not know the lengths. */
function writeZip(files: readonly File[], isDeflated: boolean, comment: string): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data } of files) {
    const packed = isDeflated ? deflateRawSync(data) : Buffer.from(data);
    const extra = Buffer.from([0x55, 0x54, 1, 0, 0]);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    local.writeUInt16LE(extra.length, 28);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(isDeflated ? 8 : 0, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(data.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, Buffer.from(name), extra, packed);
    directory.push(entry, Buffer.from(name));
    offset += local.length + name.length + extra.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...locals, ...directory, end, Buffer.from(comment)]);
}

function writeTar(files: readonly File[]): Buffer {
  const blocks = files.flatMap(({ name, data }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(`${data.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('0', 156);
    return [header, Buffer.from(data), Buffer.alloc((512 - (data.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}
