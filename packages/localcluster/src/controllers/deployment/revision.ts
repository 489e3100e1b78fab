import { hashOf, isSame } from '../objects/index.ts';
import {
  byAge,
  DESIRED,
  type DeploymentObject,
  type Draft,
  draftOf,
  HASH_LABEL,
  MOST,
  maxSurge,
  REVISION,
  type ReplicaSetObject,
  replicasOf,
} from './draft.ts';

const HISTORY = 'deployment.kubernetes.io/revision-history';
/** Most characters of the list of revisions that a set once was. */
const LONGEST_HISTORY = 2000;

/** Annotations of the Deployment that are its own and not copied to its sets. */
const NOT_COPIED = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  REVISION,
  HISTORY,
  DESIRED,
  MOST,
  'deprecated.deployment.rollback.to',
]);

type Template = NonNullable<DeploymentObject['spec']>['template'];

/** Whether two templates make the same pods. The hash that the controller adds does not count. */
export function isSameTemplate(a: Template | undefined, b: Template | undefined): boolean {
  return isSame(bare(a), bare(b));
}

function bare(template: Template | undefined): object {
  const { [HASH_LABEL]: _hash, ...labels } = template?.metadata?.labels ?? {};
  const { creationTimestamp: _time, ...metadata } = template?.metadata ?? {};
  return { ...template, metadata: { ...metadata, labels } };
}

/** The set of the current template and those of earlier ones, oldest first. */
export function splitSets(
  deployment: DeploymentObject,
  sets: readonly ReplicaSetObject[],
): { readonly current: Draft | undefined; readonly old: Draft[] } {
  const drafts = sets.map(draftOf).sort(byAge);
  const current = drafts.find(({ object }) => isSameTemplate(object?.spec?.template, deployment.spec?.template));
  return { current, old: drafts.filter((draft) => draft !== current) };
}

/** A 64-bit number, as Go counts: an adopted set may bring one that JavaScript's numbers cannot hold. */
export function revisionOf({ annotations }: Pick<Draft, 'annotations'>): bigint {
  const text = annotations[REVISION] ?? '';
  const revision = /^[+-]?\d{1,19}$/.test(text) ? BigInt(text.replace('+', '')) : 0n;
  return BigInt.asIntN(64, revision) === revision ? revision : 0n;
}

/** The revision that comes after those of all earlier sets. */
export function nextRevision(old: readonly Draft[]): bigint {
  return old.map(revisionOf).reduce((most, revision) => (revision > most ? revision : most), 0n) + 1n;
}

/** The annotations of the current set: the Deployment's, and the revision it now is with those it was. */
export function currentAnnotations(
  deployment: DeploymentObject,
  annotations: Readonly<Record<string, string>>,
  revision: bigint,
): Readonly<Record<string, string>> {
  const copied = Object.entries(deployment.metadata.annotations ?? {}).filter(([key]) => !NOT_COPIED.has(key));
  const next: Record<string, string> = { ...annotations, ...Object.fromEntries(copied) };
  const before = annotations[REVISION];
  if (revisionOf({ annotations }) >= revision) return next;
  next[REVISION] = String(revision);
  if (before !== undefined) {
    const history = [...(annotations[HISTORY]?.split(',') ?? []), before].filter(Boolean);
    while (history.join(',').length > LONGEST_HISTORY) history.shift();
    next[HISTORY] = history.join(',');
  }
  return next;
}

/** A first draft of the set of the current template. */
export function newDraft(
  deployment: DeploymentObject,
  revision: bigint,
): { readonly draft: Draft; readonly hash: string } {
  const hash = hashOf(bare(deployment.spec?.template), deployment.status?.collisionCount);
  const desired = replicasOf(deployment);
  const draft: Draft = {
    name: `${deployment.metadata.name.slice(0, 253 - hash.length - 1)}-${hash}`,
    object: undefined,
    replicas: 0,
    minReadySeconds: deployment.spec?.minReadySeconds ?? 0,
    annotations: {
      ...currentAnnotations(deployment, {}, revision),
      [DESIRED]: String(desired),
      [MOST]: String(desired + maxSurge(deployment)),
    },
  };
  return { draft, hash };
}
