import type { ApplyReport, IDeploymentTarget, Ref, ResourceSet } from '@gati-framework/contracts/deployment';
import { type AnyKind, type Cluster, isKubeError } from '@slipway/kube';
import { codeAndMessage } from '../errors.ts';
import { releaseOfSet } from '../helm-target/index.ts';
import { KindFinder, refOfResource, sameRef } from '../resources/index.ts';
import { forgetRelease } from './former-release.ts';
import { forgetSet } from './former-set.ts';

export interface HandoverOptions {
  /** Who takes over. */
  readonly target: Required<Pick<IDeploymentTarget, 'applySet'>>;
  /** Where the objects are. */
  readonly cluster: Cluster;
  /** The field manager of the kubernetes target. @default 'slipway' */
  readonly manager?: string;
  /** The release that a helm target had for an owner. @default as that target names it */
  readonly releaseName?: (owner: Ref) => string;
  /** Kinds known beside the built-in ones. */
  readonly kinds?: readonly AnyKind[];
}

/**
 * Gives a target what another one holds for an owner, without deleting or restarting anything that is wanted.
 *
 * **Expected flow.** In place of `applySet`, until it has succeeded once.
 *
 * **Guarantees.** The new target has the objects before the former one forgets them: its records, the garbage
 * collector and its own tools cannot remove them afterwards. A crash at any point is repaired by the repeat. What
 * left the set at the same time is removed.
 *
 * **Assumptions.** Nothing writes to the former target any more. Of gitops that is the engine: it has to be stopped
 * first, since the tree stays as it is and an engine that reads it would go on applying it.
 *
 * **Errors.** What cannot be forgotten is in the report, with the owner as its `ref`.
 */
export async function takeOver(options: HandoverOptions, former: string, set: ResourceSet): Promise<ApplyReport> {
  const { target, cluster, manager = 'slipway', releaseName = releaseOfSet, kinds } = options;
  const { owner, resources } = set;
  const report = await target.applySet(set);
  if (report.results.some(({ outcome }) => outcome === 'failed')) return report;
  const wanted = resources.map(refOfResource);
  const finder = new KindFinder({ discovery: cluster.discovery, ...(kinds && { kinds }) });
  const full = await Promise.all(
    wanted.map(async (ref) => {
      const { group, version } = await finder.find(ref);
      return { ...ref, apiVersion: group ? `${group}/${version}` : version };
    }),
  );
  const isWanted = (ref: Ref): boolean => full.some((each) => sameRef(each, ref));
  const parts = { cluster, kinds: finder, isWanted };
  try {
    if (former === 'kubernetes') await forgetSet(parts, owner, manager, full);
    if (former === 'helm')
      await forgetRelease(parts, { namespace: owner.namespace || cluster.namespace, name: releaseName(owner) });
    return report;
  } catch (error) {
    if (!isKubeError(error, 'KUBE_FORBIDDEN', 'KUBE_INVALID', 'KUBE_CONFLICT')) throw error;
    const { code, message } = codeAndMessage(error);
    const failed = { ref: owner, outcome: 'failed' as const, error: { code, message } };
    return { ...report, results: [...report.results, failed] };
  }
}
