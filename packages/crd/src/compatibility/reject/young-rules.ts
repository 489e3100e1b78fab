import {
  type Crd,
  contentsOf,
  itemsOf,
  type JsonSchema,
  type RuleCompiler,
  schemaOf,
  type ValidationRule,
} from '../../schema/index.ts';
import type { Circumstances, Refusal } from './refusal.ts';
import { placeOf } from './schema-refusals.ts';

/**
 * Rules that only servers younger than the target take (X16). A rule whose text the old CRD already has is
 * compiled with everything the server knows, so it stays acceptable.
 */
export function youngRuleRefusals(crd: Crd, { old, minor }: Circumstances, rules: RuleCompiler): Refusal[] {
  const touched = rulesOf(crd, old);
  if (touched.length === 0) return [];
  const known = new Set((old === null ? [] : rulesOf(old, null)).flatMap(({ rule }) => textsOf(rule)));
  return touched.flatMap(({ rule, schema, isResourceRoot, field }) => {
    if (textsOf(rule).every((text) => known.has(text))) return [];
    const { needs, problems } = rules.compile(rule, { schema, isResourceRoot });
    if (needs === undefined || needs.minor <= minor || problems.length > 0) return [];
    const message = `${needs.part} is not known to Kubernetes 1.${minor}, which is a target; new rules can use it from 1.${needs.minor} on`;
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

/** Those in schemas that the other CRD does not have at the same place as the same object; all without one. */
function rulesOf({ spec }: Crd, other: Crd | null): PlacedRule[] {
  return spec.versions.flatMap(({ name, schema }, index) => {
    const root = schema?.openAPIV3Schema;
    const before = other === null ? undefined : schemaOf(other, name);
    if (root === undefined || root === before) return NONE;
    return rulesBelow(root, before, `spec.versions[${index}].schema.openAPIV3Schema`, true);
  });
}

function rulesBelow(
  schema: JsonSchema,
  other: JsonSchema | undefined,
  path: string,
  isResourceRoot: boolean,
): PlacedRule[] {
  const below = (child: JsonSchema, before: JsonSchema | boolean | undefined, step: string): PlacedRule[] => {
    if (child === before || !contentsOf(child).hasRules) return NONE;
    const counterpart = typeof before === 'object' ? before : undefined;
    return rulesBelow(child, counterpart, `${path}.${step}`, child['x-kubernetes-embedded-resource'] === true);
  };
  const { additionalProperties, properties = {} } = schema;
  const items = itemsOf(schema);
  return [
    ...(schema['x-kubernetes-validations'] ?? []).map((rule, index) => ({
      rule,
      schema,
      isResourceRoot,
      field: `${path}.x-kubernetes-validations[${index}].rule`,
    })),
    ...Object.entries(properties).flatMap(([name, child]) =>
      below(child, other?.properties?.[name], `properties[${name}]`),
    ),
    ...(typeof additionalProperties === 'object'
      ? below(additionalProperties, other?.additionalProperties, 'additionalProperties')
      : []),
    ...(items === undefined ? [] : below(items, other && itemsOf(other), 'items')),
  ];
}
