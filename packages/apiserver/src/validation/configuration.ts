import { isEqual, type JsonObject } from '../objects/index.ts';
import { At } from './at.ts';
import type { Report } from './report.ts';

export const LIMIT_BYTES = 1024 * 1024;

export const DATA = new At('data');

const SEALED = 'field is immutable when `immutable` is set';

export const bytesOf = (base64: string): number => Buffer.byteLength(base64, 'base64');

export function checkSealed(report: Report, object: JsonObject, old: JsonObject, ...fields: string[]): void {
  if (old['immutable'] !== true) return;
  if (object['immutable'] !== true) report.forbidden(new At('immutable'), SEALED);
  for (const field of fields) {
    if (!isEqual(object[field], old[field])) report.forbidden(new At(field), SEALED);
  }
}
