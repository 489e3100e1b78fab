import type * as core from 'kubernetes-types/core/v1.js';
import type { Labels } from './workload.ts';

export interface Scheduling {
  readonly nodeSelector?: Labels;
  readonly affinity?: core.Affinity;
  readonly tolerations?: readonly core.Toleration[];
  readonly topologySpread?: readonly TopologySpread[];
  readonly runtimeClassName?: string;
  readonly priorityClassName?: string;
  /** How long pods stay on a node that is lost, in seconds. @default the cluster's, 300 */
  readonly nodeFailureTolerationSeconds?: number;
}

export interface TopologySpread {
  /** `kubernetes.io/hostname`, `topology.kubernetes.io/zone` */
  readonly topologyKey: string;
  /** @default 1 */
  readonly maxSkew?: number;
  /** @default ScheduleAnyway */
  readonly whenUnsatisfiable?: 'ScheduleAnyway' | 'DoNotSchedule';
  /** The pods that are spread, if not those of the workload. */
  readonly selector?: Labels;
}

/** Devices that the first container gets, and the nodes that have them. */
export interface Hardware {
  readonly gpu?: Gpu;
  readonly tee?: Tee;
  /** Labels that a node must have. */
  readonly nodeLabels?: Labels;
}

export interface Gpu {
  readonly count: number;
  /** A model, such as `nvidia-a100`. @default any */
  readonly type?: string;
  /** @default nvidia.com/gpu */
  readonly resource?: string;
  /** The node label that names models. @default accelerator */
  readonly nodeLabel?: string;
  /** Values of that label that stand for the type. @default the type, or the names known for it */
  readonly nodeValues?: readonly string[];
}

/** A trusted execution environment. The settings of the three known types are filled in. */
export interface Tee {
  readonly type: 'sgx' | 'sev' | 'tdx';
  readonly nodeLabels?: Labels;
  readonly toleration?: core.Toleration;
  /** Devices and memory for it: `sgx.intel.com/epc: 10Mi`. */
  readonly resources?: Readonly<Record<string, string>>;
  readonly runtimeClassName?: string;
}
