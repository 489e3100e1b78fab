/** A JSON Schema that is an object; `true` is one without keywords. */
export type SchemaObject = Readonly<Record<string, unknown>>;

/** Keywords that say nothing about which values are valid. Definitions count where something refers to them. */
const SILENT = new Set([
  'title',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
  '$id',
  '$defs',
  'definitions',
]);

/** Keywords of a schema that are compared. */
export function tellingKeys(schema: SchemaObject): string[] {
  return Object.keys(schema).filter((key) => !SILENT.has(key));
}

/** The schema as an object; undefined: no schema, or one that admits nothing, which the comparison does not cover. */
export function schemaObject(value: unknown): SchemaObject | undefined {
  if (value === true) return {};
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as SchemaObject) : undefined;
}

/** One schema with the definitions it may refer to. */
export class SchemaDocument {
  readonly root: unknown;

  constructor(root: unknown) {
    this.root = root;
  }

  /**
   * Follows references inside the document. One that leads out of it, to nothing or in a circle is left standing, as is
   * one with keywords beside it: drafts of JSON Schema disagree on what these mean.
   */
  resolve(value: unknown): unknown {
    let at = value;
    const passed = new Set<string>();
    for (;;) {
      const reference = pureReference(at);
      if (reference === undefined || passed.has(reference)) return at;
      passed.add(reference);
      const next = this.#find(reference);
      if (next === undefined) return at;
      at = next;
    }
  }

  #find(reference: string): unknown {
    let at: unknown = this.root;
    for (const part of reference.split('/').slice(1)) {
      const key = keyOf(part);
      if (typeof at !== 'object' || at === null || key === undefined || !Object.hasOwn(at, key)) return undefined;
      at = (at as Record<string, unknown>)[key];
    }
    return at;
  }
}

/** One step of a pointer in a URL fragment; undefined: its escapes are broken. */
function keyOf(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}

/** The JSON Pointer of a schema that is nothing but a reference into its own document. */
function pureReference(value: unknown): string | undefined {
  const schema = schemaObject(value);
  const reference = schema?.['$ref'];
  if (!schema || typeof reference !== 'string' || !/^#(\/|$)/.test(reference)) return undefined;
  return tellingKeys(schema).length === 1 ? reference : undefined;
}

/** Whether any part refers into its own document, so that equal text may mean different things. */
export function hasInnerReference(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' && value.startsWith('#');
  return Object.values(value).some(hasInnerReference);
}
