import type { CrdScale } from './crd.ts';
import { goPrint } from './go-text.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import { isInt64 } from './numbers.ts';
import { invalid, type Problem } from './problem.ts';

const MAX_REPLICAS = 2 ** 31 - 1;

/** The fields behind `/scale` must be what that subresource can show. */
export function scaleProblems(scale: CrdScale, object: JsonObject, part: 'all' | 'status'): Problem[] {
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale;
  return [
    ...(part === 'status' || specReplicasPath === undefined ? [] : replicaProblems(specReplicasPath, object)),
    ...(statusReplicasPath === undefined ? [] : replicaProblems(statusReplicasPath, object)),
    ...(labelSelectorPath === undefined ? [] : selectorProblems(labelSelectorPath, object)),
  ];
}

function replicaProblems(path: string, object: JsonObject): Problem[] {
  const found = lookUp(path, object);
  if ('fault' in found) return [invalid(path, 0, found.fault)];
  const { value } = found;
  if (value === undefined) return [];
  if ((typeof value !== 'number' && typeof value !== 'bigint') || !isInt64(value)) {
    return [invalid(path, 0, wrongType(path, value, 'int64'))];
  }
  if (value < 0) return [invalid(path, value, 'should be a non-negative integer')];
  return value > MAX_REPLICAS ? [invalid(path, value, `should be less than or equal to ${MAX_REPLICAS}`)] : [];
}

function selectorProblems(path: string, object: JsonObject): Problem[] {
  const found = lookUp(path, object);
  if ('fault' in found) return [invalid(path, '', found.fault)];
  const { value } = found;
  return value === undefined || typeof value === 'string' ? [] : [invalid(path, '', wrongType(path, value, 'string'))];
}

function lookUp(path: string, object: JsonObject): { value: JsonValue | undefined } | { fault: string } {
  let value: JsonValue = object;
  let seen = '';
  for (const name of path.replace(/^\./, '').split('.')) {
    seen += `.${name}`;
    if (value === null) return { value: undefined };
    if (!isJsonObject(value)) return { fault: wrongType(seen, value, 'map[string]interface{}') };
    if (!Object.hasOwn(value, name)) return { value: undefined };
    value = value[name] as JsonValue;
  }
  return { value };
}

function wrongType(path: string, value: JsonValue, wanted: string): string {
  const at = path.startsWith('.') ? path : `.${path}`;
  return `${at} accessor error: ${goPrint(value)} is of the type ${goType(value)}, expected ${wanted}`;
}

function goType(value: JsonValue): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'string':
      return 'string';
    case 'object':
      return 'map[string]interface {}';
    default:
      return isInt64(value) ? 'int64' : 'float64';
  }
}
