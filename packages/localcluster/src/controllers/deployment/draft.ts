import type { Deployment, ReplicaSet } from '@slipway/kube/kinds';
import { isSame, type Read, scaledValue } from '../objects/index.ts';

export type DeploymentObject = Read<typeof Deployment>;
export type ReplicaSetObject = Read<typeof ReplicaSet>;

export const HASH_LABEL = 'pod-template-hash';
export const REVISION = 'deployment.kubernetes.io/revision';
export const DESIRED = 'deployment.kubernetes.io/desired-replicas';
export const MOST = 'deployment.kubernetes.io/max-replicas';

/** A set as it is and as the plan wants it. What does not exist yet has no `object`. */
export interface Draft {
  readonly name: string;
  readonly object: ReplicaSetObject | undefined;
  replicas: number;
  minReadySeconds: number;
  annotations: Readonly<Record<string, string>>;
}

export function draftOf(object: ReplicaSetObject): Draft {
  const { name, annotations = {} } = object.metadata;
  const { replicas = 1, minReadySeconds = 0 } = object.spec ?? {};
  return { name, object, replicas, minReadySeconds, annotations };
}

/** Whether the plan changes the set. */
export function isChanged({ object, replicas, minReadySeconds, annotations }: Draft): boolean {
  if (!object) return true;
  const now = draftOf(object);
  const isResized = replicas !== now.replicas || minReadySeconds !== now.minReadySeconds;
  return isResized || !isSame(annotations, now.annotations);
}

export const created = ({ object }: Draft): string => object?.metadata.creationTimestamp ?? '9999';

/** Oldest first, then by name. */
export function byAge(a: Draft, b: Draft): number {
  if (created(a) !== created(b)) return created(a) < created(b) ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}

export const replicasOf = (deployment: DeploymentObject): number => deployment.spec?.replicas ?? 1;

export const isRolling = (deployment: DeploymentObject): boolean => deployment.spec?.strategy?.type !== 'Recreate';

export function maxSurge(deployment: DeploymentObject): number {
  if (!isRolling(deployment)) return 0;
  return scaledValue(deployment.spec?.strategy?.rollingUpdate?.maxSurge, replicasOf(deployment), 'up', '25%');
}

/** At least one where nothing may surge: some pod has to move first. Never more than there are. */
export function maxUnavailable(deployment: DeploymentObject): number {
  const desired = replicasOf(deployment);
  if (!isRolling(deployment) || desired === 0) return 0;
  const { rollingUpdate } = deployment.spec?.strategy ?? {};
  const allowed = scaledValue(rollingUpdate?.maxUnavailable, desired, 'down', '25%');
  return Math.min(desired, allowed === 0 && maxSurge(deployment) === 0 ? 1 : allowed);
}

export const sum = (drafts: readonly Draft[], count: (draft: Draft) => number | undefined): number =>
  drafts.reduce((total, draft) => total + (count(draft) ?? 0), 0);

export const specReplicas = ({ replicas }: Draft): number => replicas;
export const seenReplicas = ({ object }: Draft): number => object?.status?.replicas ?? 0;
export const readyReplicas = ({ object }: Draft): number => object?.status?.readyReplicas ?? 0;
export const availableReplicas = ({ object }: Draft): number => object?.status?.availableReplicas ?? 0;

/** Resizes a set, with the annotations from which later proportions are computed. Returns what to tell of it. */
export function resize(draft: Draft, replicas: number, deployment: DeploymentObject): string | undefined {
  const desired = replicasOf(deployment);
  const before = draft.replicas;
  draft.replicas = replicas;
  draft.annotations = {
    ...draft.annotations,
    [DESIRED]: String(desired),
    [MOST]: String(desired + maxSurge(deployment)),
  };
  if (before === replicas) return undefined;
  return `Scaled ${before < replicas ? 'up' : 'down'} replica set ${draft.name} from ${before} to ${replicas}`;
}
