import { conditionOf } from '@slipway/apimachinery/conditions';
import type { Job } from '@slipway/kube/kinds';
import { type Read } from '../objects/index.ts';
import { type PodObject, readyCondition } from '../pods/index.ts';

export type JobObject = Read<typeof Job>;
type Spec = NonNullable<JobObject['spec']>;

export const TRACKING = 'batch.kubernetes.io/job-tracking';
export const INDEX = 'batch.kubernetes.io/job-completion-index';

/** Fields of newer servers that the published types do not have. */
export interface NewerSpec {
  readonly podReplacementPolicy?: string;
  readonly podFailurePolicy?: FailurePolicy;
  readonly managedBy?: string;
}

export interface FailurePolicy {
  readonly rules: readonly {
    readonly action: string;
    readonly onExitCodes?: {
      readonly containerName?: string;
      readonly operator: string;
      readonly values: readonly number[];
    };
    readonly onPodConditions?: readonly { readonly type: string; readonly status?: string }[];
  }[];
}

export const newerSpec = ({ spec }: JobObject): NewerSpec => spec ?? {};

export const isIndexed = ({ spec }: JobObject): boolean => spec?.completionMode === 'Indexed';

export const isSuspended = ({ spec }: JobObject): boolean => spec?.suspend === true;

export function isOver({ status }: JobObject): boolean {
  return ['Complete', 'Failed'].some((type) => conditionOf(status?.conditions, type)?.status === 'True');
}

/** Undefined: one success is enough, and the pods agree among themselves. */
export function completionsOf({ spec }: JobObject): number | undefined {
  const { completions, parallelism } = spec ?? ({} as Partial<Spec>);
  return completions ?? (parallelism === undefined ? 1 : undefined);
}

export function isTracked({ metadata }: PodObject): boolean {
  return metadata.finalizers?.includes(TRACKING) ?? false;
}

export function indexOf({ metadata }: PodObject): number | undefined {
  const text = metadata.annotations?.[INDEX] ?? '';
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Whether a pod that ends is replaced only once it has failed. */
export function waitsForFailure(job: JobObject): boolean {
  const { podReplacementPolicy, podFailurePolicy } = newerSpec(job);
  return podReplacementPolicy === 'Failed' || podFailurePolicy !== undefined;
}

/** A pod that was deleted counts as failed: nobody may be left to say that it has. */
export function hasFailed(pod: PodObject, job: JobObject): boolean {
  if (pod.status?.phase === 'Failed') return true;
  return !waitsForFailure(job) && pod.metadata.deletionTimestamp !== undefined && pod.status?.phase !== 'Succeeded';
}

/** When the last container of a pod ended, in milliseconds since 1970, as well as that is known. */
export function finishedAt(pod: PodObject): number {
  const ends = (pod.status?.containerStatuses ?? []).flatMap(({ state }) => state?.terminated?.finishedAt ?? []);
  const { deletionTimestamp, creationTimestamp = '' } = pod.metadata;
  if (ends.length > 0) return Math.max(...ends.map((end) => Date.parse(end)));
  return Date.parse(deletionTimestamp ?? readyCondition(pod)?.lastTransitionTime ?? creationTimestamp);
}
