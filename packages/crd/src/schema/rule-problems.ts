import { contentsOf } from './contents.ts';
import { itemsOf, type JsonSchema, type ValidationRule } from './crd.ts';
import { followFieldPath } from './field-path.ts';
import { goRule } from './go-schema.ts';
import { forbidden, invalid, notSupported, type Problem, required } from './problem.ts';
import type { RuleCompiler } from './rules.ts';

const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

/** What surrounds the expressions of `x-kubernetes-validations`. */
export function ruleTextProblems(schema: JsonSchema, path: string): Problem[] {
  return rulesOf(schema, path).flatMap(({ rule, at }) => textProblems(rule, schema, at));
}

function rulesOf(schema: JsonSchema, path: string): { readonly rule: ValidationRule; readonly at: string }[] {
  const rules = schema['x-kubernetes-validations'] ?? [];
  return rules.map((rule, index) => ({ rule, at: `${path}.x-kubernetes-validations[${index}]` }));
}

function textProblems(rule: ValidationRule, schema: JsonSchema, path: string): Problem[] {
  const { message = '', messageExpression = '', reason, fieldPath = '' } = rule;
  const problems: Problem[] = [];
  if (rule.rule.trim() === '') problems.push(required(`${path}.rule`, 'rule is not specified'));
  else if (message !== '' && message.trim() === '') {
    problems.push(invalid(`${path}.message`, message, 'must be non-empty if specified'));
  } else if (hasLineBreak(message.trim())) {
    problems.push(invalid(`${path}.message`, message, 'must not contain line breaks'));
  } else if (hasLineBreak(rule.rule.trim()) && message.trim() === '') {
    problems.push(required(`${path}.message`, 'message must be specified if rule contains line breaks'));
  }
  if (messageExpression !== '' && messageExpression.trim() === '') {
    problems.push(required(`${path}.messageExpression`, 'messageExpression must be non-empty if specified'));
  }
  if (reason !== undefined && !REASONS.includes(reason)) {
    problems.push(notSupported(`${path}.reason`, reason, REASONS));
  }
  if (fieldPath === '') return problems;
  const at = `${path}.fieldPath`;
  if (fieldPath.trim() === '') problems.push(invalid(at, fieldPath, 'must be non-empty if specified'));
  if (hasLineBreak(fieldPath)) problems.push(invalid(at, fieldPath, 'must not contain line breaks'));
  if ('fault' in followFieldPath(fieldPath, schema)) problems.push(invalid(at, fieldPath, 'must be a valid path'));
  return problems;
}

function hasLineBreak(text: string): boolean {
  return /[\n\r]/.test(text);
}

/**
 * What the compiler says to the expressions of a structural schema. Where a schema is wrong at or below the
 * one that carries a rule (`isSound` says no), the rule is not compiled: its words would only confuse.
 */
export function expressionProblems(
  schema: JsonSchema,
  path: string,
  compiler: RuleCompiler,
  isSound: (schema: JsonSchema) => boolean,
): Problem[] {
  const costs = compiler.costProblems?.(schema, isSound) ?? [];
  return [
    ...compileProblems(schema, path, { compiler, isSound, isRoot: true }),
    ...costs.map(({ path: steps, detail }) => forbidden(`${path}${printSteps(steps)}`, detail)),
  ];
}

interface Place {
  readonly compiler: RuleCompiler;
  readonly isSound: (schema: JsonSchema) => boolean;
  readonly isRoot: boolean;
  /** The nearest list above whose items have no old value, so that `oldSelf` is not allowed. */
  readonly uncorrelatable?: string;
}

/** From the leaves up, as the server goes. Combinators cannot carry rules. */
function compileProblems(schema: JsonSchema, path: string, place: Place): Problem[] {
  if (!contentsOf(schema).hasRules) return [];
  const problems: Problem[] = [];
  const inside: Place = { ...place, isRoot: false };
  const { additionalProperties, properties = {} } = schema;
  if (typeof additionalProperties === 'object') {
    problems.push(...compileProblems(additionalProperties, `${path}.additionalProperties`, inside));
  }
  for (const [name, property] of Object.entries(properties)) {
    problems.push(...compileProblems(property, `${path}.properties[${name}]`, inside));
  }
  const items = itemsOf(schema);
  const isCorrelatable = schema['x-kubernetes-list-type'] === 'map' || place.uncorrelatable !== undefined;
  if (items !== undefined) {
    problems.push(
      ...compileProblems(items, `${path}.items`, isCorrelatable ? inside : { ...inside, uncorrelatable: path }),
    );
  }
  if (!place.isSound(schema)) return problems;
  return [...problems, ...rulesOf(schema, path).flatMap(({ rule, at }) => expressionFaults(rule, schema, at, place))];
}

function expressionFaults(rule: ValidationRule, schema: JsonSchema, path: string, place: Place): Problem[] {
  const isResourceRoot = place.isRoot || schema['x-kubernetes-embedded-resource'] === true;
  const compiled = place.compiler.compile(rule, { schema, isResourceRoot });
  const problems = compiled.problems.map(({ field, detail }) =>
    invalid(`${path}.${field}`, undefined, detail, goRule(rule)),
  );
  if (compiled.usesOldSelf && place.uncorrelatable !== undefined) {
    const text = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${place.uncorrelatable}`;
    problems.push(invalid(`${path}.rule`, rule.rule, text));
  } else if (!compiled.usesOldSelf && rule.optionalOldSelf !== undefined) {
    const text = 'may not be set if oldSelf is not used in rule';
    problems.push(invalid(`${path}.optionalOldSelf`, rule.optionalOldSelf, text));
  }
  return problems;
}

/** `['properties', 'a', 'x-kubernetes-validations', 0]` → `.properties[a].x-kubernetes-validations[0]`. */
function printSteps(steps: readonly (string | number)[]): string {
  let text = '';
  for (let at = 0; at < steps.length; at++) {
    const isName = steps[at] === 'properties';
    text += typeof steps[at] === 'number' ? `[${steps[at]}]` : `.${steps[at]}`;
    if (isName) text += `[${steps[++at]}]`;
  }
  return text;
}
