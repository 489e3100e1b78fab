import type { DeploymentResource, Ref } from '@gati-framework/contracts/deployment';
import { apiVersionOf } from '@slipway/apimachinery/references';
import type { AnyKind } from '@slipway/kube';
import { TargetError } from '../errors.ts';
import { type Body, describeRef, digestOf, isKept, type KindFinder, refKey, toBody } from '../resources/index.ts';
import { entryKey } from './names.ts';

/** One object of a chart. */
export interface Entry {
  readonly key: string;
  readonly ref: Ref;
  readonly body: Body;
}

/** Helm deletes what leaves a chart, unless the object says otherwise. */
const KEEP = { 'helm.sh/resource-policy': 'keep' } as const;

/** The objects of a chart. Every kind is found, and what must not be in a chart is refused, before anything is written. */
export async function entriesOf(
  resources: readonly DeploymentResource[],
  releaseNamespace: string,
  kinds: KindFinder,
): Promise<Entry[]> {
  const seen = new Set<string>();
  const entries: Entry[] = [];
  for (const resource of resources) {
    const entry = entryOf(await kinds.find(resource), resource, releaseNamespace);
    if (seen.has(refKey(entry.ref))) {
      throw new TargetError(
        'TARGET_INVALID',
        `${describeRef(entry.ref)} is in the set twice. Nothing was sent; leave one out.`,
      );
    }
    seen.add(refKey(entry.ref));
    // Two groups may have a kind of the same name.
    const isTaken = entries.some(({ key }) => key === entry.key);
    entries.push(isTaken ? { ...entry, key: `${entry.key}-${digestOf(refKey(entry.ref)).slice(0, 8)}` } : entry);
  }
  return entries;
}

function entryOf(kind: AnyKind, resource: DeploymentResource, releaseNamespace: string): Entry {
  const body = toBody(kind, resource);
  const ref = {
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    namespace: body.metadata.namespace ?? '',
    name: body.metadata.name,
  };
  if (ref.kind === 'Secret' && kind.group === '') {
    throw new TargetError(
      'TARGET_SECRET',
      `${describeRef(ref)} was not written: a chart is no place for secrets. Make it past this target and refer to it.`,
    );
  }
  const { metadata } = body;
  const kept = { ...metadata, annotations: { ...metadata.annotations, ...KEEP } };
  return { key: entryKey(ref, releaseNamespace), ref, body: isKept(ref.kind) ? { ...body, metadata: kept } : body };
}
