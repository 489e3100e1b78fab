import {
  type CompiledSchema,
  type Crd,
  compileSchema,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  parseJson,
  printProblem,
  type RuleCompiler,
  stringifyJson,
  structuralProblems,
} from '../../schema/index.ts';
import type { CrdReport } from '../compare.ts';
import { nodeOf, storageVersion, versionOf } from '../crd-pair.ts';
import { type Finding, printPath, type Witness } from '../finding.ts';
import { minorOf, NodeTable, SUPPORTED_TARGETS, shareSchemas } from '../normal/index.ts';
import { compareSchemas } from '../rules/index.ts';
import { type Request, reasonOf, requestOf } from './requests.ts';
import { ANYTHING, Samples } from './samples.ts';
import { type Shown, shrunk } from './shrink.ts';
import { objectPath, schemaAt, surrounded, valueAt } from './surroundings.ts';
import { isWhole, judgeOf, showByChange, showByValue, type Tally, type Trial } from './trial.ts';

export type { Witness };

/** Objects that are tried for all findings of a report. */
const MOST_TRIES_IN_ALL = 40_000;
/** Differences between two versions that are tried, of a CRD that loses its webhook. */
const MOST_DIFFERENCES = 8;

/**
 * Adds to every break a witness, or the reason why it has none.
 *
 * Guarantees: pure and the same for the same input; each witness was accepted whole by the engine under the old CRD, and
 * is refused, pruned or read differently under the new one at the place of its finding. Nothing can be taken out of it.
 * A break of readers is shown the other way round: by an object that was refused, and is accepted now.
 */
export function withWitnesses(report: CrdReport, old: Crd | null, now: Crd | null, rules?: RuleCompiler): CrdReport {
  if (report.mode !== 'platform' || old === null) return report;
  const search = new Search(now === null ? { old, new: null } : shareSchemas(old, now), rules, report.findings);
  return {
    ...report,
    findings: report.findings.map((finding) =>
      finding.base === 'BREAK' || finding.verdict === 'BREAK' ? { ...finding, ...search.answer(finding) } : finding,
    ),
  };
}

const TEXT: JsonSchema = { type: 'string' };
const METADATA: JsonSchema = {
  type: 'object',
  properties: { name: TEXT, labels: { type: 'object', additionalProperties: TEXT } },
};

type Answer = Pick<Finding, 'witness' | 'noWitness'>;

function written({ object, stored, outcome, says }: Shown): Witness {
  return {
    object: stringifyJson(object),
    ...(stored !== undefined && { stored: stringifyJson(stored) }),
    outcome,
    says,
  };
}

class Search {
  readonly #old: Crd;
  readonly #now: Crd | null;
  readonly #rules: RuleCompiler | undefined;
  readonly #samples: Samples;
  readonly #rejected: Finding | undefined;
  readonly #compiled = new Map<string, CompiledSchema>();
  readonly #roots = new WeakMap<JsonSchema, JsonSchema>();
  /** Why servers refuse a CRD like the old one; empty where they take it. */
  #refusal: string | undefined;
  #tries = 0;

  constructor(
    { old, new: now }: { readonly old: Crd; readonly new: Crd | null },
    rules: RuleCompiler | undefined,
    findings: readonly Finding[],
  ) {
    this.#rejected = findings.find(({ verdict }) => verdict === 'REJECT');
    this.#old = old;
    this.#now = now;
    this.#rules = rules;
    this.#samples = new Samples(rules);
  }

  answer(finding: Finding): Answer {
    const reason = reasonOf(finding);
    if (reason !== undefined) return { noWitness: reason };
    if (this.#tries > MOST_TRIES_IN_ALL)
      return { noWitness: `not looked for, after ${this.#tries} objects for others` };
    const tally: Tally = { tried: 0, accepted: 0, held: 0 };
    const shown = this.#shown(finding, tally);
    this.#tries += tally.tried;
    return shown === undefined ? { noWitness: this.#reason(finding, tally) } : { witness: written(shown) };
  }

  #shown(finding: Finding, tally: Tally): Shown | undefined {
    const { rule, version } = finding;
    const name = version === '' ? (storageVersion(this.#old)?.name ?? '') : version;
    const request = requestOf(finding, this.#old, this.#now);
    if (request !== undefined) return this.#ofAnyObject(name, request, tally);
    if (rule === 'C14') return this.#unconverted(tally);
    const trial = this.#trial(name);
    if (trial === undefined) return undefined;
    if (rule === 'C17') return this.#ignoredStatus(trial, tally);
    if (finding.isLoosening) return this.#newlyAccepted(finding, trial, tally);
    for (const path of placesOf(finding)) {
      const found = this.#smallest(trial, path, tally) ?? this.#byChange(finding, trial, path, tally);
      if (found) return found;
    }
    return undefined;
  }

  #smallest(trial: Trial, path: readonly string[], tally: Tally): Shown | undefined {
    const found = showByValue(trial, this.#samples, path, tally);
    return found && (shrunk(found.object, judgeOf(trial, path, tally)) ?? found);
  }

  #byChange({ keyword }: Finding, trial: Trial, path: readonly string[], tally: Tally): Shown | undefined {
    if (keyword !== 'x-kubernetes-validations') return undefined;
    return showByChange(trial, this.#samples, path, tally);
  }

  /** What readers have not seen so far: taken by the new schema, not by the old one. */
  #newlyAccepted(finding: Finding, trial: Trial, tally: Tally): Shown | undefined {
    const [first, second] = trial.schemas;
    const back: Trial = { ...trial, before: trial.after, after: trial.before, schemas: [second, first] };
    const found = this.#smallest(back, objectPath(finding.path), tally);
    const until = { refused: 'refused', pruned: 'dropped in part', changed: 'read differently' } as const;
    if (found === undefined || !(found.outcome in until)) return undefined;
    return {
      ...found,
      outcome: 'accepted',
      says: `${until[found.outcome as keyof typeof until]} until now: ${found.says}`,
    };
  }

  /** A version on both sides, or two versions of the new CRD between which objects are converted. */
  #trial(name: string): Trial | undefined {
    const [from = '', to] = name.split(' -> ');
    const now = this.#now;
    if (now === null) return undefined;
    if (to === undefined) return this.#trialOf([this.#old, from], [now, from]);
    // What is stored may be of a version that only the old CRD has.
    const [first, second] = [from, to].map((version) => (versionOf(now, version) === undefined ? this.#old : now));
    return this.#trialOf([first ?? now, from], [second ?? now, to]);
  }

  #trialOf([first, from]: readonly [Crd, string], [second, to]: readonly [Crd, string]): Trial | undefined {
    const [before, after] = [versionOf(first, from), versionOf(second, to)];
    if (before === undefined || after === undefined) return undefined;
    return {
      before: this.#compile(first, from),
      after: this.#compile(second, to),
      schemas: [this.#root(before.schema?.openAPIV3Schema), this.#root(after.schema?.openAPIV3Schema)],
      whole: (body) => wholeObject(first, from, body),
    };
  }

  /** The schema of objects with what the server knows of metadata, which schemas leave to it. */
  #root(schema: JsonSchema = {}): JsonSchema {
    const { properties = {} } = schema;
    const metadata = { ...METADATA, properties: { ...METADATA.properties, ...properties['metadata']?.properties } };
    const root = this.#roots.get(schema) ?? { ...schema, properties: { ...properties, metadata } };
    this.#roots.set(schema, root);
    return root;
  }

  #compile(crd: Crd, version: string): CompiledSchema {
    const key = `${crd === this.#old ? 'old' : 'new'} ${version}`;
    const options = this.#rules === undefined ? {} : { rules: this.#rules };
    const compiled = this.#compiled.get(key) ?? compileSchema(crd, version, options);
    this.#compiled.set(key, compiled);
    return compiled;
  }

  #ofAnyObject(version: string, request: Request, tally: Tally): Shown | undefined {
    const schema = versionOf(this.#old, version)?.schema?.openAPIV3Schema;
    if (versionOf(this.#old, version) === undefined) return undefined;
    const accepts = this.#compile(this.#old, version);
    for (const body of [{}, ...(schema === undefined ? [] : this.#samples.each(schema, []))]) {
      const object = wholeObject(this.#old, version, isJsonObject(body) ? body : {});
      tally.tried++;
      if (!isWhole(accepts, object)) continue;
      tally.accepted++;
      return { object, ...request };
    }
    return undefined;
  }

  /** C17: the smallest object with a status that the main resource took so far. */
  #ignoredStatus(trial: Trial, tally: Tally): Shown | undefined {
    const [root] = trial.schemas;
    for (const value of this.#samples.each(schemaAt(root, ['status']) ?? ANYTHING, [])) {
      const body = surrounded(this.#samples, root, ['status'], value);
      const object = trial.whole(isJsonObject(body) ? body : {});
      tally.tried++;
      if (!isWhole(trial.before, object) || valueAt(root, ['status'], object) === undefined) continue;
      tally.accepted++;
      return { object, outcome: 'pruned', says: 'status is dropped from writes of the main resource' };
    }
    return undefined;
  }

  /** C14: an object of one version that another one does not take as it is. */
  #unconverted(tally: Tally): Shown | undefined {
    const now = this.#now;
    if (now === null) return undefined;
    const table = new NodeTable(Math.max(...SUPPORTED_TARGETS.map(minorOf)));
    for (const from of now.spec.versions) {
      for (const to of now.spec.versions) {
        const trial = from === to ? undefined : this.#trialOf([this.#old, from.name], [now, to.name]);
        if (trial === undefined) continue;
        const drafts = compareSchemas(nodeOf(table, from), nodeOf(table, to), { isOpenEnum: () => false });
        for (const { path = [] } of drafts.filter(({ verdict }) => verdict === 'BREAK').slice(0, MOST_DIFFERENCES)) {
          const found = this.#smallest(trial, objectPath(path), tally);
          if (found) return { ...found, says: `read as ${to.name}: ${found.says}` };
        }
      }
    }
    return undefined;
  }

  #reason({ version, path }: Finding, { tried, accepted, held }: Tally): string {
    // Asked last: a CRD of old times may exist that no server takes any more.
    this.#refusal ??= structuralProblems(this.#old).map(printProblem)[0] ?? '';
    if (this.#refusal !== '') return `none found: servers refuse a CRD like the old one (${this.#refusal})`;
    if (this.#rejected !== undefined) {
      const { rule, message } = this.#rejected;
      return `none found: servers refuse the new CRD, so that no object meets it (${rule}: ${message})`;
    }
    if (tried === 0) return `nothing to try: a side has no version ${version}`;
    const place = path.length === 0 ? 'the object' : printPath(path);
    const objects = `of ${tried} objects tried`;
    if (held === 0) return `none found: ${objects} the old schema takes none with a value at ${place}`;
    return `none found: ${objects} the old schema takes ${accepted}, and the new one too, whole and unchanged`;
  }
}

function wholeObject({ spec: { group, names, scope } }: Crd, version: string, body: JsonObject): JsonObject {
  const { apiVersion: _version, kind: _kind, metadata: given, ...fields } = body;
  const own = isJsonObject(given) ? given : {};
  const metadata = { name: 'a', ...(scope === 'Namespaced' && { namespace: 'a' }), ...own };
  return { apiVersion: `${group}/${version}`, kind: names.kind ?? '', metadata, ...fields };
}

/** Where objects may show a finding. Scale is about the fields that its paths name. */
function placesOf({ rule, path, new: token }: Finding): string[][] {
  const paths = rule === 'C19' && token !== undefined ? parseJson(token) : undefined;
  const named = Object.values(isJsonObject(paths) ? paths : {}).flatMap((one) =>
    typeof one === 'string' ? [one.split('.').slice(1)] : [],
  );
  return [...named, objectPath(path)];
}
