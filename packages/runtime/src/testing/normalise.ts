import type { AnyObject, DeepReadonly } from '@slipway/kube';

/** Objects by `Kind name`, with stable marks in place of what no two runs have in common. */
export type NormalState = Readonly<Record<string, unknown>>;

/** Not part of a state: they tell who was there and what happened. */
const LEFT_OUT_KINDS: ReadonlySet<string | undefined> = new Set(['Lease', 'Event']);
/** Put into every namespace by the control plane, when it comes to it. */
const LEFT_OUT_NAMES: ReadonlySet<string | undefined> = new Set(['kube-root-ca.crt']);
const TIMES_OF_CONDITIONS = ['lastTransitionTime', 'lastUpdateTime', 'lastProbeTime', 'lastHeartbeatTime'];
const TIMES_OF_METADATA = ['creationTimestamp', 'deletionTimestamp'];

/**
 * What two runs of the same operator must have in common (O-1). Resource versions, UIDs, timestamps,
 * managed fields, times of conditions, suffixes of generated names, allocated addresses and the name of
 * the namespace become marks, the same wherever they are mentioned; Leases and Events are left out.
 */
export function normaliseState(objects: readonly DeepReadonly<AnyObject>[]): NormalState {
  const kept = objects.filter(({ kind, metadata }) => !LEFT_OUT_KINDS.has(kind) && !LEFT_OUT_NAMES.has(metadata?.name));
  const marks = marksOf(kept);
  const entries = kept.map((object) => {
    const normal = marked(object, marks) as AnyObject;
    return [`${normal.kind} ${normal.metadata?.name}`, normal] as const;
  });
  return Object.fromEntries(entries.toSorted(([a], [b]) => compare(a, b)));
}

/** What is replaced wherever it is mentioned, longest first: one name may begin with another. */
type Marks = readonly (readonly [string, string])[];

function marksOf(objects: readonly DeepReadonly<AnyObject>[]): Marks {
  const namespaces = objects.flatMap(({ metadata }) =>
    metadata?.namespace ? [[metadata.namespace, '<namespace>'] as const] : [],
  );
  const generated = objects.filter(({ metadata }) => metadata?.generateName);
  // Alike but for their suffix: numbered by their content, the only order that two runs share.
  const anonymous: Marks = longestFirst([
    ...namespaces,
    ...objects.map(({ metadata }) => [metadata?.uid ?? '', '<uid>'] as const),
    ...generated.map(({ metadata }) => [metadata?.name ?? '', `${metadata?.generateName}<n>`] as const),
  ]);
  const contents = new Map(generated.map((object) => [object, JSON.stringify(marked(object, anonymous))]));
  const numbers = new Map<string, number>();
  const names = generated
    .toSorted((a, b) => compare(contents.get(a) ?? '', contents.get(b) ?? ''))
    .map(({ kind, metadata }) => {
      const prefix = `${kind} ${metadata?.generateName}`;
      const number = (numbers.get(prefix) ?? 0) + 1;
      numbers.set(prefix, number);
      return [metadata?.name ?? '', `${metadata?.generateName}<${number}>`] as const;
    });
  const nameOf = new Map(names);
  // Owners count as objects: one that is gone is still named by what it leaves behind.
  const named = objects.flatMap(({ kind, metadata: { uid, name, ownerReferences = [] } = {} }) => [
    { kind, uid, name },
    ...ownerReferences,
  ]);
  const uids = named.map(({ kind, uid = '', name = '' }) => {
    return [uid, `<uid of ${kind} ${nameOf.get(name) ?? name}>`] as const;
  });
  return longestFirst([...namespaces, ...names, ...uids]);
}

function longestFirst(marks: Marks): Marks {
  return [...new Map(marks.filter(([text]) => text !== ''))].toSorted(([a], [b]) => b.length - a.length);
}

/** A copy with its fields in order, marks set and fields of the server taken out. */
function marked(value: unknown, marks: Marks, path: readonly string[] = []): unknown {
  if (typeof value === 'string') return marks.reduce((text, [from, to]) => text.replaceAll(from, to), value);
  if (Array.isArray(value)) return value.map((item) => marked(item, marks, [...path, '*']));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value)
    .filter(([field]) => !isDropped(path, field))
    .map(([field, inner]) => [field, fixedMark(path, field, inner) ?? marked(inner, marks, [...path, field])] as const);
  return Object.fromEntries(fields.toSorted(([a], [b]) => compare(a, b)));
}

function isDropped(path: readonly string[], field: string): boolean {
  return path.length === 1 && path[0] === 'metadata' && (field === 'managedFields' || field === 'resourceVersion');
}

/** The mark of a field that differs by its nature. */
function fixedMark(path: readonly string[], field: string, value: unknown): string | undefined {
  const isIn = (...wanted: string[]): boolean => wanted.join() === path.slice(-wanted.length).join();
  if (path.length === 1 && isIn('metadata') && TIMES_OF_METADATA.includes(field)) return '<time>';
  if (isIn('conditions', '*') && TIMES_OF_CONDITIONS.includes(field)) return '<time>';
  // Allocated by the server to Services; a headless one says so.
  if (isIn('spec') && (field === 'clusterIP' || field === 'clusterIPs')) {
    return String(value) === 'None' ? undefined : '<allocated>';
  }
  if (field === 'nodePort' || field === 'healthCheckNodePort') return '<allocated>';
  return undefined;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
