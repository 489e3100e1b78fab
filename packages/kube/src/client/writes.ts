import { type ObjectRef, refOf } from '@slipway/apimachinery/references';
import type { AnyKind, AnyObject, ObjectOf, Stored } from '../kinds/index.ts';
import type { KubeRequest, Transport } from '../transport/index.ts';
import {
  type CallOptions,
  callFields,
  collectionPath,
  completeBody,
  type DeleteOptions,
  deleteBody,
  describeObject,
  isNotFoundOf,
  objectPath,
  type Patch,
  patchFields,
  patchRefusal,
  type WriteOptions,
  writeQuery,
} from './request.ts';

export interface ApplyOptions extends Omit<WriteOptions, 'fieldManager'> {
  /** Who owns the applied fields; the server refuses an apply without it. */
  readonly fieldManager: string;
  /** Take fields from other owners instead of failing with `KUBE_CONFLICT`. @default false */
  readonly force?: boolean;
  readonly subresource?: string;
}

export interface DeleteManyOptions extends Omit<DeleteOptions, 'uid' | 'resourceVersion'> {
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

/** A part of an object with an address of its own: `status`, `scale`, `eviction`, `binding`, `token`. */
export interface Subresource<Body> {
  get(options?: CallOptions): Promise<Body>;
  create(body: unknown, options?: WriteOptions): Promise<Body>;
  update(body: Body, options?: WriteOptions): Promise<Body>;
  patch(patch: Patch, options?: WriteOptions): Promise<Body>;
}

/** The verbs that change the server, thin and without memory. */
export interface Writer {
  /**
   * Creates the object. Sent again only when it certainly never reached the server; one with
   * `generateName` is never sent twice.
   */
  create<K extends AnyKind>(kind: K, object: ObjectOf<K>, options?: WriteOptions): Promise<Stored<ObjectOf<K>>>;
  /** Replaces the object. With its `resourceVersion`, a change by someone else in between is `KUBE_CONFLICT`. */
  update<K extends AnyKind>(kind: K, object: ObjectOf<K>, options?: WriteOptions): Promise<Stored<ObjectOf<K>>>;
  /** A JSON Patch with a `test` that fails is `KUBE_CONFLICT`, as an update of an older version is. */
  patch<K extends AnyKind>(kind: K, ref: ObjectRef, patch: Patch, options?: WriteOptions): Promise<Stored<ObjectOf<K>>>;
  /** One server-side apply. `createApplier` adds the no-op skip, the ownership check and the loop guard. */
  apply<K extends AnyKind>(kind: K, object: AnyObject, options: ApplyOptions): Promise<Stored<ObjectOf<K>>>;
  /** The object while it ends (finalizers, grace), or undefined when it is gone, also if it was before. */
  delete<K extends AnyKind>(kind: K, ref: ObjectRef, options?: DeleteOptions): Promise<Stored<ObjectOf<K>> | undefined>;
  deleteMany(kind: AnyKind, options?: DeleteManyOptions): Promise<void>;
  subresource<Body = unknown>(kind: AnyKind, ref: ObjectRef, name: string): Subresource<Body>;
}

export function createWriter(transport: Transport): Writer {
  const write = <T>(
    method: KubeRequest['method'],
    path: string,
    options: WriteOptions,
    fields: Pick<KubeRequest, 'body' | 'contentType' | 'repeat' | 'retry'>,
  ): Promise<T> => transport.json<T>({ method, path, query: writeQuery(options), ...fields, ...callFields(options) });

  const sendPatch = async <T>(path: string, what: string, patch: Patch, options: WriteOptions): Promise<T> => {
    try {
      return await write<T>('PATCH', path, options, patchFields(patch));
    } catch (error) {
      throw patchRefusal(error, what, patch);
    }
  };

  return {
    create: (kind, object, options = {}) =>
      write('POST', collectionPath(kind, object.metadata?.namespace), options, {
        body: JSON.stringify(completeBody(kind, object)),
        repeat: object.metadata?.name ? 'unsent' : 'never',
      }),

    update: (kind, object, options = {}) =>
      write('PUT', objectPath(kind, refOf(object)), options, {
        body: JSON.stringify(completeBody(kind, object)),
        repeat: object.metadata?.resourceVersion ? 'safe' : 'unsent',
      }),

    patch: async (kind, ref, patch, options = {}) =>
      sendPatch(objectPath(kind, ref), describeObject(kind, ref), patch, options),

    apply: (kind, object, { force, subresource, ...options }) =>
      transport.json({
        method: 'PATCH',
        path: objectPath(kind, refOf(object), subresource),
        query: { ...writeQuery(options), force: force ?? false },
        body: JSON.stringify(completeBody(kind, object)),
        contentType: 'application/apply-patch+yaml',
        repeat: 'safe',
        ...callFields(options),
      }),

    async delete<K extends AnyKind>(kind: K, ref: ObjectRef, options: DeleteOptions = {}) {
      const body = deleteBody(options);
      try {
        const answer = await transport.json<Stored<ObjectOf<K>>>({
          method: 'DELETE',
          path: objectPath(kind, ref),
          ...(body !== undefined && { body }),
          repeat: options.uid ? 'safe' : 'unsent',
          ...callFields(options),
        });
        return stillEnding(answer) ? answer : undefined;
      } catch (error) {
        if (isNotFoundOf(error, ref)) return undefined;
        throw error;
      }
    },

    async deleteMany(kind, { namespace, labelSelector, fieldSelector, ...options } = {}) {
      const body = deleteBody(options);
      await transport.json({
        method: 'DELETE',
        path: collectionPath(kind, namespace),
        query: { labelSelector, fieldSelector },
        ...(body !== undefined && { body }),
        ...callFields(options),
      });
    },

    subresource<Body>(kind: AnyKind, ref: ObjectRef, name: string): Subresource<Body> {
      const path = objectPath(kind, ref, name);
      return {
        get: (options = {}) => transport.json<Body>({ method: 'GET', path, ...callFields(options) }),
        create: (body, options = {}) =>
          write<Body>('POST', path, options, {
            body: JSON.stringify(body),
            // 429 to an eviction is the disruption budget's answer, not a busy server's.
            ...(name === 'eviction' && { retry: false }),
          }),
        update: (body, options = {}) =>
          write<Body>('PUT', path, options, {
            body: JSON.stringify(body),
            repeat: (body as AnyObject).metadata?.resourceVersion ? 'safe' : 'unsent',
          }),
        patch: (patch, options = {}) => sendPatch<Body>(path, describeObject(kind, ref), patch, options),
      };
    },
  };
}

/**
 * Some kinds are answered with the deleted object although nothing of it is left (K-75). What waits
 * for finalizers or for its grace period has a deletion timestamp and one of the two.
 */
function stillEnding(answer: AnyObject): boolean {
  if (answer.kind === 'Status' || !answer.metadata?.deletionTimestamp) return false;
  return answer.metadata.deletionGracePeriodSeconds !== 0 || (answer.metadata.finalizers ?? []).length > 0;
}
