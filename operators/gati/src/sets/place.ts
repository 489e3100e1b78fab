import type {
  ApplyReport,
  DeploymentResource,
  IDeploymentTarget,
  Ref,
  ResourceSet,
} from '@gati-framework/contracts/deployment';

/** A target that may be able to take objects over from another (G-178). */
export interface SetTarget extends IDeploymentTarget {
  /** `applySet`, after which the former target knows nothing of the set any more. */
  takeOver?(former: string, set: ResourceSet): Promise<ApplyReport>;
}

/** Where the objects of one owner go, and which of them could be there. */
export interface SetPlace {
  readonly target: SetTarget;
  /** A cluster holds what it took; of others it is asked whether it has arrived. */
  readonly targetKind: string;
  readonly owner: Ref;
  /** The target that holds the objects until now, if that is another. */
  readonly former?: string;
  /** Why they may not be taken from it. */
  readonly hold?: string;
  /** What every object of the set is labelled with: an object that lacks one of these belongs to another client. */
  readonly labels: Readonly<Record<string, string>>;
  /** All that the owner may have had, in the order of removal: for targets that know nothing of sets. */
  readonly candidates: readonly Ref[];
}

export type Result = ApplyReport['results'][number];

export function isOwn({ labels }: SetPlace, { metadata }: DeploymentResource): boolean {
  return Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value);
}
