import type { ValidationRule } from './crd.ts';
import { isUnchanged } from './equality.ts';
import { followFieldPath } from './field-path.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import { oldItems } from './list-types.ts';
import type { SchemaNode } from './node.ts';
import { duplicate, forbidden, invalid, NO_FIELD, type Problem, problem, required } from './problem.ts';
import type { CompiledRule, RuleBudget, RuleCompiler } from './rules.ts';
import { MapKey, Trail } from './trail.ts';

/** What all rules of one request may cost together. */
const REQUEST_BUDGET = 10_000_000;

/** Shown instead of the rules when the object is so wrong that they could not be evaluated. */
export const RULES_NOT_CHECKED: Problem = invalid(
  NO_FIELD,
  null,
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
);

interface PlacedRule {
  readonly rule: ValidationRule;
  readonly compiled: CompiledRule;
  /** The rule's own fieldPath as the server prints it. */
  readonly below: string | undefined;
}

/** The rules of all nodes, compiled when the node is first reached. */
export class RuleBook {
  readonly #compiler: RuleCompiler;
  readonly #byNode = new Map<SchemaNode, readonly PlacedRule[]>();

  constructor(compiler: RuleCompiler) {
    this.#compiler = compiler;
  }

  /** Runs every rule; the old object is undefined on create. */
  problems(root: SchemaNode, object: JsonValue, old: JsonValue | undefined, trail = new Trail()): Problem[] {
    const run = new RuleRun((node, isRoot) => this.#rulesOf(node, isRoot), trail);
    run.visit(root, object, old, { current: old === undefined ? undefined : { node: root, value: object, old } }, true);
    return run.problems;
  }

  #rulesOf(node: SchemaNode, isResourceRoot: boolean): readonly PlacedRule[] {
    let placed = this.#byNode.get(node);
    if (placed === undefined) {
      placed = (node.schema['x-kubernetes-validations'] ?? []).map((rule) => {
        const path = rule.fieldPath ? followFieldPath(rule.fieldPath, node.schema) : undefined;
        const below = path !== undefined && 'field' in path ? path.field : undefined;
        return { rule, compiled: this.#compiler.compile(rule, { schema: node.schema, isResourceRoot }), below };
      });
      this.#byNode.set(node, placed);
    }
    return placed;
  }
}

interface Pair {
  readonly node: SchemaNode;
  readonly value: JsonValue;
  readonly old: JsonValue;
}

/** The value and its old value for ratcheting, or the nearest pair above where there is no old value. */
interface Correlation {
  readonly current: Pair | undefined;
  readonly above?: Pair | undefined;
}

class RuleRun {
  readonly problems: Problem[] = [];
  readonly #budget: RuleBudget = { remaining: REQUEST_BUDGET };
  readonly #rulesOf: (node: SchemaNode, isResourceRoot: boolean) => readonly PlacedRule[];
  readonly #trail: Trail;

  constructor(rulesOf: (node: SchemaNode, isResourceRoot: boolean) => readonly PlacedRule[], trail: Trail) {
    this.#rulesOf = rulesOf;
    this.#trail = trail;
  }

  visit(
    node: SchemaNode,
    value: JsonValue,
    old: JsonValue | undefined,
    correlation: Correlation,
    isRoot: boolean,
  ): void {
    if (!node.hasRules || value === null || this.#budget.remaining < 0) return;
    for (const placed of this.#rulesOf(node, isRoot || node.isEmbedded)) {
      this.#check(placed, node, value, old ?? undefined, correlation);
      if (this.#budget.remaining < 0) return;
    }
    if (Array.isArray(value)) this.#items(node, value, old, correlation);
    else if (isJsonObject(value)) this.#members(node, value, isJsonObject(old) ? old : undefined, correlation, isRoot);
  }

  #check(
    { rule, compiled, below }: PlacedRule,
    node: SchemaNode,
    value: JsonValue,
    old: JsonValue | undefined,
    correlation: Correlation,
  ): void {
    const type = node.schema.type ?? '';
    const fault = compiled.problems.find(({ field }) => field === 'rule');
    if (fault !== undefined) {
      this.problems.push(invalid(this.#trail.field(), type, `rule compile error: ${fault.detail}`));
      return;
    }
    if (compiled.usesOldSelf && (old === undefined || old === null) && rule.optionalOldSelf !== true) return;
    const violation = compiled.check(value, old === null ? undefined : old, this.#budget);
    if (violation === undefined) return;
    if (violation.isError) {
      this.problems.push(invalid(this.#trail.field(), type, violation.message));
      return;
    }
    if (!compiled.usesOldSelf && isRatcheted(correlation)) return;
    const shown = type === 'object' || type === 'array' ? undefined : value;
    this.problems.push(ruleProblem(rule.reason, this.#trail.field(below), shown, violation.message));
  }

  #items(node: SchemaNode, list: readonly JsonValue[], old: JsonValue | undefined, correlation: Correlation): void {
    const { items } = node;
    if (items === undefined) return;
    const oldItem = oldItems(node, old);
    list.forEach((item, index) => {
      const oldValue = oldItem(item);
      this.#trail.push(index);
      this.visit(items, item, oldValue, next(correlation, items, item, oldValue), false);
      this.#trail.pop();
    });
  }

  #members(
    node: SchemaNode,
    value: JsonObject,
    old: JsonObject | undefined,
    correlation: Correlation,
    isRoot: boolean,
  ): void {
    for (const key of Object.keys(value)) {
      const property = node.properties.get(key);
      const child = property ?? node.additional;
      if (child === undefined) continue;
      const member = value[key] as JsonValue;
      const oldValue = old !== undefined && Object.hasOwn(old, key) ? (old[key] as JsonValue) : undefined;
      const below =
        isRoot && (key === 'apiVersion' || key === 'kind')
          ? { current: undefined }
          : next(correlation, child, member, oldValue);
      this.#trail.push(property === undefined ? new MapKey(key) : key);
      this.visit(child, member, oldValue, below, false);
      this.#trail.pop();
    }
  }
}

function next(
  { current, above }: Correlation,
  node: SchemaNode,
  value: JsonValue,
  old: JsonValue | undefined,
): Correlation {
  if (current === undefined) return { current: undefined, above };
  return { current: old === undefined ? undefined : { node, value, old }, above: current };
}

function isRatcheted({ current, above }: Correlation): boolean {
  const pair = current ?? above;
  return pair !== undefined && isUnchanged(pair.node, pair.value, pair.old);
}

function ruleProblem(reason: string | undefined, field: string, value: JsonValue | undefined, detail: string): Problem {
  switch (reason) {
    case 'FieldValueForbidden':
      return forbidden(field, detail);
    case 'FieldValueRequired':
      return required(field, detail);
    case 'FieldValueDuplicate':
      return value === undefined ? problem('FieldValueDuplicate', field, '') : duplicate(field, value);
    default:
      return invalid(field, value, detail);
  }
}
