import { isEqual, type JsonObject } from '../../objects/index.ts';
import { At, number, type Report } from '../../validation/index.ts';

const DATA = new At('data');

export function checkControllerRevision(report: Report, object: JsonObject): void {
  report.nonNegative(new At('revision'), number(object, 'revision'));
  const { data } = object;
  if (data === undefined || data === null) report.required(DATA, 'data is mandatory');
  else if (typeof data !== 'object' || Array.isArray(data)) report.required(DATA, 'data must be a valid JSON object');
}

export function checkControllerRevisionChange(report: Report, object: JsonObject, old: JsonObject): void {
  report.nonNegative(new At('revision'), number(object, 'revision'));
  report.immutable(DATA, object['data'], isEqual(object['data'], old['data']));
}
