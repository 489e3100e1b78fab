import type { ClusterOptions } from '../cluster/index.ts';
import type { Outcome } from '../outcome.ts';
import { type CrdSet, clusterOf, isCluster, readable, readCrds, templateWarnings } from './sources.ts';

/** `slipway crd docs`: reference documentation of every CRD that the argument names. */
export async function documentCrds(argument: string, options: ClusterOptions): Promise<Outcome> {
  // It brings zod along, which the commands beside this one can do without.
  const { printReference } = await import('@slipway/crd');
  const set = await crdsIn(argument, options);
  const stdout = readable(argument, () => set.crds.map((crd) => printReference(crd)).join('\n'));
  return { stdout, stderr: templateWarnings([set]), exitCode: 0 };
}

/** CRDs from files or from a cluster. */
export async function crdsIn(argument: string, options: ClusterOptions): Promise<CrdSet> {
  if (!isCluster(argument)) return readCrds(argument);
  const [{ crdsOf }, { withCluster }] = await Promise.all([import('./live.ts'), import('../cluster/index.ts')]);
  const crds = await withCluster(clusterOf(argument, options), (cluster) => crdsOf(cluster));
  return { crds, texts: [], templates: [] };
}
