import {
  type CompiledSchema,
  type Crd,
  canonicalJson,
  compileSchema,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  type Problem,
  printProblem,
  type RuleCompiler,
  stringifyJson,
} from '../../schema/index.ts';
import type { CrdReport } from '../compare.ts';
import { storageVersion, versionOf } from '../crd-pair.ts';
import { fieldPattern } from '../engine-evidence.ts';
import type { Finding, Witness } from '../finding.ts';
import { type Shown, shrunk } from './shrink.ts';
import { objectPath, type Site, siteOf } from './site.ts';
import { leastObject, leastOf, valuesFor } from './values.ts';

export type { Witness };

/** Objects that are tried for one finding, and for all of a report: a search that finds nothing must end. */
const MOST_TRIES = 2_000;
const MOST_TRIES_IN_ALL = 40_000;
/** Values of which every pair is tried, for rules about a change. */
const MOST_PAIRED = 24;
/** Rules about a value and the one before. */
const TRANSITIONS = new Set(['X10', 'X12', 'X15']);
/** Rules about requests that any object shows. */
const REQUESTS: Readonly<Record<string, string>> = {
  C16: 'a write to its /status is answered with 404',
};

/**
 * Adds a witness to every break for which one is found.
 *
 * Guarantees: pure and the same for the same input; each witness was accepted whole by the engine under the old CRD, and
 * is refused, pruned or read differently under the new one at the place of its finding. Nothing can be taken out of it.
 */
export function withWitnesses(report: CrdReport, old: Crd | null, now: Crd | null, rules?: RuleCompiler): CrdReport {
  if (report.mode !== 'platform' || old === null || now === null) return report;
  const search = new Search(old, now, rules);
  return {
    ...report,
    findings: report.findings.map((finding) => {
      const witness = finding.base === 'BREAK' || finding.verdict === 'BREAK' ? search.witnessOf(finding) : undefined;
      return witness === undefined ? finding : { ...finding, witness: written(witness) };
    }),
  };
}

function written({ object, stored, outcome, says }: Shown): Witness {
  return {
    object: stringifyJson(object),
    ...(stored !== undefined && { stored: stringifyJson(stored) }),
    outcome,
    says,
  };
}

/** What objects are judged by, before and after. */
interface Trial {
  readonly version: string;
  readonly before: CompiledSchema;
  readonly after: CompiledSchema;
  readonly schemas: readonly [JsonSchema, JsonSchema];
}

class Search {
  readonly #old: Crd;
  readonly #now: Crd;
  readonly #rules: RuleCompiler | undefined;
  readonly #compiled = new Map<string, CompiledSchema>();
  #tries = 0;

  constructor(old: Crd, now: Crd, rules: RuleCompiler | undefined) {
    this.#old = old;
    this.#now = now;
    this.#rules = rules;
  }

  witnessOf(finding: Finding): Shown | undefined {
    const { rule, version } = finding;
    const name = version === '' ? (storageVersion(this.#old)?.name ?? '') : version;
    const isGone = versionOf(this.#old, name)?.served === true && versionOf(this.#now, name)?.served !== true;
    if (isGone) return this.#ofAnyObject(name, `${this.#now.spec.group}/${name} is not served any more`);
    const request = REQUESTS[rule];
    if (request !== undefined) return this.#ofAnyObject(name, request);
    const trial = this.#trial(name);
    return (
      trial && (this.#byValue(finding, trial) ?? (TRANSITIONS.has(rule) ? this.#byChange(finding, trial) : undefined))
    );
  }

  /** A version on both sides, or two versions of the new CRD between which objects are converted. */
  #trial(name: string): Trial | undefined {
    const [from = '', to] = name.split(' -> ');
    const sides = to === undefined ? ([this.#old, this.#now] as const) : ([this.#now, this.#now] as const);
    const [first, second] = [versionOf(sides[0], from), versionOf(sides[1], to ?? from)];
    if (first === undefined || second === undefined) return undefined;
    return {
      version: from,
      before: this.#compile(sides[0], to === undefined ? 'old' : 'new', from),
      after: this.#compile(sides[1], 'new', to ?? from),
      schemas: [first.schema?.openAPIV3Schema ?? {}, second.schema?.openAPIV3Schema ?? {}],
    };
  }

  #compile(crd: Crd, side: string, version: string): CompiledSchema {
    const key = `${side} ${version}`;
    const options = this.#rules === undefined ? {} : { rules: this.#rules };
    const compiled = this.#compiled.get(key) ?? compileSchema(crd, version, options);
    this.#compiled.set(key, compiled);
    return compiled;
  }

  #ofAnyObject(version: string, says: string): Shown | undefined {
    const schema = versionOf(this.#old, version)?.schema?.openAPIV3Schema ?? {};
    const body = leastObject(schema);
    const object = this.#whole(body, version);
    const accepts = this.#compile(this.#old, 'old', version);
    return isWhole(accepts, object) ? { object, outcome: 'refused', says } : undefined;
  }

  #byValue(finding: Finding, trial: Trial): Shown | undefined {
    const path = objectPath(finding.path);
    const judge = judgeOf(trial, path);
    // The place itself, then what holds it: a combinator or a rule may be about several fields.
    for (const place of [path, path.slice(0, -1)]) {
      for (const object of this.#objectsAt(trial, place)) {
        if (!this.#mayTry()) return undefined;
        const found = judge(object);
        if (found) return shrunk(object, (smaller) => judge(smaller)) ?? found;
      }
      if (path.length === 0) break;
    }
    return undefined;
  }

  /** Two objects, each accepted before, and the change from one to the other too. */
  #byChange(finding: Finding, trial: Trial): Shown | undefined {
    const path = objectPath(finding.path);
    const place = fieldPattern(path);
    const accepted: JsonObject[] = [];
    for (const object of this.#objectsAt(trial, path)) {
      if (accepted.length === MOST_PAIRED || !this.#mayTry()) break;
      if (isWhole(trial.before, object)) accepted.push(object);
    }
    for (const object of accepted) {
      for (const stored of accepted) {
        if (stored === object) continue;
        if (!this.#mayTry()) return undefined;
        if (trial.before.admit(object, { old: stored }).problems.length > 0) continue;
        const refusal = trial.after.admit(object, { old: stored }).problems.find(isAt(path, place));
        if (refusal) return { object, stored, outcome: 'refused', says: printProblem(refusal) };
      }
    }
    return undefined;
  }

  *#objectsAt(trial: Trial, path: readonly string[]): Generator<JsonObject> {
    for (const body of bodiesAt(trial, path)) if (isJsonObject(body)) yield this.#whole(body, trial.version);
  }

  #whole(body: JsonObject, version: string): JsonObject {
    const { group, names, scope } = this.#now.spec;
    const metadata = { name: 'a', ...(scope === 'Namespaced' && { namespace: 'a' }) };
    const { apiVersion: _version, kind: _kind, metadata: _metadata, ...fields } = body;
    return { apiVersion: `${group}/${version}`, kind: names.kind ?? '', metadata, ...fields };
  }

  #mayTry(): boolean {
    this.#tries++;
    return this.#tries <= MOST_TRIES_IN_ALL;
  }
}

/** Objects with something at a place that either side may take, those with the smallest first. */
function* bodiesAt({ schemas }: Trial, path: readonly string[]): Generator<JsonValue> {
  const sites = schemas.map((schema) => siteOf(schema, path));
  const known = sites.flatMap(({ schema }) => (schema === undefined ? [] : [schema]));
  const values = [...known.map((schema) => leastOf(schema)), ...valuesFor(known.length > 0 ? known : [{}])];
  for (const value of [undefined, ...bySize(values).slice(0, MOST_TRIES)]) {
    for (const { place } of sites) yield place(value);
  }
}

function bySize(values: readonly JsonValue[]): JsonValue[] {
  const texts = new Map(values.map((value) => [canonicalJson(value), value]));
  return [...texts].sort(([a], [b]) => a.length - b.length).map(([, value]) => value);
}

function isWhole(schema: CompiledSchema, object: JsonObject): boolean {
  const { problems, unknownFields, undecodable } = schema.admit(object);
  return problems.length === 0 && unknownFields.length === 0 && undecodable === undefined;
}

/** The server names no field for `not` and its like; such a refusal counts wherever it comes from. */
function isAt(path: readonly string[], place: RegExp): (problem: Pick<Problem, 'field'>) => boolean {
  return ({ field }) => path.length === 0 || !/^\w/.test(field) || place.test(field);
}

function judgeOf(
  { before, after, schemas }: Trial,
  path: readonly string[],
): (object: JsonObject) => Shown | undefined {
  const place = fieldPattern(path);
  const site: Site = siteOf(schemas[0], path);
  const isHere = isAt(path, place);
  return (object) => {
    const old = before.admit(object);
    if (old.problems.length > 0 || old.unknownFields.length > 0 || old.undecodable !== undefined) return undefined;
    const now = after.admit(object);
    const refusal = now.undecodable ?? now.problems.find(isHere);
    if (refusal) return { object, outcome: 'refused', says: printProblem(refusal) };
    const pruned = now.unknownFields.find((field) => isHere({ field }));
    if (pruned !== undefined) return { object, outcome: 'pruned', says: `${pruned} is dropped` };
    const [was, is] = [site.read(old.object), site.read(now.object)].map((value) =>
      value === undefined ? 'nothing' : canonicalJson(value),
    );
    return was === is ? undefined : { object, outcome: 'changed', says: `${path.join('.')} is ${is} and was ${was}` };
  };
}
