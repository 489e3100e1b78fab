import type * as core from 'kubernetes-types/core/v1.js';
import type { Hardware, Scheduling } from './scheduling.ts';
import type { Labels, Protocol } from './workload.ts';

export interface Pod {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes?: readonly Volume[];
  readonly labels?: Labels;
  readonly annotations?: Labels;
  /** Also mounts its token. @default that of the workload's `account`, else none and no token */
  readonly serviceAccountName?: string;
  /** Names of Secrets. */
  readonly imagePullSecrets?: readonly string[];
  /** @default 30 */
  readonly terminationGracePeriodSeconds?: number;
  readonly scheduling?: Scheduling;
  readonly hardware?: Hardware;
  readonly security?: Security;
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly workingDir?: string;
  readonly ports?: readonly ContainerPort[];
  /** Texts, or where the value comes from. A Secret's value never stands here. */
  readonly env?: Readonly<Record<string, string | EnvSource>>;
  readonly envFrom?: readonly EnvBundle[];
  /** What is missing is filled in: requests 100m and 128Mi, limits 500m and 512Mi. */
  readonly resources?: Resources;
  readonly probes?: Probes;
  /**
   * Between the request to end and the signal, in seconds: endpoints go before the process does. 0 for
   * none, as API servers before 1.30 need it.
   * @default 5
   */
  readonly preStopSleepSeconds?: number;
  readonly mounts?: readonly Mount[];
}

export interface ContainerPort {
  readonly port: number;
  readonly name?: string;
  /** @default TCP */
  readonly protocol?: Protocol;
}

/** One of the three. */
export interface EnvSource {
  readonly secret?: KeyReference;
  readonly configMap?: KeyReference;
  /** A field of the pod: `metadata.name`, `status.podIP`. */
  readonly field?: string;
}

export interface KeyReference {
  readonly name: string;
  readonly key: string;
  readonly optional?: boolean;
}

/** Every key of a Secret or a ConfigMap as a variable. */
export interface EnvBundle {
  readonly prefix?: string;
  readonly secretRef?: { readonly name: string };
  readonly configMapRef?: { readonly name: string };
}

/** Quantities: `100m`, `128Mi`, 2. Devices such as `nvidia.com/gpu` are asked for as in Kubernetes. */
export interface Resources {
  readonly requests?: Amounts;
  readonly limits?: Amounts;
}

export type Amounts = Readonly<Record<string, string | number | undefined>>;

/** Missing ones do not ask. Times that are missing are filled in for each kind of probe. */
export interface Probes {
  readonly readiness?: Probe;
  readonly liveness?: Probe;
  readonly startup?: Probe;
}

/** One of the three ways to ask; ports by number or by the name that the container gives them. */
export interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: number | string; readonly scheme?: 'HTTP' | 'HTTPS' };
  readonly tcpSocket?: { readonly port: number | string };
  readonly grpc?: { readonly port: number; readonly service?: string };
  readonly initialDelaySeconds?: number;
  readonly periodSeconds?: number;
  readonly timeoutSeconds?: number;
  readonly failureThreshold?: number;
  readonly successThreshold?: number;
}

/** The kinds of volume that the restricted standard admits; one per volume. */
export type Volume = Readonly<
  Pick<
    core.Volume,
    | 'name'
    | 'configMap'
    | 'csi'
    | 'downwardAPI'
    | 'emptyDir'
    | 'ephemeral'
    | 'persistentVolumeClaim'
    | 'projected'
    | 'secret'
  >
>;

export type Mount = Readonly<Pick<core.VolumeMount, 'name' | 'mountPath' | 'readOnly' | 'subPath'>>;

/** Pods meet the restricted standard. Naming another one is what allows the fields that need it. */
export interface Security {
  /** The Pod Security Standard that the pod may not leave. Choosing a wider one changes no default. @default restricted */
  readonly standard?: 'restricted' | 'baseline' | 'privileged';
  /** @default 1001; 0 needs `baseline` */
  readonly runAsUser?: number;
  /** @default 1001 */
  readonly runAsGroup?: number;
  /** @default 1001 */
  readonly fsGroup?: number;
  /** With it comes a temporary folder of 64Mi at /tmp. @default true */
  readonly readOnlyRootFilesystem?: boolean;
  /** Linux capabilities to add, beside NET_BIND_SERVICE for a port below 1024. All others are dropped. */
  readonly capabilities?: readonly string[];
  /** Needs `privileged`. @default false */
  readonly privileged?: boolean;
}
