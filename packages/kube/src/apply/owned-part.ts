/** A field set as the server writes it into managedFields: `f:name`, `k:{keys}`, `v:value`, `.` (the thing itself). */
export interface FieldSet {
  readonly [path: string]: FieldSet;
}

/**
 * The part of an object that a field set names, in the object's own order.
 *
 * List items are found by the keys that the set itself carries (`k:{"containerPort":80}`), so no
 * schema is needed. A field that the set names and the object lacks is left out.
 */
export function ownedPart(value: unknown, fields: FieldSet): unknown {
  const paths = Object.keys(fields).filter((path) => path !== '.');
  // A leaf: the owner has the whole value, whatever is in it.
  if (paths.length === 0) return '.' in fields ? emptyLike(value) : value;
  if (Array.isArray(value)) return ownedItems(value, fields, paths);
  if (typeof value !== 'object' || value === null) return value;

  const part: Record<string, unknown> = {};
  for (const path of paths) {
    const name = path.slice(2);
    if (path.startsWith('f:') && Object.hasOwn(value, name)) {
      part[name] = ownedPart((value as Record<string, unknown>)[name], fields[path] ?? {});
    }
  }
  return part;
}

function ownedItems(items: readonly unknown[], fields: FieldSet, paths: readonly string[]): unknown[] {
  const matchers = paths.map((path) => ({ matches: itemMatcher(path), fields: fields[path] ?? {} }));
  const part: unknown[] = [];
  for (const [index, item] of items.entries()) {
    const matcher = matchers.find(({ matches }) => matches(item, index));
    if (matcher) part.push(ownedPart(item, matcher.fields));
  }
  return part;
}

function itemMatcher(path: string): (item: unknown, index: number) => boolean {
  const text = path.slice(2);
  switch (path.slice(0, 2)) {
    case 'k:': {
      const keys = Object.entries(JSON.parse(text) as Record<string, unknown>);
      return (item) => keys.every(([key, value]) => (item as Record<string, unknown> | null)?.[key] === value);
    }
    case 'v:': {
      const value: unknown = JSON.parse(text);
      return (item) => item === value;
    }
    default:
      return (_item, index) => path === `i:${index}`;
  }
}

/** Only the existence of the thing is owned: `metadata.labels` as `{".": {}}` says nothing of any label. */
function emptyLike(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return typeof value === 'object' && value !== null ? {} : value;
}
