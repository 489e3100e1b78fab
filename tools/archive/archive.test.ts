import { execFileSync } from 'node:child_process';
import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTar, readTarFile, readZipFile, type TarEntry, writeTar } from './index.ts';

interface File {
  readonly name: string;
  readonly data: Uint8Array;
}

const name = fc.stringMatching(/^[a-z]{1,20}(?:\/[a-z]{1,20}){0,2}$/);
const file = fc.record({ name, data: fc.uint8Array({ maxLength: 2_000 }) });
const path = fc.stringMatching(/^[a-z]{1,60}(?:\/[a-z]{1,60}){0,3}$/);
const mode = fc.nat(0o777);
const entry: fc.Arbitrary<TarEntry> = fc.oneof(
  fc.record({
    type: fc.constant('file' as const),
    path,
    mode,
    data: fc.uint8Array({ maxLength: 1_500 }).map((data) => Buffer.from(data)),
  }),
  fc.record({ type: fc.constant('directory' as const), path, mode }),
  fc.record({ type: fc.constant('link' as const), path, target: path.filter((target) => target.length <= 100) }),
);
const byPath = (a: TarEntry, b: TarEntry): number => (a.path < b.path ? -1 : 1);
const fileEntry = ({ name, data }: File): TarEntry => ({ type: 'file', path: name, mode: 0o644, data });
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
        const tar = gzipSync(writeTar(files.map(fileEntry)));
        for (const { name, data } of files) expect(readTarFile(tar, name)).toEqual(Buffer.from(data));
        expect(readTarFile(tar, 'NOT/THERE')).toBeUndefined();
      }),
    );
  });

  test('a tar is read as it was written, whatever the order of its entries', () => {
    fc.assert(
      fc.property(fc.uniqueArray(entry, { selector: ({ path }) => path, maxLength: 12 }), (entries) => {
        const tar = writeTar(entries, 1_700_000_000);
        expect(writeTar(entries.toReversed(), 1_700_000_000).equals(tar)).toBe(true);
        expect([...readTar(tar)]).toEqual(entries.toSorted(byPath));
      }),
    );
  });

  test('the tar of the system lists what was written, with its rights, owner and time', () => {
    const deep = `${'folder/'.repeat(20)}file`;
    const tar = writeTar(
      [
        { type: 'file', path: deep, mode: 0o755, data: Buffer.from('x') },
        { type: 'link', path: 'link', target: 'folder' },
        { type: 'directory', path: 'tmp', mode: 0o1777 },
      ],
      86_400,
    );
    const list = execFileSync('tar', ['--list', '--verbose', '--numeric-owner', '--utc', '--file=-'], { input: tar });
    expect(list.toString().replaceAll(/ +/g, ' ').trim().split('\n')).toEqual([
      `-rwxr-xr-x 0/0 1 1970-01-02 00:00 ${deep}`,
      'lrwxrwxrwx 0/0 0 1970-01-02 00:00 link -> folder',
      'drwxrwxrwt 0/0 0 1970-01-02 00:00 tmp/',
    ]);
  });

  test('a path that no header holds is refused by name', () => {
    const path = 'x'.repeat(101);
    expect(() => writeTar([{ type: 'file', path, mode: 0o644, data: Buffer.alloc(0) }])).toThrow(path);
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
