import { elapsedMs, timestamp } from '@slipway/apimachinery/clock';
import { conditionOf } from '@slipway/apimachinery/conditions';
import { Lease, Node, Pod } from '@slipway/kube/kinds';
import type { ReconcileContext } from '@slipway/runtime';
import { type Actor, actor } from '../effects/index.ts';
import { type Environment, known } from '../environment.ts';
import { type Condition, type NodeObject } from '../objects/index.ts';
import { isReady, type PodObject } from '../pods/index.ts';
import { GRACE_MS, silentConditions, taintsOf } from './health.ts';
import { TTL_ANNOTATION, ttlSeconds } from './ttl.ts';

const LEASES = 'kube-node-lease';

export function nodeLifecycleController(environment: Environment): void {
  // By uid. A controller that starts meets every node anew and says so.
  const met = new Set<string>();
  environment.manager
    .controller(Node)
    .named('node-controller')
    // Only to be read: the pods of a node are marked when it falls silent.
    .watches(Pod, () => [], environment.scope)
    .watches(Lease, ({ metadata: { name } }) => [{ name }], {
      namespaces: [LEASES],
      // A renewal moves the deadline, which the next look finds out; only the first one is news.
      when: [(old, lease) => !old || !lease],
    })
    .reconcile((context) => reconcile(environment, met, context));
}

async function reconcile(environment: Environment, met: Set<string>, context: ReconcileContext<typeof Node>) {
  const { object: node, clock } = context;
  if (!node || node.metadata.deletionTimestamp !== undefined) return undefined;
  const hands = actor(environment, 'node-controller', Node, context);
  const now = clock.wall();
  const { name, uid } = node.metadata;
  if (!met.has(uid)) hands.event(node, 'RegisteredNode', `Node ${name} event: Registered Node ${name} in Controller`);
  met.add(uid);
  const silentMs = elapsedMs(lastSign(context, node), now);
  if (silentMs > GRACE_MS) {
    const conditions = silentConditions(node, now);
    const isNews = conditionOf<Condition>(node.status?.conditions, 'Ready')?.status !== 'Unknown';
    await hands.status(Node, node, { ...node.status, conditions });
    if (isNews) {
      hands.event(node, 'NodeNotReady', `Node ${name} status is now: NodeNotReady`);
      return { requeueAfterMs: 0 };
    }
  }
  const taints = taintsOf(node, now);
  const ttl = String(ttlSeconds(known(environment, Node).length));
  if (taints || node.metadata.annotations?.[TTL_ANNOTATION] !== ttl) {
    const annotations = { ...node.metadata.annotations, [TTL_ANNOTATION]: ttl };
    const spec = { ...node.spec, ...(taints && { taints }) };
    await hands.update(Node, { ...node, metadata: { ...node.metadata, annotations }, spec } as NodeObject);
  }
  if (conditionOf<Condition>(node.status?.conditions, 'Ready')?.status === 'Unknown') {
    const pods = known(environment, Pod).filter(({ spec }) => spec?.nodeName === name);
    for (const pod of pods.filter(isReady)) await markNotReady(hands, pod, now);
  }
  return { requeueAfterMs: Math.max(1000, GRACE_MS - silentMs + 1000) };
}

/** The newest of all that tells that a kubelet lives. */
function lastSign({ client }: ReconcileContext<typeof Node>, node: NodeObject): string | undefined {
  const lease = client.get(Lease, { namespace: LEASES, name: node.metadata.name });
  const beats = (node.status?.conditions ?? [])
    .filter(({ status }) => status !== 'Unknown')
    .map(({ lastHeartbeatTime }) => lastHeartbeatTime);
  return [lease?.spec?.renewTime, node.metadata.creationTimestamp, ...beats]
    .filter((time) => time !== undefined)
    .sort((a, b) => Date.parse(a) - Date.parse(b))
    .at(-1);
}

/** Nobody can say that it is ready, so Services stop sending to it. */
async function markNotReady(hands: Actor, pod: PodObject, wallMs: number): Promise<void> {
  const conditions = (pod.status?.conditions ?? []).map((condition) =>
    condition.type === 'Ready' ? { ...condition, status: 'False', lastTransitionTime: timestamp(wallMs) } : condition,
  );
  await hands.status(Pod, pod, { ...pod.status, conditions });
}
