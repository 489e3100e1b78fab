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
const SECRET_KEY =
  /pass(?:word|wd|phrase)|secret|token|credential|api-?_?key|private-?_?key|client-key-data|(?:^|_)auth$/i;
/** What names something and holds nothing, in a variable or in a reference to a Secret: `secretName`, `tokenRef`. */
const NAME = /^(?:name|key|namespace|kind|apiVersion|fieldPath|resource)$|[a-z](?:Name|Ref)$/;

const isSecretKey = (key: string): boolean => SECRET_KEY.test(key) && !NAME.test(key);

export interface Strings {
  /** Of fields and variables that are called a secret. */
  readonly secret: Set<string>;
  /** May be one: variables, arguments, annotations. */
  readonly sensitive: Set<string>;
  readonly plain: Set<string>;
}

type Kind = keyof Strings;

/** Every string of a value, by whether it may be a secret. */
export function sortStrings(
  value: unknown,
  kind: Kind = 'plain',
  strings: Strings = { secret: new Set(), sensitive: new Set(), plain: new Set() },
): Strings {
  if (typeof value === 'string') strings[kind].add(value);
  if (typeof value !== 'object' || value === null) return strings;
  if (Array.isArray(value)) {
    for (const item of value) sortStrings(item, kind, strings);
    return strings;
  }
  // A step of a JSON Patch says by its path what its value is, and a variable by its name.
  const { path, op, name } = value as { path?: unknown; op?: unknown; name?: unknown };
  const isStep = typeof path === 'string' && typeof op === 'string';
  const keys = [...(isStep ? path.split('/') : []), ...(kind !== 'plain' && typeof name === 'string' ? [name] : [])];
  const own = keys.reduce(kindBelow, kind);
  for (const [key, part] of Object.entries(value)) {
    const isName = typeof part === 'string' && (NAME.test(key) || (isStep && key !== 'value'));
    sortStrings(part, isName ? 'plain' : kindBelow(own, key), strings);
  }
  return strings;
}

function kindBelow(kind: Kind, key: string): Kind {
  if (kind === 'secret' || isSecretKey(key)) return 'secret';
  return kind === 'sensitive' || HOLDERS.has(key) ? 'sensitive' : 'plain';
}

/** Whether what stands at a field, as validation names it, may be a secret: `spec.containers[0].env[1].value`. */
export function isSensitiveField(field: string, value = ''): boolean {
  const segments = field.split(/[.[\]"=]+/).filter((segment) => segment !== '');
  const last = segments.at(-1) ?? '';
  if (NAME.test(last)) return false;
  // Of annotations themselves validation quotes the keys, which people have to see.
  if (segments.some((segment) => HOLDERS.has(segment))) return last !== 'annotations';
  // The mode of a volume of a Secret is no secret; a password of digits is.
  const isNumber = /^(?:-?[\d.]+|true|false)$/.test(value);
  return isSecretKey(last) || (!isNumber && segments.some(isSecretKey));
}
