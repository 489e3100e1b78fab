/** How long a kubelet may keep a Secret or ConfigMap before it asks again. */
export const TTL_ANNOTATION = 'node.alpha.kubernetes.io/ttl';

/** Up to so many nodes, this many seconds: many kubelets that ask often are too much for one server. */
const STEPS = [
  [100, 0],
  [500, 15],
  [1000, 30],
  [2000, 60],
] as const;

export function ttlSeconds(nodes: number): number {
  return STEPS.find(([upTo]) => nodes <= upTo)?.[1] ?? 300;
}
