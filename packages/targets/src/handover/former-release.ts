import type { Ref } from '@gati-framework/contracts/deployment';
import type { AnyObject, ObjectOf } from '@slipway/kube';
import { Secret } from '@slipway/kube/kinds';
import {
  belongsTo,
  RELEASE_ANNOTATIONS,
  RELEASE_LABELS,
  type Release,
  readRecord,
  refsIn,
  releaseSecrets,
} from '../helm-target/index.ts';
import { refKey } from '../resources/index.ts';
import { find, type LettingGo, letGo } from './letting-go.ts';

/** Revisions that something of may be in the cluster. */
const IN_FORCE = /^(?:deployed|failed|pending-.*|uninstalling)$/;

/**
 * Has helm forget a release without its binary: what says that objects are the release's goes, then the Secrets that
 * it keeps its revisions in. A user who uninstalls it afterwards finds nothing.
 */
export async function forgetRelease(parts: LettingGo, release: Release): Promise<void> {
  const { client } = parts.cluster;
  const { namespace } = release;
  const revisions = await releaseSecrets(client, release);
  const isHeld = (object: AnyObject): boolean => belongsTo(object, release);
  for (const ref of objectsOf(revisions, namespace)) {
    const held = await find(parts, ref);
    if (!held || !isHeld(held.object)) continue;
    await letGo(parts, held, isHeld, () => ({
      annotations: RELEASE_ANNOTATIONS,
      labels: RELEASE_LABELS,
      // It calls itself by the name of its binary.
      isFormer: ({ manager, operation, subresource }) =>
        manager?.startsWith('helm') === true && operation === 'Update' && !subresource,
    }));
  }
  for (const { metadata } of revisions) {
    const { name: record = '', uid } = metadata;
    await client.delete(Secret, { namespace, name: record }, uid === undefined ? {} : { uid });
  }
}

function objectsOf(revisions: readonly ObjectOf<typeof Secret>[], namespace: string): Ref[] {
  const refs = revisions
    .map(readRecord)
    .filter(({ status }) => IN_FORCE.test(status))
    .flatMap(({ manifest }) => refsIn(manifest, namespace));
  return [...new Map(refs.map((ref) => [refKey(ref), ref])).values()].toReversed();
}
