import type { ApplyReport, DeploymentResource, IDeploymentTarget, Ref } from '@gati-framework/contracts/deployment';

/** Where the objects of one owner go, and which of them could be there. */
export interface SetPlace {
  readonly target: IDeploymentTarget;
  /** A cluster holds what it took; of others it is asked whether it has arrived. */
  readonly targetKind: string;
  readonly owner: Ref;
  /** What every object of the set is labelled with: who lacks one of these is somebody else's. */
  readonly labels: Readonly<Record<string, string>>;
  /** All that the owner may have had, in the order of removal: for targets that know nothing of sets. */
  readonly candidates: readonly Ref[];
}

export type Result = ApplyReport['results'][number];

export function isOwn({ labels }: SetPlace, { metadata }: DeploymentResource): boolean {
  return Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value);
}
