import { contentsOf, itemsOf, type JsonSchema, type RuleCostProblem, type ValidationRule } from '../schema/index.ts';
import { estimateCost } from './costing/index.ts';
import { type Declaration, declarationOf, MAX_REQUEST_BYTES } from './declared/index.ts';
import { ruleProgram } from './program.ts';

/** The API server's limits for one expression and for all rules of one schema. */
const EXPRESSION_LIMIT = 10_000_000;
const SCHEMA_LIMIT = 100_000_000;
/** The server names the four dearest expressions, if they matter at all. */
const NAMED = 4;
const NAMED_FROM = SCHEMA_LIMIT / 100;

/** Where an expression stands: `['properties', 'spec', 'x-kubernetes-validations', 0, 'rule']`. */
export type ExpressionPath = RuleCostProblem['path'];
export type CostProblem = RuleCostProblem;

/**
 * The rules of a schema that the API server would refuse for what they could cost, in its order. Expressions
 * that do not compile count as free here, as they do there. Never throws; the schema must be structural.
 * Rules of a schema for which `counts` says no are left out.
 */
export function costProblems(
  schema: JsonSchema,
  counts: (schema: JsonSchema) => boolean = () => true,
): RuleCostProblem[] {
  const walk = new CostWalk(counts);
  walk.visit(schema, [], 1, true);
  return walk.result();
}

class CostWalk {
  readonly #counts: (schema: JsonSchema) => boolean;
  readonly #problems: RuleCostProblem[] = [];
  #dearest: { path: ExpressionPath; cost: number }[] = [];
  #total = 0;

  constructor(counts: (schema: JsonSchema) => boolean) {
    this.#counts = counts;
  }

  /** `count`: how many such values one object can hold; Infinity where no limit says. */
  visit(schema: JsonSchema, path: ExpressionPath, count: number, isResourceRoot: boolean): void {
    if (this.#counts(schema)) this.#rules(schema, path, count, isResourceRoot);
    const child = (below: JsonSchema, ...segments: string[]) => {
      if (!contentsOf(below).hasRules) return;
      const times = count * elementLimit(schema);
      this.visit(below, [...path, ...segments], times, below['x-kubernetes-embedded-resource'] === true);
    };
    for (const [name, property] of Object.entries(schema.properties ?? {})) child(property, 'properties', name);
    if (typeof schema.additionalProperties === 'object') child(schema.additionalProperties, 'additionalProperties');
    const items = itemsOf(schema);
    if (items !== undefined) child(items, 'items');
  }

  #rules(schema: JsonSchema, path: ExpressionPath, count: number, isResourceRoot: boolean): void {
    const rules = schema['x-kubernetes-validations'] ?? [];
    const costs = rules.length === 0 ? undefined : costsOf(schema, isResourceRoot);
    if (costs === undefined) return;
    const times = Number.isFinite(count) ? count : Math.floor(MAX_REQUEST_BYTES / (costs.minBytes + 1));
    for (const [index, { rule, message }] of costs.rules.entries()) {
      const at = [...path, 'x-kubernetes-validations', index];
      this.#observe([...at, 'rule'], times === 0 ? 0 : rule * times, 'estimated rule cost');
      if (message === undefined) continue;
      this.#observe([...at, 'messageExpression'], message, 'estimated messageExpression cost');
    }
  }

  #observe(path: ExpressionPath, cost: number, name: string): void {
    if (cost > EXPRESSION_LIMIT) this.#problems.push({ path, detail: excess(name, cost, EXPRESSION_LIMIT) });
    this.#total += cost;
    if (cost < NAMED_FROM) return;
    this.#dearest = [...this.#dearest, { path, cost }].sort((a, b) => b.cost - a.cost).slice(0, NAMED);
  }

  result(): RuleCostProblem[] {
    if (this.#total <= SCHEMA_LIMIT) return this.#problems;
    const share = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    const name = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    return [
      ...this.#problems,
      ...this.#dearest.map(({ path }) => ({ path, detail: share })),
      { path: [], detail: excess(name, this.#total, SCHEMA_LIMIT) },
    ];
  }
}

/** What the rules of one schema cost for one value. */
interface SchemaCosts {
  readonly isResourceRoot: boolean;
  readonly minBytes: number;
  readonly rules: readonly { readonly rule: number; readonly message: number | undefined }[];
}

/** Two releases of a CRD share most of their schemas, which never change. */
const known = new WeakMap<JsonSchema, SchemaCosts>();

function costsOf(schema: JsonSchema, isResourceRoot: boolean): SchemaCosts | undefined {
  const found = known.get(schema);
  if (found?.isResourceRoot === isResourceRoot) return found;
  const declaration = declarationOf(schema, isResourceRoot);
  if (declaration === undefined) return undefined;
  const rules = (schema['x-kubernetes-validations'] ?? []).map((rule) => ({
    rule: expressionCost(rule.rule, rule, declaration),
    message: rule.messageExpression ? expressionCost(rule.messageExpression, rule, declaration) : undefined,
  }));
  const costs = { isResourceRoot, minBytes: declaration.minBytes, rules };
  known.set(schema, costs);
  return costs;
}

function expressionCost(source: string, rule: ValidationRule, self: Declaration): number {
  const program = ruleProgram(source, self, rule.optionalOldSelf === true);
  return program.isValid ? estimateCost(program.checked, self) : 0;
}

/** How many children a value can have for each of itself. */
function elementLimit(schema: JsonSchema): number {
  if (schema.type === 'array') return Math.max(0, Number(schema.maxItems ?? Number.POSITIVE_INFINITY));
  const isMap = schema.type === 'object' && schema.additionalProperties !== undefined;
  return isMap ? Math.max(0, Number(schema.maxProperties ?? Number.POSITIVE_INFINITY)) : 1;
}

function excess(name: string, cost: number, limit: number): string {
  const factor = cost / limit;
  const printed = factor > 100 ? 'more than 100x' : factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`;
  return `${name} exceeds budget by factor of ${printed} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
}
