import type { JsonPatchOperation } from '@slipway/apimachinery/json-patch';
import type { ObjectRef } from '@slipway/apimachinery/references';
import { apiVersionOf } from '@slipway/apimachinery/references';
import { isKubeError, KubeError } from '../errors.ts';
import { type AnyKind, type AnyObject, resourceName, resourcePath } from '../kinds/index.ts';
import type { KubeRequest } from '../transport/index.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Time for the call and its retries together, in milliseconds. @default 30_000 (60_000 per list page) */
  readonly deadlineMs?: number;
}

export interface WriteOptions extends CallOptions {
  /** The server does everything but the write. @default false */
  readonly dryRun?: boolean;
  /** What the server does with unknown and doubled fields. @default 'Strict': a misspelt field is an error. */
  readonly fieldValidation?: 'Strict' | 'Warn' | 'Ignore';
  /** Who owns the written fields. @default the user agent's first word, chosen by the server */
  readonly fieldManager?: string;
}

export interface DeleteOptions extends CallOptions {
  /** Delete only this incarnation: another object of the same name is left alone (R-109). */
  readonly uid?: string;
  /** Delete only this version of it. */
  readonly resourceVersion?: string;
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan';
  readonly gracePeriodSeconds?: number;
  readonly dryRun?: boolean;
}

/** A change to an object, by the form it is written in. */
export type Patch =
  | { readonly json: readonly JsonPatchOperation[] }
  | { readonly merge: unknown }
  | { readonly strategic: unknown };

/** `configmaps "a" in namespace "b"`: how messages name an object. */
export function describeObject(kind: AnyKind, ref: ObjectRef): string {
  return `${resourceName(kind)} "${ref.name}"${ref.namespace ? ` in namespace "${ref.namespace}"` : ''}`;
}

/** Where an object is, or an error that says what is wrong with its name. */
export function objectPath(kind: AnyKind, ref: ObjectRef, subresource?: string): string {
  if (!ref.name) throw new KubeError('KUBE_INVALID', `metadata.name: a ${kind.kind} needs a name`);
  return resourcePath(kind, { namespace: namespaceOf(kind, ref.namespace), name: ref.name, subresource });
}

/** Where objects are created. */
export function collectionPath(kind: AnyKind, namespace: string | undefined): string {
  return resourcePath(kind, { namespace: namespaceOf(kind, namespace) });
}

function namespaceOf(kind: AnyKind, namespace: string | undefined): string | undefined {
  if (kind.scope === 'Cluster') return undefined;
  if (namespace) return namespace;
  // Without it the path would name another resource or a collection of all namespaces.
  throw new KubeError('KUBE_INVALID', `metadata.namespace: a ${kind.kind} lives in a namespace; name one`);
}

/** The object with the apiVersion and kind that a body needs. */
export function completeBody<Obj extends AnyObject>(kind: AnyKind, object: Obj): Obj {
  return { ...object, apiVersion: apiVersionOf(kind), kind: kind.kind };
}

export function callFields(options: CallOptions): Pick<KubeRequest, 'signal' | 'deadlineMs'> {
  return {
    ...(options.signal && { signal: options.signal }),
    ...(options.deadlineMs !== undefined && { deadlineMs: options.deadlineMs }),
  };
}

export function writeQuery(options: WriteOptions): NonNullable<KubeRequest['query']> {
  return {
    dryRun: options.dryRun ? 'All' : undefined,
    fieldValidation: options.fieldValidation ?? 'Strict',
    fieldManager: options.fieldManager,
  };
}

const patchContentType = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const;

/** Body, media type and repeatability of a patch. */
export function patchFields(patch: Patch): Pick<KubeRequest, 'body' | 'contentType' | 'repeat'> {
  if ('json' in patch) {
    // A `test` makes the second of two sends fail instead of doubling the effect (R-8).
    const guarded = patch.json.some((operation) => operation.op === 'test');
    return {
      body: JSON.stringify(patch.json),
      contentType: patchContentType.json,
      repeat: guarded ? 'safe' : 'unsent',
    };
  }
  const [form, body] = 'merge' in patch ? (['merge', patch.merge] as const) : (['strategic', patch.strategic] as const);
  return { body: JSON.stringify(body), contentType: patchContentType[form], repeat: 'unsent' };
}

/** The body of a delete, or undefined where the server's defaults serve. */
export function deleteBody(options: DeleteOptions): string | undefined {
  const { uid, resourceVersion, propagationPolicy, gracePeriodSeconds, dryRun } = options;
  const preconditions = uid || resourceVersion ? { uid, resourceVersion } : undefined;
  const fields = { preconditions, propagationPolicy, gracePeriodSeconds, dryRun: dryRun ? ['All'] : undefined };
  if (Object.values(fields).every((value) => value === undefined)) return undefined;
  return JSON.stringify({ apiVersion: 'v1', kind: 'DeleteOptions', ...fields });
}

/**
 * Whether the error says that this object is not there. A 404 that does not name it says something
 * else (no such kind, no such path), and unknown is not absent.
 */
export function isNotFoundOf(error: unknown, ref: ObjectRef): boolean {
  return error instanceof KubeError && error.code === 'KUBE_NOT_FOUND' && error.body?.details?.name === ref.name;
}

/**
 * What a refused patch means. A JSON Patch whose `test` fails is answered as 422 with empty details, unlike a content
 * that the server refuses (it names fields) or a webhook that does (it gives no details). For the caller that is what a
 * 409 is: the object is not the one that was read, so read again and decide again (R-125).
 */
export function patchRefusal(error: unknown, what: string, patch: Patch): unknown {
  if (!('json' in patch) || !patch.json.some(({ op }) => op === 'test')) return error;
  if (!isKubeError(error, 'KUBE_INVALID') || error.status !== 422) return error;
  const { details } = error.body ?? {};
  if (!details || details.name !== undefined || details.causes?.length) return error;
  return new KubeError('KUBE_CONFLICT', `${what} is not as the patch expects it: it has changed. Read it again.`, {
    status: 422,
    ...(error.body && { body: error.body }),
    cause: error,
  });
}
