import { isDeepStrictEqual } from 'node:util';
import { apiVersionOf } from '@slipway/apimachinery/references';
import type { AnyKind, AnyObject, Client, DeepReadonly, ObjectMeta } from '@slipway/kube';
import { refOf } from '@slipway/kube/client';
import { type WholeStatusOptions, writeWholeStatus } from './write-whole-status.ts';

/** The status of one object that was read, to be written now and as a whole. */
export interface StatusOf {
  /**
   * Applies it as `<field manager>-status`, beside other writers: what `options` leaves to them stays theirs, all else
   * becomes as given. True when something was written; nothing is where it is so already.
   */
  apply(status: object, options?: WholeStatusOptions): Promise<boolean>;
  /**
   * Puts it in the place of the one that was read, as controllers with a status of their own alone do. Loses against any
   * newer write (`KUBE_CONFLICT`). `metadata` goes the same way, where it must not count as a change of the spec.
   */
  replace(status: object, options?: { readonly metadata?: DeepReadonly<ObjectMeta> }): Promise<boolean>;
}

export interface StatusOfOptions {
  readonly client: Pick<Client, 'apply' | 'subresource'>;
  /** Of what the controller applies; its status is owned apart from that. */
  readonly fieldManager: string;
  readonly signal: AbortSignal;
}

/** How the status of an object is written by one controller. */
export function statusOf(
  { client, fieldManager, signal }: StatusOfOptions,
  kind: AnyKind,
  object: DeepReadonly<AnyObject & { status?: unknown }>,
): StatusOf {
  const ref = refOf(object);
  const { name, namespace } = ref;
  const own = { fieldManager: `${fieldManager}-status`, signal };
  const status = client.subresource<AnyObject>(kind, ref, 'status');
  return {
    apply: (next, options) =>
      writeWholeStatus(
        {
          apply: (wanted, resourceVersion) => {
            const metadata = { name, ...(namespace && { namespace }), ...(resourceVersion && { resourceVersion }) };
            const body = { metadata, status: wanted } as AnyObject;
            return client.apply(kind, body, { ...own, force: true, subresource: 'status' });
          },
          patch: (operations) => status.patch({ json: operations }, own),
        },
        object,
        next,
        options,
      ),
    async replace(next, { metadata } = {}) {
      if (metadata === undefined && isDeepStrictEqual(object.status, next)) return false;
      const whole = { ...(object as AnyObject), ...(metadata && { metadata: metadata as ObjectMeta }), status: next };
      await status.update({ ...whole, apiVersion: apiVersionOf(kind), kind: kind.kind }, { fieldManager, signal });
      return true;
    },
  };
}
