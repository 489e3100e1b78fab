import { crc32 } from 'node:zlib';
import { exactJson, jsonText, type KubeObject } from '../objects/index.ts';

/** One line of a log or snapshot. */
export type LogRecord =
  /** The first: the revision that the objects behind it add up to. */
  | { readonly localcluster: 1; readonly revision: number }
  | { readonly put: string; readonly key: string; readonly object: KubeObject; readonly as?: string }
  | { readonly remove: string; readonly key: string; readonly revision: number }
  /** Who the cluster is (snapshots only). */
  | { readonly identity: unknown }
  /** The last of a snapshot: how many records stand before it. */
  | { readonly end: number };

/**
 * A line: the checksum of the rest, a space, JSON. Lines because people look into such files, and
 * because JSON has no line ends of its own, so that one is always the end of a record.
 */
export function encodeRecord(record: LogRecord): Buffer {
  const json = Buffer.from(jsonText(record));
  const sum = crc32(json).toString(16).padStart(8, '0');
  return Buffer.concat([Buffer.from(`${sum} `), json, Buffer.from('\n')]);
}

const HEADER_BYTES = 9;
const NEWLINE = 0x0a;

export interface Decoded {
  readonly records: readonly LogRecord[];
  /** Up to here all is well; what follows is damaged or incomplete. */
  readonly goodBytes: number;
}

/** The records of a file up to the first that is not whole. */
export function decodeRecords(bytes: Buffer): Decoded {
  const records: LogRecord[] = [];
  let at = 0;
  for (;;) {
    const end = bytes.indexOf(NEWLINE, at);
    if (end < 0) return { records, goodBytes: at };
    const record = decodeLine(bytes.subarray(at, end));
    if (!record) return { records, goodBytes: at };
    records.push(record);
    at = end + 1;
  }
}

function decodeLine(line: Buffer): LogRecord | undefined {
  const json = line.subarray(HEADER_BYTES);
  if (line.subarray(0, HEADER_BYTES).toString('latin1') !== `${crc32(json).toString(16).padStart(8, '0')} `) {
    return undefined;
  }
  try {
    return exactJson(json.toString('utf8')) as LogRecord;
  } catch {
    return undefined;
  }
}
