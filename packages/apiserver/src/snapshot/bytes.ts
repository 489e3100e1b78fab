import { ApiServerError } from '../errors.ts';
import type { Store } from '../store/index.ts';
import type { Kept } from './folder.ts';
import type { ClusterIdentity } from './identity.ts';
import { decodeRecords, encodeRecord, type LogRecord } from './record.ts';
import { recordsOf, stateOf } from './state.ts';

/** A whole cluster as bytes: its objects, and who it is. */
export function snapshotBytes(store: Store, identity: ClusterIdentity): Buffer {
  const records: LogRecord[] = [...recordsOf(store), { identity }];
  return Buffer.concat([...records, { end: records.length }].map(encodeRecord));
}

/** All of it or nothing: half a snapshot is not a smaller cluster. */
export function readSnapshot(bytes: Uint8Array): Kept {
  const { records, goodBytes } = decodeRecords(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const last = records.at(-1);
  const isWhole = goodBytes === bytes.length && last && 'end' in last && last.end === records.length - 1;
  const state = stateOf(records);
  const identity = records.find((record) => 'identity' in record)?.identity as ClusterIdentity | undefined;
  if (!isWhole || !state || !identity) {
    throw new ApiServerError(
      'APISERVER_SNAPSHOT',
      `These ${bytes.length} bytes are not a whole snapshot of a cluster (the first ${goodBytes} can be read); take a new one.`,
    );
  }
  return { state, identity, lostBytes: 0 };
}
