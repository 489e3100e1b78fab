import { apiVersionOf } from '@slipway/apimachinery/references';
import type { AnyKind, AnyObject, DeepReadonly } from '@slipway/kube';

/** What a controller wants to tell about an object. */
export interface EventInput {
  readonly type: 'Normal' | 'Warning';
  /** Why, in CamelCase, for machines: `ScalingUp`. */
  readonly reason: string;
  /** What was done or tried, in CamelCase: `Scale`. */
  readonly action: string;
  /** For people. */
  readonly note: string;
}

/** An object that an event is about. */
export interface Regarding {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly uid: string | undefined;
}

export interface RecordedEvent extends EventInput {
  readonly regarding: Regarding;
}

export function regardingOf(kind: AnyKind, object: DeepReadonly<AnyObject>): Regarding {
  const { namespace, name = '', uid } = object.metadata ?? {};
  return { apiVersion: apiVersionOf(kind), kind: kind.kind, namespace, name, uid };
}

/** The server's limits. What is longer is cut and marked: an event is never worth a failed reconcile. */
const LONGEST = { note: 1024, word: 128 } as const;

export function fitting(event: RecordedEvent): RecordedEvent {
  return {
    ...event,
    reason: cut(event.reason, LONGEST.word),
    action: cut(event.action, LONGEST.word),
    note: cut(event.note, LONGEST.note),
  };
}

/** At most `bytes` bytes, the mark included: the server counts bytes, and a cut may not split a character. */
export function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const kept = new TextDecoder('utf-8', { fatal: false }).decode(Buffer.from(text).subarray(0, bytes - 3));
  return `${kept.replace(/\uFFFD+$/, '')}…`;
}

/** A qualified name: a DNS prefix, a slash and at most 63 characters. */
export function reportingController(name: string): string {
  const [last = '', ...prefix] = name.split('/').toReversed();
  const word = last
    .replace(/[^A-Za-z0-9._-]/g, '-')
    .slice(0, 63)
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');
  return prefix.length === 0 ? word : `${prefix.toReversed().join('.')}/${word}`;
}
