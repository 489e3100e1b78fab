import { timestamp } from '@slipway/apimachinery/clock';
import { type NodeObject, type NodePlan, POD_NETWORK_BITS } from './node-options.ts';

type NodeStatus = NonNullable<NodeObject['status']>;
type NodeCondition = NonNullable<NodeStatus['conditions']>[number];

/** What the nodes say they run. Kubernetes' own, so that clients which look at versions go on. */
export const KUBELET_VERSION = 'v1.36.4';

const CAPACITY = { cpu: '8', memory: '32Gi', 'ephemeral-storage': '100Gi', pods: '110' } as const;

/** The object that a kubelet registers its node with. */
export function nodeObject(plan: NodePlan, now: number): NodeObject {
  const { name, labels, annotations, taints, podNetwork } = plan;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'beta.kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        ...labels,
      },
      annotations: { 'volumes.kubernetes.io/controller-managed-attach-detach': 'true', ...annotations },
    },
    spec: {
      podCIDR: `${podNetwork}/${POD_NETWORK_BITS}`,
      podCIDRs: [`${podNetwork}/${POD_NETWORK_BITS}`],
      providerID: `localcluster://${name}`,
      ...(taints && { taints: taints.map((taint) => ({ ...taint })) }),
    },
    status: nodeStatus(plan, now),
  };
}

export function nodeStatus(plan: NodePlan, now: number, before?: NodeObject): NodeStatus {
  const capacity = { ...CAPACITY, ...plan.capacity, ...onlyNew(plan.allocatable, { ...CAPACITY, ...plan.capacity }) };
  return {
    capacity,
    allocatable: { ...capacity, ...plan.allocatable },
    conditions: conditions(now, before?.status?.conditions ?? []),
    addresses: [
      { type: 'InternalIP', address: plan.hostIP },
      { type: 'Hostname', address: plan.name },
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
    nodeInfo: {
      machineID: plan.name,
      systemUUID: plan.name,
      bootID: plan.name,
      kernelVersion: '6.12.0',
      osImage: 'localcluster (simulated)',
      containerRuntimeVersion: 'localcluster://1',
      kubeletVersion: KUBELET_VERSION,
      kubeProxyVersion: '',
      operatingSystem: 'linux',
      architecture: 'amd64',
    },
    ...(plan.runtimeClasses && {
      runtimeHandlers: ['', ...plan.runtimeClasses].map((name) => ({ name, features: {} })),
    }),
  };
}

/** A resource that only `allocatable` names is there in that amount. */
function onlyNew(
  allocatable: Readonly<Record<string, string>> = {},
  capacity: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(allocatable).filter(([name]) => !(name in capacity)));
}

function conditions(now: number, before: readonly NodeCondition[]): NodeCondition[] {
  const pressure = (type: string, reason: string, message: string): [string, string, string, string] => [
    type,
    'False',
    reason,
    message,
  ];
  const all: readonly (readonly [string, string, string, string])[] = [
    pressure('MemoryPressure', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'),
    pressure('DiskPressure', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'),
    pressure('PIDPressure', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'),
    ['Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'],
  ];
  return all.map(([type, status, reason, message]) => {
    const old = before.find((each) => each.type === type);
    const since = old?.status === status ? old.lastTransitionTime : undefined;
    const lastTransitionTime = since ?? timestamp(now);
    return { type, status, reason, message, lastHeartbeatTime: timestamp(now), lastTransitionTime };
  });
}
