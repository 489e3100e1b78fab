import { isDeepStrictEqual } from 'node:util';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What server-side apply makes of an object: fields of `next` are set; those of `previous`, which was applied before by
 * the same manager, go unless another manager set them too; all others stay. Lists are taken whole, but for those whose
 * items have a key: these are merged one by one.
 */
export function merged(
  live: unknown,
  previous: unknown,
  next: unknown,
  isShared: (path: string) => boolean,
  path = '',
): unknown {
  const key = KEYS[path];
  if (key !== undefined && Array.isArray(next)) {
    const [from, before, wanted] = [byKey(live, key), byKey(previous, key), byKey(next, key)];
    return Object.values(merged(from, before, wanted, isShared, `${path}/*`) as Fields);
  }
  if (!isFields(next)) return structuredClone(next);
  const result: Fields = isFields(live) ? { ...live } : {};
  const before = isFields(previous) ? previous : {};
  for (const key of Object.keys(before)) {
    const at = `${path}/${key}`;
    if (!Object.hasOwn(next, key) && !isShared(at)) drop(result, key, before[key]);
  }
  for (const [key, value] of Object.entries(next))
    result[key] = merged(result[key], before[key], value, isShared, `${path}/${key}`);
  return result;
}

/** Lists of a status whose items are distinguished by a field. */
const KEYS: Readonly<Record<string, string>> = { '/conditions': 'type', '/versions': 'name' };

function byKey(list: unknown, key: string): Fields {
  const items = (Array.isArray(list) ? list : []) as Fields[];
  return Object.fromEntries(items.map((item) => [String(item[key]), item]));
}

/** Takes away what was owned; what others put beside it stays. */
function drop(result: Fields, key: string, owned: unknown): void {
  const live = result[key];
  if (!isFields(owned) || !isFields(live)) {
    delete result[key];
    return;
  }
  const rest: Fields = { ...live };
  for (const inner of Object.keys(owned)) drop(rest, inner, owned[inner]);
  if (isDeepStrictEqual(rest, {})) delete result[key];
  else result[key] = rest;
}
