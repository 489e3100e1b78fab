import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LOCAL_HEADER_LENGTH = 30;
const STORED = 0;
const DEFLATED = 8;

/** The contents of the file at `path` in a zip archive; undefined when there is none. */
export function readZipFile(archive: Buffer, path: string): Buffer | undefined {
  const end = findEndOfDirectory(archive);
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (archive.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('the zip archive has a damaged directory');
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength);
    if (name === path) return contents(archive, at);
    at += ENTRY_LENGTH + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return undefined;
}

/** The end record is the last thing in the file, but for a comment of up to 64 KiB. */
function findEndOfDirectory(archive: Buffer): number {
  for (let at = archive.length - END_LENGTH; at >= 0 && at >= archive.length - END_LENGTH - 0xffff; at--) {
    if (archive.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  }
  throw new Error('this is not a zip archive, or its end is missing');
}

function contents(archive: Buffer, entry: number): Buffer {
  const method = archive.readUInt16LE(entry + 10);
  const compressedLength = archive.readUInt32LE(entry + 20);
  const header = archive.readUInt32LE(entry + 42);
  // Lengths come from the directory: a header written by a streaming archiver may say 0. The lengths
  // of its name and extra field are its own, and differ from those in the directory.
  const start = header + LOCAL_HEADER_LENGTH + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const data = archive.subarray(start, start + compressedLength);
  if (method === STORED) return data;
  if (method === DEFLATED) return inflateRawSync(data);
  throw new Error(`the zip archive uses compression method ${method}, which is not read here`);
}
