import type { Crd, CrdVersion, JsonSchema } from '../../schema/index.ts';

/**
 * Both CRDs with equal schemas made one and the same object, between sides and between versions: what
 * did not change is then known at a glance, and never normalised.
 */
export function shareSchemas(old: Crd, now: Crd): { readonly old: Crd; readonly new: Crd } {
  const before = shareWith(old, []);
  return { old: before, new: shareWith(now, before.spec.versions) };
}

/** Each version is held against the one of its name among `known`, or else the first. */
function shareWith(crd: Crd, known: readonly CrdVersion[]): Crd {
  const versions: CrdVersion[] = [];
  for (const version of crd.spec.versions) {
    const model = known.find(({ name }) => name === version.name) ?? known[0] ?? versions[0];
    const [like, own] = [model?.schema?.openAPIV3Schema, version.schema?.openAPIV3Schema];
    const isPlain = like === undefined || own === undefined;
    versions.push(isPlain ? version : { ...version, schema: { openAPIV3Schema: share(like, own) as JsonSchema } });
  }
  return { ...crd, spec: { ...crd.spec, versions } };
}

type Members = Record<string, unknown>;

/** `now`, with the parts that equal those of `old` taken from there; `old` itself if all do. */
function share(old: unknown, now: unknown): unknown {
  if (old === now) return old;
  if (typeof old !== 'object' || typeof now !== 'object' || old === null || now === null) return now;
  if (Array.isArray(old) || Array.isArray(now)) return isSameList(old, now) ? old : now;
  const [before, after] = [old as Members, now as Members];
  const keys = Object.keys(after);
  const values = keys.map((key) => (Object.hasOwn(before, key) ? share(before[key], after[key]) : after[key]));
  const isSame =
    Object.keys(before).length === keys.length &&
    keys.every((key, at) => Object.hasOwn(before, key) && values[at] === before[key]);
  if (isSame) return old;
  // Maps by name have no prototype. Other objects are copied first, so that any key is their own when it is set.
  const shared: Members = Object.getPrototypeOf(after) === null ? Object.create(null) : { ...after };
  for (const [at, key] of keys.entries()) shared[key] = values[at];
  return shared;
}

function isSameList(old: unknown, now: unknown): boolean {
  if (!Array.isArray(old) || !Array.isArray(now) || old.length !== now.length) return false;
  return old.every((item, at) => share(item, now[at]) === item);
}
