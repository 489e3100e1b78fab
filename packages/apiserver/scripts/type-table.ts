/**
 * The text of src/schemas/built-in-table.ts, made from the OpenAPI v3 documents of an API server.
 * The grammar of a line is explained in src/schemas/type-text.ts, which reads it.
 */

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-patch-strategy'?: string;
  readonly 'x-kubernetes-patch-merge-key'?: string;
  readonly 'x-kubernetes-group-version-kind'?: readonly { group: string; version: string; kind: string }[];
}

export interface OpenApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface WantedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Named types whose Go type reads and writes something else than its fields. */
const SPECIAL: Readonly<Record<string, string>> = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': 'q',
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': 'u',
  'io.k8s.apimachinery.pkg.apis.meta.v1.Time': 't',
  'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': 't',
  'io.k8s.apimachinery.pkg.runtime.RawExtension': '?',
};

const SCALARS: Readonly<Record<string, string>> = {
  string: 's',
  'string byte': 'y',
  'string date-time': 't',
  'string int-or-string': 'u',
  'integer int32': 'i',
  'integer int64': 'l',
  integer: 'l',
  number: 'f',
  'number double': 'f',
  boolean: 'b',
};

const NAMED =
  /^io\.k8s\.(?:api|apimachinery\.pkg\.apis|apiextensions-apiserver\.pkg\.apis|kube-aggregator\.pkg\.apis)\.([^.]+\.v[^.]+)\.([^.]+)$/;

export function typeTable(documents: readonly OpenApiDocument[], wanted: readonly WantedKind[]): string {
  const schemas: Record<string, Schema> = {};
  for (const { components } of documents) Object.assign(schemas, components.schemas);
  const keyed = keyFields(schemas);
  const lines = new Map<string, Map<string, string>>();
  const packages = new Map<string, string>();

  const visit = (name: string): void => {
    const [owner, short] = split(name);
    const known = lines.get(owner) ?? new Map<string, string>();
    lines.set(owner, known);
    if (known.has(short)) return;
    known.set(short, '');
    const schema = schemas[name] ?? {};
    const fields = Object.entries(schema.properties ?? {}).map(([field, one]) => {
      const withDefault = keyed.has(`${name} ${field}`) && one.default !== undefined;
      return `${field}:${isStruct(one) ? '%' : isKeptEmpty(schema, field) ? '^' : ''}${expression(one, owner)}${patch(one)}${withDefault ? `=${JSON.stringify(one.default)}` : ''}`;
    });
    const atomic = schema['x-kubernetes-map-type'] === 'atomic' ? '!' : '';
    known.set(short, `${atomic}${short} ${fields.sort().join(' ')}`);
  };

  function expression(schema: Schema, owner: string): string {
    const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
    const atomic = schema['x-kubernetes-map-type'] === 'atomic' ? '!' : '';
    if (reference) {
      const name = reference.split('/').pop() ?? '';
      const inlined = SPECIAL[name];
      if (inlined) return inlined;
      const target = schemas[name] ?? {};
      if (target.properties === undefined) return `${atomic}${expression(target, owner)}`;
      visit(name);
      const [where, short] = split(name);
      return `${atomic}${where === owner ? short : `${where}.${short}`}`;
    }
    if (schema.type === undefined) return schema.format === 'int-or-string' ? 'u' : '*';
    if (schema.type === 'array') return `${list(schema)}${expression(schema.items ?? {}, owner)}`;
    if (schema.type === 'object' && !schema.additionalProperties) return `${atomic}#`;
    if (schema.type === 'object') return `${atomic}{${expression(schema.additionalProperties ?? {}, owner)}`;
    return SCALARS[[schema.type, schema.format].filter(Boolean).join(' ')] ?? 's';
  }

  for (const { group, version, kind } of wanted) {
    const name = Object.keys(schemas).find((one) => {
      const kinds = schemas[one]?.['x-kubernetes-group-version-kind'] ?? [];
      return kinds.length === 1 && kinds[0]?.group === group && kinds[0].version === version && kinds[0].kind === kind;
    });
    if (!name) throw new Error(`${group}/${version} ${kind} is not in the documents`);
    visit(name);
    packages.set(group === '' ? version : `${group}/${version}`, split(name)[0]);
  }

  const blocks = [...lines].sort(byName).map(([owner, types]) => {
    const text = [...types].sort(byName).map(([, line]) => line);
    return `  '${owner}': \`\n${text.join('\n')}\`,`;
  });
  const rows = [...packages].sort(byName).map(([version, owner]) => `  '${version}': '${owner}',`);
  return `// Derived from the OpenAPI documents of a real API server by scripts/derive-types.ts; not edited by hand.

/** Where the kinds of an API version are described. */
export const packageOf: Readonly<Record<string, string>> = {
${rows.join('\n')}
};

// biome-ignore format: one line per type
export const typeTexts: Readonly<Record<string, string>> = {
${blocks.join('\n')}
};
`;
}

function split(name: string): readonly [owner: string, short: string] {
  const [, owner, short] = NAMED.exec(name) ?? [];
  if (!owner || !short) throw new Error(`${name} has no place in the table`);
  return [owner, short];
}

/** Fields that tell list items apart; only their defaults matter to merging (K-78). */
function keyFields(schemas: Readonly<Record<string, Schema>>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { properties = {} } of Object.values(schemas)) {
    for (const one of Object.values(properties)) {
      const item = (one.items?.$ref ?? one.items?.allOf?.[0]?.$ref)?.split('/').pop();
      for (const key of one['x-kubernetes-list-map-keys'] ?? []) if (item) found.add(`${item} ${key}`);
      const mergeKey = one['x-kubernetes-patch-merge-key'];
      if (item && mergeKey && one['x-kubernetes-list-type'] === undefined) found.add(`${item} ${mergeKey}`);
    }
  }
  return found;
}

/** A Go struct that is not a pointer is there even when it is empty; OpenAPI shows that as its default. */
function isStruct(schema: Schema): boolean {
  const { default: value, type } = schema;
  return type === undefined && typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Lists and maps that must be there are shown when they are empty; others are not. */
function isKeptEmpty({ required, properties }: Schema, field: string): boolean {
  const type = properties?.[field]?.type;
  return (type === 'array' || type === 'object') && required?.includes(field) === true;
}

function list(schema: Schema): string {
  const kind = schema['x-kubernetes-list-type'];
  if (kind === 'set') return '()';
  if (kind === 'map') return `(${schema['x-kubernetes-list-map-keys']?.join(',')})`;
  const merges = kind === undefined && /merge/.test(schema['x-kubernetes-patch-strategy'] ?? '');
  return merges ? `(${schema['x-kubernetes-patch-merge-key'] ?? ''})` : '[';
}

function patch(schema: Schema): string {
  const strategies = schema['x-kubernetes-patch-strategy']?.split(',') ?? [];
  if (strategies.length === 0) return '';
  const merge = strategies.includes('merge') ? `+${schema['x-kubernetes-patch-merge-key'] ?? ''}` : '';
  return `@${merge}${strategies.includes('retainKeys') ? '!' : ''}`;
}

function byName(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : 1;
}
