import type { JsonObject } from '../../objects/index.ts';
import {
  At,
  bytesOf,
  configKeyComplaints,
  DATA,
  entries,
  has,
  LIMIT_BYTES,
  type Report,
  struct,
} from '../../validation/index.ts';

export function checkConfigMap(report: Report, object: JsonObject): void {
  const binary = struct(object, 'binaryData');
  let size = 0;
  for (const [key, value] of entries(object, 'data')) {
    report.complain(DATA.key(key), key, configKeyComplaints(key));
    if (has(binary, key)) report.invalid(DATA.key(key), key, 'duplicate of key present in binaryData');
    size += Buffer.byteLength(value);
  }
  for (const [key, value] of entries(object, 'binaryData')) {
    report.complain(new At('binaryData').key(key), key, configKeyComplaints(key));
    size += bytesOf(value);
  }
  if (size > LIMIT_BYTES) report.tooLong(new At('[]'), LIMIT_BYTES);
}
