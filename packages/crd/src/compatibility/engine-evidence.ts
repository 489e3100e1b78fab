import {
  type CompiledSchema,
  type Crd,
  compileSchema,
  isJsonObject,
  type JsonObject,
  type Problem,
  printProblem,
  type RuleCompiler,
} from '../schema/index.ts';
import { versionOf } from './crd-pair.ts';
import type { Finding } from './finding.ts';
import { RuleEvidence } from './rule-evidence.ts';
import type { Answer } from './violation.ts';

/** Rules whose constraint is more than one keyword: the schema engine answers for them. */
const BY_ENGINE = new Set(['S15', 'S18', 'S20', 'S21', 'V02', 'V29', 'V30', 'V31', 'V32']);
/** Rules about a rule in CEL that was added or changed. */
const BY_COMPILER = new Set(['X09', 'X12']);

/** What a write of an object would run into. */
interface Outcome {
  readonly refused: readonly Problem[];
  readonly dropped: readonly string[];
}

/**
 * An evaluator for `ObjectScan` that runs objects through both schemas: what only the new one refuses or
 * drops, at or below the path of the finding, is a violation. Each object is admitted once, however many
 * findings ask. Without a compiler, and where they read `oldSelf`, rules stay unknown: a scan sees no transitions.
 */
export function engineEvaluator(
  old: Crd,
  now: Crd,
  rules?: RuleCompiler,
): (finding: Finding, object: unknown) => Answer {
  const compiled = new Map<string, CompiledSchema>();
  const outcomes = new WeakMap<JsonObject, Map<string, Outcome>>();
  const outcome = (crd: Crd, side: string, version: string, object: JsonObject): Outcome => {
    const key = `${side} ${version}`;
    const known = outcomes.get(object) ?? new Map<string, Outcome>();
    outcomes.set(object, known);
    const schema = compiled.get(key) ?? compileSchema(crd, version);
    compiled.set(key, schema);
    const found = known.get(key) ?? outcomeOf(schema, object);
    known.set(key, found);
    return found;
  };
  const ruleEvidence = rules === undefined ? undefined : new RuleEvidence(now, rules);
  return (finding, object) => {
    const { rule, version, path } = finding;
    if (!isJsonObject(object) || versionOf(old, version) === undefined || versionOf(now, version) === undefined) {
      return 'unknown';
    }
    if (BY_COMPILER.has(rule)) return ruleEvidence?.violates(finding, object) ?? 'unknown';
    if (!BY_ENGINE.has(rule)) return 'unknown';
    const [before, after] = [outcome(old, 'old', version, object), outcome(now, 'new', version, object)];
    const place = fieldPattern(path);
    const known = new Set(before.refused.map(printProblem));
    // The server names no field for `not` and its like; such a refusal counts wherever it comes from.
    const isRefused = after.refused.some(
      (problem) => !known.has(printProblem(problem)) && (!/^\w/.test(problem.field) || place.test(problem.field)),
    );
    return isRefused || after.dropped.some((field) => place.test(field) && !before.dropped.includes(field));
  };
}

function outcomeOf(schema: CompiledSchema, object: JsonObject): Outcome {
  const { problems, unknownFields, undecodable } = schema.admit(object);
  return { refused: undecodable === undefined ? problems : [...problems, undecodable], dropped: unknownFields };
}

/** Matches the fields of objects that a path of a schema stands for, and what is below them. */
export function fieldPattern(path: readonly string[]): RegExp {
  const steps = path.map((segment, at) => {
    if (segment === 'items') return '(?:\\[\\d+\\]|\\.items)';
    if (segment === 'additionalProperties') return '(?:\\[[^\\]]*\\]|\\.[^.[]+)';
    const name = segment.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return at === 0 ? name : `(?:\\.${name}|\\[${name}\\])`;
  });
  return new RegExp(`^${steps.join('')}(?:$|[.[])`);
}
