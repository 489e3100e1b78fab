import type { JsonObject } from '../../objects/index.ts';
import { duplicateValue, type FieldError, invalidValue, requiredValue, unsupportedValue } from '../../status/index.ts';
import { ruleFrom } from '../rules.ts';

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const SCOPES = ['*', 'Cluster', 'Namespaced'];

/** What is wrong with a rule that says which requests something is about. */
export function ruleErrors(value: JsonObject, at: string): FieldError[] {
  const { groups, versions, resources, operations, scope, names } = ruleFrom(value);
  const listed = (field: string, items: readonly string[], others: string): FieldError[] => {
    if (items.length === 0) return [requiredValue(`${at}.${field}`)];
    if (items.length === 1 || !items.includes('*')) return [];
    return [invalidValue(`${at}.${field}`, items, `if '*' is present, must not specify other ${others}`)];
  };
  return [
    ...names.flatMap((name, index) =>
      names.indexOf(name) < index ? [duplicateValue(`${at}.resourceNames[${index}]`, name)] : [],
    ),
    ...listed('operations', operations, 'operations'),
    ...operations.flatMap((operation, index) =>
      OPERATIONS.includes(operation) ? [] : [unsupportedValue(`${at}.operations[${index}]`, operation, OPERATIONS)],
    ),
    ...listed('apiGroups', groups, 'API groups'),
    ...listed('apiVersions', versions, 'API versions'),
    ...versions.flatMap((version, index) => (version === '' ? [requiredValue(`${at}.apiVersions[${index}]`)] : [])),
    ...resourceErrors(resources, `${at}.resources`),
    ...(SCOPES.includes(scope) ? [] : [unsupportedValue(`${at}.scope`, scope, SCOPES)]),
  ];
}

function resourceErrors(resources: readonly string[], at: string): FieldError[] {
  if (resources.length === 0) return [requiredValue(at)];
  const errors: FieldError[] = [];
  const allOf = new Set<string>();
  const allWith = new Set<string>();
  for (const [index, resource] of resources.entries()) {
    if (resource === '') errors.push(requiredValue(`${at}[${index}]`));
    const [plural = '', ...rest] = resource.split('/');
    if (rest.length === 0) continue;
    const sub = rest.join('/');
    for (const [isCovered, shown] of [
      [allOf.has(plural), `${plural}/*`],
      [allWith.has(sub), `*/${sub}`],
    ] as const) {
      if (isCovered)
        errors.push(
          invalidValue(`${at}[${index}]`, resource, `if '${shown}' is present, must not specify ${resource}`),
        );
    }
    if (sub === '*') allOf.add(plural);
    if (plural === '*') allWith.add(sub);
  }
  const isPlain = (resource: string): boolean => resource !== '*' && !resource.includes('/');
  if (resources.length > 1 && resources.includes('*/*')) {
    errors.push(invalidValue(at, resources, "if '*/*' is present, must not specify other resources"));
  }
  if (resources.includes('*') && resources.some(isPlain)) {
    const why = "if '*' is present, must not specify other resources without subresources";
    errors.push(invalidValue(at, resources, why));
  }
  return errors;
}
