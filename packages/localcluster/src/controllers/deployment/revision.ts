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

export function revisionOf({ annotations }: Pick<Draft, 'annotations'>): number {
  const revision = Number(annotations[REVISION] ?? 0);
  return Number.isSafeInteger(revision) ? revision : 0;
}

/** The revision that comes after those of all earlier sets. */
export function nextRevision(old: readonly Draft[]): number {
  return Math.max(0, ...old.map(revisionOf)) + 1;
}

/** The annotations of the current set: the Deployment's, and the revision it now is with those it was. */
export function currentAnnotations(
  deployment: DeploymentObject,
  annotations: Readonly<Record<string, string>>,
  revision: number,
): Readonly<Record<string, string>> {
  const copied = Object.entries(deployment.metadata.annotations ?? {}).filter(([key]) => !NOT_COPIED.has(key));
  const next: Record<string, string> = { ...annotations, ...Object.fromEntries(copied) };
  const before = annotations[REVISION];
  if (Number(before ?? 0) >= revision) return next;
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
  revision: number,
): { readonly draft: Draft; readonly hash: string } {
  const hash = hashOf(bare(deployment.spec?.template), deployment.status?.collisionCount);
  const desired = replicasOf(deployment);
  const draft: Draft = {
    name: `${(deployment.metadata.name ?? '').slice(0, 253 - hash.length - 1)}-${hash}`,
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
