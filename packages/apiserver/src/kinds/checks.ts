import type { JsonObject } from '../objects/index.ts';
import { checkReplicaStatus, PLACES } from '../validation/index.ts';
import type { ChangeCheck, Check } from './built-in-kind.ts';

/** The same for old and new objects, then what may not change. */
export const checkThenChange =
  (check: Check, change: ChangeCheck): ChangeCheck =>
  (report, object, old) => {
    check(report, object, old);
    change(report, object, old);
  };

/** What may not change, then the same for old and new objects. */
export const changeThenCheck =
  (change: ChangeCheck, check: Check): ChangeCheck =>
  (report, object, old) => {
    change(report, object, old);
    check(report, object, old);
  };

export const part = (object: JsonObject, name: string): JsonObject => (object[name] ?? {}) as JsonObject;

export const labelOf = (object: JsonObject, label: string): unknown => part(part(object, 'metadata'), 'labels')[label];

export const counts =
  (all: string, bounded: string, ready = 'readyReplicas'): ChangeCheck =>
  (report, object) =>
    checkReplicaStatus(report, part(object, 'status'), all.split(' '), bounded.split(' '), ready, PLACES.status);
