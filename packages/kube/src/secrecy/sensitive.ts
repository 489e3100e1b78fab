/** Keys below which values may be secrets. */
const HOLDERS: ReadonlySet<string> = new Set([
  'env',
  'args',
  'command',
  'annotations',
  'data',
  'stringData',
  'binaryData',
]);
const SECRET_KEY = /pass(?:word|wd|phrase)|secret|token|credential|api-?key|private-?key|client-key-data|(?:^|_)auth$/i;
/** What names something and holds nothing, in a variable or in a reference to a Secret. */
const NAMES: ReadonlySet<string> = new Set(['name', 'key', 'namespace', 'kind', 'apiVersion', 'fieldPath', 'resource']);

export function isSensitiveKey(key: string): boolean {
  return HOLDERS.has(key) || SECRET_KEY.test(key);
}

export interface Strings {
  readonly sensitive: Set<string>;
  readonly plain: Set<string>;
}

/** Every string of a value, by whether it may be a secret. */
export function sortStrings(
  value: unknown,
  isSensitive = false,
  strings: Strings = { sensitive: new Set(), plain: new Set() },
): Strings {
  if (typeof value === 'string') (isSensitive ? strings.sensitive : strings.plain).add(value);
  if (typeof value !== 'object' || value === null) return strings;
  if (Array.isArray(value)) {
    for (const item of value) sortStrings(item, isSensitive, strings);
    return strings;
  }
  // A step of a JSON Patch says by its path what its value is.
  const { path, op } = value as { path?: unknown; op?: unknown };
  const isStep = typeof path === 'string' && typeof op === 'string';
  const isAtHolder = isStep && path.split('/').some(isSensitiveKey);
  for (const [key, part] of Object.entries(value)) {
    const isName = typeof part === 'string' && (NAMES.has(key) || (isStep && key !== 'value'));
    sortStrings(part, !isName && (isSensitive || isAtHolder || isSensitiveKey(key)), strings);
  }
  return strings;
}

/** Whether what stands at a field, as validation names it, may be a secret: `spec.containers[0].env[1].value`. */
export function isSensitiveField(field: string): boolean {
  const segments = field.split(/[.[\]"=]+/).filter((segment) => segment !== '');
  const last = segments.at(-1) ?? '';
  if (NAMES.has(last)) return false;
  // Of annotations themselves validation quotes the keys, which people have to see.
  return segments.some((segment) => isSensitiveKey(segment)) && last !== 'annotations';
}
