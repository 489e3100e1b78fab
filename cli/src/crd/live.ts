import { celRules } from '@slipway/crd/cel';
import { type CrdReport, engineEvaluator, ObjectScan, type Scan, scannedVersion } from '@slipway/crd/compatibility';
import { type Crd, parseCrds } from '@slipway/crd/schema';
import { type Cluster, isKubeError, type Kind } from '@slipway/kube';
import { CustomResourceDefinition } from '@slipway/kube/kinds';

/** The cluster's CRDs: those of `names` that it has, or all of them. */
export async function crdsOf(cluster: Cluster, names?: readonly string[]): Promise<Crd[]> {
  const { live } = cluster.client;
  const objects =
    names === undefined
      ? await live.listAll(CustomResourceDefinition)
      : await Promise.all(names.map((name) => live.get(CustomResourceDefinition, { name })));
  return objects.flatMap((object) => (object === undefined ? [] : parseCrds(object, `cluster:${cluster.name}`)));
}

/** What `scanObjects` reads pages from. */
export type ScannedCluster = Pick<Cluster, 'name'> & {
  readonly client: { readonly live: Pick<Cluster['client']['live'], 'list'> };
};

/**
 * Counts the objects that the findings of a report hurt (L01–L05). Read page by page at the storage
 * version, or at the preferred one where that is not served. What cannot be read makes the scan incomplete.
 */
export async function scanObjects(
  cluster: ScannedCluster,
  report: CrdReport,
  { old: crd, new: next }: { readonly old: Crd; readonly new: Crd | null },
  now: number,
): Promise<Scan> {
  const version = scannedVersion(crd);
  const { resourceVersion } = crd.metadata;
  const about = {
    cluster: cluster.name,
    isConverted: version?.isConverted === true,
    takenAt: now,
    ...(crd.status?.storedVersions === undefined ? {} : { storedVersions: crd.status.storedVersions }),
    ...(typeof resourceVersion === 'string' ? { crdResourceVersion: resourceVersion } : {}),
  };
  const nothing = new ObjectScan(report.findings);
  if (version === undefined) return nothing.finish({ ...about, state: 'incomplete' });
  const evaluate = next === null ? undefined : engineEvaluator(crd, next, celRules);
  // A list that took too long for the server's history is started over once (L02).
  for (let attempt = 0; attempt < 2; attempt++) {
    const scan = new ObjectScan(report.findings, (finding, object) =>
      finding.version === version.name ? (evaluate?.(finding, object) ?? 'unknown') : 'unknown',
    );
    try {
      for await (const { items } of cluster.client.live.list(kindOf(crd, version.name))) {
        for (const item of items) scan.add(item);
      }
      return scan.finish({ ...about, state: 'complete' });
    } catch (error) {
      if (!isKubeError(error)) throw error;
      if (!isKubeError(error, 'KUBE_GONE')) return scan.finish({ ...about, state: 'incomplete' });
    }
  }
  return nothing.finish({ ...about, state: 'incomplete' });
}

function kindOf({ spec: { group, names, scope } }: Crd, version: string): Kind {
  return {
    group,
    version,
    kind: names.kind ?? '',
    plural: names.plural ?? '',
    scope: scope === 'Cluster' ? 'Cluster' : 'Namespaced',
  };
}
