import { isDeepStrictEqual } from 'node:util';
import type { PodObject, PodStatus } from './lifecycle/index.ts';

/** The strategic merge patch that brings a pod's status to `wanted`; undefined when it is there already. */
export function statusPatch(pod: PodObject, wanted: PodStatus): object | undefined {
  const seen = (pod.status ?? {}) as Readonly<Record<string, unknown>>;
  const changed = Object.entries(wanted).filter(([field, value]) => {
    if (field !== 'conditions') return !isDeepStrictEqual(plain(seen[field]), plain(value));
    const own = new Set((value as { type: string }[]).map(({ type }) => type));
    const before = ((seen['conditions'] ?? []) as readonly { type: string }[]).filter(({ type }) => own.has(type));
    return !isDeepStrictEqual(byType(before), byType(value as { type: string }[]));
  });
  if (changed.length === 0) return undefined;
  // Of the pod of this uid, and of no other that has its name by now.
  return { metadata: { uid: pod.metadata.uid }, status: Object.fromEntries(changed) };
}

function byType(conditions: readonly { readonly type: string }[]): unknown {
  return Object.fromEntries(conditions.map((condition) => [condition.type, plain(condition)]));
}

/** Without what a server writes as null or leaves out as empty. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, each]) => {
    const isNothing = each === null || each === undefined || each === '';
    return isNothing ? [] : [[name, plain(each)] as const];
  });
  return Object.fromEntries(entries);
}
