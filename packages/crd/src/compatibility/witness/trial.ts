import { canonicalJson } from '@slipway/apimachinery/json';
import {
  admitMetadata,
  type CompiledSchema,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  type Problem,
  printProblem,
} from '../../schema/index.ts';
import { fieldPattern } from '../engine-evidence.ts';
import { ANYTHING, type Samples } from './samples.ts';
import type { Shown } from './shrink.ts';
import { schemaAt, surrounded, valueAt, without } from './surroundings.ts';

/** What objects are judged by: one schema that takes them, and another that may not. */
export interface Trial {
  readonly before: CompiledSchema;
  readonly after: CompiledSchema;
  readonly schemas: readonly [before: JsonSchema, after: JsonSchema];
  /** The body of an object with what every object has. */
  readonly whole: (body: JsonObject) => JsonObject;
}

/** How far a search came. */
export interface Tally {
  tried: number;
  accepted: number;
  /** Those of them that have something at the place. */
  held: number;
}

/** Objects that a search for one finding tries: one that finds nothing must end. */
const MOST_TRIES = 1_000;
/** Values of which every pair is tried, for rules about a change. */
const MOST_PAIRED = 24;

/** The smallest object that `before` takes whole and `after` refuses, prunes or reads otherwise, at or through a path. */
export function showByValue(trial: Trial, samples: Samples, path: readonly string[], tally: Tally): Shown | undefined {
  const judge = judgeOf(trial, path, tally);
  for (const object of objectsFor(trial, samples, path)) {
    const found = judge(object);
    if (found) return found;
    if (tally.tried >= MOST_TRIES) break;
  }
  return undefined;
}

/** Two objects, each taken by `before`, and the change from one to the other too, but not by `after`. */
export function showByChange(trial: Trial, samples: Samples, path: readonly string[], tally: Tally): Shown | undefined {
  const isHere = isAt(path);
  const accepted: JsonObject[] = [];
  for (const object of objectsFor(trial, samples, path)) {
    if (accepted.length === MOST_PAIRED) break;
    if (isWhole(trial.before, object)) accepted.push(object);
  }
  for (const object of accepted) {
    for (const stored of accepted) {
      if (stored === object) continue;
      tally.tried++;
      if (trial.before.admit(object, { old: stored }).problems.length > 0) continue;
      tally.accepted++;
      tally.held++;
      const refusal = trial.after.admit(object, { old: stored }).problems.find(isHere);
      if (refusal) return { object, stored, outcome: 'refused', says: printProblem(refusal) };
    }
  }
  return undefined;
}

/** Objects with something at the place itself, then at what holds it: a change may be about several fields. */
function* objectsFor(trial: Trial, samples: Samples, path: readonly string[]): Generator<JsonObject> {
  const places = path.length === 0 ? [path] : [path, path.slice(0, -1)];
  for (const place of places) {
    const [own, other] = trial.schemas.map((schema) => schemaAt(schema, place));
    for (const value of valuesFor(samples, own, other)) {
      const body = surrounded(samples, trial.schemas[0], place, value) ?? {};
      if (isJsonObject(body)) yield trial.whole(body);
    }
  }
}

/** Nothing, then values that only the first schema takes, then those that both do, for what surrounds them may not. */
function* valuesFor(
  samples: Samples,
  own: JsonSchema | undefined,
  other: JsonSchema | undefined,
): Generator<JsonValue | undefined> {
  yield undefined;
  const later: JsonValue[] = [];
  for (const value of samples.each(own ?? ANYTHING, other === undefined ? [] : [other])) {
    if (other !== undefined && samples.accepts(other, value)) later.push(value);
    else yield value;
  }
  yield* later;
  // What is dropped so far may be refused from now on.
  if (own !== undefined) yield* samples.dropped(own);
}

/** Whether an object is accepted, and all of it. */
export function isWhole(schema: CompiledSchema, object: JsonObject): boolean {
  const { problems, unknownFields, undecodable } = schema.admit(object);
  return problems.length === 0 && unknownFields.length === 0 && undecodable === undefined && hasGoodMetadata(object);
}

function hasGoodMetadata(object: JsonObject): boolean {
  const { problems, unknownFields, undecodable } = admitMetadata(object);
  return problems.length === 0 && unknownFields.length === 0 && undecodable === undefined;
}

/** For combinators the server names the field in the text alone. */
const QUOTED = /"(\w[^"]*)" must /;

function isAt(path: readonly string[]): (problem: Pick<Problem, 'field' | 'message'>) => boolean {
  const place = fieldPattern(path);
  return ({ field, message }) =>
    path.length === 0 || place.test(/^\w/.test(field) ? field : (QUOTED.exec(message)?.[1] ?? ''));
}

export type Judge = (object: JsonObject) => Shown | undefined;

export function judgeOf({ before, after, schemas }: Trial, path: readonly string[], tally: Tally): Judge {
  const [root] = schemas;
  const isHere = isAt(path);
  /** A refusal that names what holds the place, or no field as for `not`, counts if it goes with what is there. */
  const isByValue = (object: JsonObject): ((problem: Problem) => boolean) => {
    const less = without(root, path, object);
    const others = new Set(isJsonObject(less) && less !== object ? after.admit(less).problems.map(printProblem) : []);
    return (problem) => less !== object && !others.has(printProblem(problem));
  };
  return (object) => {
    tally.tried++;
    const old = before.admit(object);
    if (old.problems.length > 0 || old.undecodable !== undefined || !hasGoodMetadata(object)) return undefined;
    const was = valueAt(root, path, old.object);
    tally.accepted++;
    if (was !== undefined) tally.held++;
    const now = after.admit(object);
    const refusal =
      now.undecodable ??
      now.problems.find(isHere) ??
      (now.problems.length > 0 ? now.problems.find(isByValue(object)) : undefined);
    if (refusal) return { object, outcome: 'refused', says: printProblem(refusal) };
    const isDropped = was === undefined && valueAt(root, path, object) === null;
    if (old.unknownFields.length > 0 || isDropped) return undefined;
    const pruned = now.unknownFields.find((field) => isHere({ field, message: '' }));
    if (pruned !== undefined) return { object, outcome: 'pruned', says: `${pruned} is dropped` };
    const [left, right] = [was, valueAt(root, path, now.object)].map(text);
    if (left === right) return undefined;
    return { object, outcome: 'changed', says: `${path.join('.')} is ${right} and was ${left}` };
  };
}

function text(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : canonicalJson(value);
}
