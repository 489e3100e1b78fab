import { printReference } from '@slipway/crd/definition';
import type { Outcome } from '../outcome.ts';
import { type ClusterOptions, type CrdSet, clusterOf, isCluster, readCrds } from './sources.ts';

/** `slipway crd docs`: reference documentation of every CRD that the argument names. */
export async function documentCrds(argument: string, options: ClusterOptions): Promise<Outcome> {
  const { crds } = await crdsIn(argument, options);
  return { stdout: crds.map((crd) => printReference(crd)).join('\n'), exitCode: 0 };
}

/** CRDs from files or from a cluster. */
export async function crdsIn(argument: string, options: ClusterOptions): Promise<CrdSet> {
  if (!isCluster(argument)) return readCrds(argument);
  const { crdsOf, withCluster } = await import('./live.ts');
  const crds = await withCluster(clusterOf(argument, options), (cluster) => crdsOf(cluster));
  return { crds, texts: [], isChart: false };
}
