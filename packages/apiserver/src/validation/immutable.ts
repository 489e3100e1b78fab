import { isEqual, type JsonObject } from '../objects/index.ts';
import { At } from './at.ts';
import type { Report } from './report.ts';

/** A field that may not change, of an object or of a part of it. */
export function immutableFields(report: Report, object: JsonObject, old: JsonObject, name: string, at?: At): void {
  report.immutable(at ? at.field(name) : new At(name), object[name], isEqual(object[name], old[name]));
}
