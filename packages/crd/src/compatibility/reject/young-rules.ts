import {
  type Crd,
  contentsOf,
  itemsOf,
  type JsonSchema,
  type RuleCompiler,
  type ValidationRule,
} from '../../schema/index.ts';
import type { Circumstances, Refusal } from './refusal.ts';
import { placeOf } from './schema-refusals.ts';

/**
 * Rules that only servers younger than the target take (X16). A rule whose text the old CRD already has is
 * compiled with everything the server knows, so it stays acceptable.
 */
export function youngRuleRefusals(crd: Crd, { old, minor }: Circumstances, rules: RuleCompiler): Refusal[] {
  const known = new Set((old === null ? [] : rulesOf(old)).flatMap(({ rule }) => textsOf(rule)));
  return rulesOf(crd).flatMap(({ rule, schema, isResourceRoot, field }) => {
    if (textsOf(rule).every((text) => known.has(text))) return [];
    const { needs, problems } = rules.compile(rule, { schema, isResourceRoot });
    if (needs === undefined || needs.minor <= minor || problems.length > 0) return [];
    const message = `${needs.part} cannot be used in a new rule before Kubernetes 1.${needs.minor}`;
    return [{ rule: 'X16', field, message, ...placeOf(crd, field) }];
  });
}

function textsOf({ rule, messageExpression = '' }: ValidationRule): string[] {
  return messageExpression === '' ? [rule] : [rule, messageExpression];
}

const NONE: PlacedRule[] = [];

interface PlacedRule {
  readonly rule: ValidationRule;
  readonly schema: JsonSchema;
  readonly isResourceRoot: boolean;
  readonly field: string;
}

function rulesOf({ spec }: Crd): PlacedRule[] {
  return spec.versions.flatMap(({ schema }, index) => {
    const root = schema?.openAPIV3Schema;
    return root === undefined ? [] : rulesBelow(root, `spec.versions[${index}].schema.openAPIV3Schema`, true);
  });
}

function rulesBelow(schema: JsonSchema, path: string, isResourceRoot: boolean): PlacedRule[] {
  const below = (child: JsonSchema, step: string, name = ''): PlacedRule[] =>
    contentsOf(child).hasRules
      ? rulesBelow(child, `${path}.${step}${name}`, child['x-kubernetes-embedded-resource'] === true)
      : NONE;
  const { additionalProperties, properties = {} } = schema;
  const items = itemsOf(schema);
  return [
    ...(schema['x-kubernetes-validations'] ?? []).map((rule, index) => ({
      rule,
      schema,
      isResourceRoot,
      field: `${path}.x-kubernetes-validations[${index}].rule`,
    })),
    ...Object.entries(properties).flatMap(([name, child]) => below(child, 'properties', `[${name}]`)),
    ...(typeof additionalProperties === 'object' ? below(additionalProperties, 'additionalProperties') : []),
    ...(items === undefined ? [] : below(items, 'items')),
  ];
}
