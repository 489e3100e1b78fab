import { claimNames, classOf, findVolume, isBound, SELECTED_NODE } from '../volumes/index.ts';
import type { Claim, NodeObject, PodObject, Volume, VolumeClass } from './objects.ts';
import type { Snapshot } from './snapshot.ts';

/** What has to happen to the claims of a pod before it can be on a node. */
export interface ClaimPlan {
  readonly bind: readonly { readonly claim: Claim; readonly volume: Volume }[];
  /** The provisioner of these gets the node. */
  readonly provision: readonly Claim[];
}

/** The claims of a pod that have no volume yet, and how they get one on a node that passed the filters. */
export function claimPlan(pod: PodObject, nodeName: string, snapshot: Snapshot): ClaimPlan {
  const { namespace = '' } = pod.metadata;
  const open = claimNames(pod)
    .flatMap((name) => snapshot.claim(namespace, name) ?? [])
    .filter((claim) => !isBound(claim));
  const node = snapshot.nodes.find(({ name }) => name === nodeName)?.node;
  return (node && planClaims(open, node, snapshot)) ?? { bind: [], provision: [] };
}

/** How claims that wait for their first pod get volumes that a node reaches; undefined when they cannot. */
export function planClaims(
  claims: readonly Claim[],
  node: NodeObject,
  { volumes, volumeClass }: Pick<Snapshot, 'volumes' | 'volumeClass'>,
): ClaimPlan | undefined {
  const bind: { claim: Claim; volume: Volume }[] = [];
  const provision: Claim[] = [];
  let free = claims.length === 0 ? [] : volumes();
  for (const claim of claims) {
    const chosen = claim.metadata.annotations?.[SELECTED_NODE];
    // A volume is being made for another node already.
    if (chosen !== undefined && chosen !== node.metadata.name) return undefined;
    const volume = chosen === undefined ? findVolume(claim, free, { node }) : undefined;
    if (volume) {
      free = free.filter((other) => other !== volume);
      bind.push({ claim, volume });
    } else if (canProvision(volumeClass(classOf(claim)), node)) provision.push(claim);
    else return undefined;
  }
  return { bind, provision };
}

function canProvision(volumeClass: VolumeClass | undefined, { metadata }: NodeObject): boolean {
  if (!volumeClass || volumeClass.provisioner === 'kubernetes.io/no-provisioner') return false;
  const topologies = volumeClass.allowedTopologies ?? [];
  return (
    topologies.length === 0 ||
    topologies.some(({ matchLabelExpressions = [] }) =>
      matchLabelExpressions.every(({ key, values }) => values.includes(metadata.labels?.[key] ?? '')),
    )
  );
}
