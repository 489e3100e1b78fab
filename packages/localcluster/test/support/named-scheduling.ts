import type { ObjectOf } from '@slipway/kube';
import type { Node, Pod } from '@slipway/kube/kinds';

type PodObject = ObjectOf<typeof Pod>;
type PodSpec = NonNullable<PodObject['spec']>;

/** A cluster, and a pod that wants a place in it. */
export interface SchedulingCase {
  readonly nodes: readonly ObjectOf<typeof Node>[];
  readonly pods: readonly PodObject[];
  readonly pod: PodObject;
}

interface Shape {
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: { readonly key: string; readonly value?: string; readonly effect: string }[];
  readonly resources?: Readonly<Record<string, string>>;
}

/** Nodes as Hourglass performers need them, and plain ones. */
const PLAIN: Shape = {};
const BOTTLEROCKET: Shape = {
  labels: { 'node.kubernetes.io/os': 'bottlerocket' },
  taints: [{ key: 'bottlerocket', value: 'true', effect: 'NoSchedule' }],
};
const GPU: Shape = {
  labels: { accelerator: 'nvidia-tesla-a100' },
  taints: [{ key: 'nvidia.com/gpu', value: 'present', effect: 'NoSchedule' }],
  resources: { 'nvidia.com/gpu': '2' },
};
const SGX: Shape = {
  labels: { 'intel.feature.node.kubernetes.io/sgx': 'true' },
  taints: [{ key: 'sgx', value: 'enabled', effect: 'NoSchedule' }],
  resources: { 'sgx.intel.com/epc': '512Mi' },
};

function scheduling(shapes: readonly Shape[], spec: Partial<PodSpec>, limits?: Record<string, string>): SchedulingCase {
  return {
    nodes: shapes.map(({ labels, taints, resources }, index) => {
      const allocatable = { cpu: '4', memory: '8Gi', pods: '110', ...resources };
      return {
        metadata: { name: `node-${index}`, labels: { 'kubernetes.io/hostname': `node-${index}`, ...labels } },
        spec: { ...(taints && { taints }) },
        status: { capacity: allocatable, allocatable },
      };
    }),
    pods: [],
    pod: {
      metadata: { name: 'pending' },
      spec: {
        containers: [{ name: 'main', image: 'main:1', ...(limits && { resources: { limits, requests: limits } }) }],
        ...spec,
      },
    },
  };
}

const onBottlerocket: Partial<PodSpec> = {
  nodeSelector: { 'node.kubernetes.io/os': 'bottlerocket' },
  tolerations: [{ key: 'bottlerocket', operator: 'Equal', value: 'true', effect: 'NoSchedule' }],
};
const onGpu: Partial<PodSpec> = {
  nodeSelector: { accelerator: 'nvidia-tesla-a100' },
  tolerations: [{ key: 'nvidia.com/gpu', operator: 'Exists', effect: 'NoSchedule' }],
};
const onSgx: Partial<PodSpec> = {
  nodeSelector: { 'intel.feature.node.kubernetes.io/sgx': 'true' },
  tolerations: [{ key: 'sgx', operator: 'Equal', value: 'enabled', effect: 'NoSchedule' }],
};
const ALL = [PLAIN, BOTTLEROCKET, GPU, SGX];
/** One short of GPUs, because it gave one away; two without; two tainted. */
const OF_THE_RULE = [
  { ...GPU, taints: [] },
  PLAIN,
  PLAIN,
  { taints: [{ key: 'dedicated', effect: 'NoSchedule' }] },
  { taints: [{ key: 'dedicated', effect: 'NoExecute' }] },
];

function ruleCase(): SchedulingCase {
  const limits = { 'nvidia.com/gpu': '2' };
  const made = scheduling(OF_THE_RULE, { nodeSelector: { accelerator: 'nvidia-tesla-a100' } }, limits);
  const one = { 'nvidia.com/gpu': '1' };
  const holder: PodObject = {
    metadata: { name: 'placed-0' },
    spec: {
      nodeName: 'node-0',
      containers: [{ name: 'main', image: 'main:1', resources: { limits: one, requests: one } }],
    },
  };
  return { ...made, pods: [holder] };
}

const NOT_HELPFUL = (nodes: number): string =>
  `no new claims to deallocate, preemption: 0/${nodes} nodes are available: ${nodes} Preemption is not helpful for scheduling.`;

/** With the nodes it can run on, or why there are none. */
export const NAMED_CASES: readonly {
  readonly title: string;
  readonly given: SchedulingCase;
  readonly outcome: string;
}[] = [
  { title: 'a performer for Bottlerocket runs on its node', given: scheduling(ALL, onBottlerocket), outcome: 'node-1' },
  {
    title: 'a performer with two GPUs runs on the GPU node',
    given: scheduling(ALL, onGpu, { 'nvidia.com/gpu': '2' }),
    outcome: 'node-2',
  },
  {
    title: 'a performer in a TEE runs on the SGX node',
    given: scheduling(ALL, onSgx, { 'sgx.intel.com/epc': '256Mi' }),
    outcome: 'node-3',
  },
  {
    title: 'a performer with more GPUs than any node has says so',
    given: scheduling(ALL, onGpu, { 'nvidia.com/gpu': '4' }),
    outcome: `0/4 nodes are available: 1 Insufficient nvidia.com/gpu, 1 node(s) didn't match Pod's node affinity/selector, 2 node(s) had untolerated taint(s). ${NOT_HELPFUL(4)}`,
  },
  {
    title: 'a performer without the toleration says so',
    given: scheduling(ALL, { nodeSelector: { accelerator: 'nvidia-tesla-a100' } }),
    outcome: `0/4 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 3 node(s) had untolerated taint(s). ${NOT_HELPFUL(4)}`,
  },
  {
    title: 'a performer for a TEE that nobody has says so',
    given: scheduling([PLAIN, GPU], onSgx),
    outcome: `0/2 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 1 node(s) had untolerated taint(s). ${NOT_HELPFUL(2)}`,
  },
  {
    title: 'the example of the rule is answered word for word',
    given: ruleCase(),
    outcome:
      "0/5 nodes are available: 1 Insufficient nvidia.com/gpu, 2 node(s) didn't match Pod's node affinity/selector, 2 node(s) had untolerated taint(s). no new claims to deallocate, preemption: 0/5 nodes are available: 1 No preemption victims found for incoming pod, 4 Preemption is not helpful for scheduling.",
  },
  {
    title: 'a pod whose claim does not exist says so',
    given: scheduling(ALL, { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] }),
    outcome: `0/4 nodes are available: persistentvolumeclaim "data" not found. not found`,
  },
  {
    title: 'a pod that never preempts says so',
    given: scheduling([PLAIN], { priorityClassName: 'polite' }, { cpu: '64' }),
    outcome:
      '0/1 nodes are available: 1 Insufficient cpu. no new claims to deallocate, preemption: not eligible due to preemptionPolicy=Never.',
  },
];
