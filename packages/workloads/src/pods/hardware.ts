import type * as core from 'kubernetes-types/core/v1.js';
import type { Gpu, Hardware, Labels, Tee } from '../model/index.ts';

/** What devices ask of the node and of the first container. */
export interface Needs {
  readonly nodeSelector: Labels;
  /** A required label with any of these values, beside the selector. */
  readonly nodeAffinity?: { readonly key: string; readonly values: readonly string[] };
  readonly tolerations: readonly core.Toleration[];
  readonly resources: Labels;
  readonly runtimeClassName?: string;
}

/** What the author of the pod has already declared about nodes: keys of labels. */
type IsDeclared = (key: string) => boolean;

const GPU_RESOURCE = 'nvidia.com/gpu';
const GPU_LABEL = 'accelerator';
/** Labels by which clouds and device plugins name a model; who uses one has chosen. */
const GPU_LABELS = [
  GPU_LABEL,
  'nvidia.com/gpu.product',
  'cloud.google.com/gke-accelerator',
  'k8s.amazonaws.com/accelerator',
];
/** One model, two names. */
const GPU_NAMES: Readonly<Record<string, readonly string[]>> = {
  'nvidia-a100': ['nvidia-a100', 'nvidia-tesla-a100'],
  'nvidia-tesla-a100': ['nvidia-a100', 'nvidia-tesla-a100'],
};
const TEE_VENDOR: Readonly<Record<Tee['type'], string>> = { sgx: 'intel', sev: 'amd', tdx: 'intel' };

export function needsOf({ gpu, tee, nodeLabels = {} }: Hardware, isDeclared: IsDeclared): readonly Needs[] {
  return [
    { nodeSelector: nodeLabels, tolerations: [], resources: {} },
    ...(gpu && gpu.count > 0 ? [gpuNeeds(gpu, isDeclared)] : []),
    ...(tee ? [teeNeeds(tee, isDeclared)] : []),
  ];
}

function gpuNeeds(gpu: Gpu, isDeclared: IsDeclared): Needs {
  const { count, type, resource = GPU_RESOURCE, nodeLabel = GPU_LABEL } = gpu;
  const isChosen = type === undefined || [nodeLabel, ...GPU_LABELS].some(isDeclared);
  const values = gpu.nodeValues ?? GPU_NAMES[type ?? ''] ?? [type ?? ''];
  return {
    nodeSelector: {},
    ...(isChosen ? {} : { nodeAffinity: { key: nodeLabel, values } }),
    tolerations: [{ key: resource, operator: 'Exists', effect: 'NoSchedule' }],
    resources: { [resource]: String(count) },
  };
}

function teeNeeds(tee: Tee, isDeclared: IsDeclared): Needs {
  const { type, resources = {}, runtimeClassName } = tee;
  const own = { [`${TEE_VENDOR[type]}.feature.node.kubernetes.io/${type}`]: 'true' };
  const known = [...Object.keys(own), `feature.node.kubernetes.io/cpu-security.${type}.enabled`];
  return {
    nodeSelector: tee.nodeLabels ?? (known.some(isDeclared) ? {} : own),
    tolerations: [tee.toleration ?? { key: type, operator: 'Equal', value: 'enabled', effect: 'NoSchedule' }],
    resources,
    ...(runtimeClassName === undefined ? {} : { runtimeClassName }),
  };
}
