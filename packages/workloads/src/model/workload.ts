import type { OwnerReference } from 'kubernetes-types/meta/v1.js';
import type { PolicyRule } from 'kubernetes-types/rbac/v1.js';
import type { Network } from './network.ts';
import type { Pod } from './pod.ts';
import type { Route } from './route.ts';
import type { Scaling } from './scaling.ts';

export type Labels = Readonly<Record<string, string>>;

/**
 * One thing that runs, and what belongs to it. Every part is optional and gives its manifests when it
 * is there: a description of a Service and a route alone gives these two.
 *
 * Parts are named like the workload unless they have a name of their own.
 */
export interface Workload {
  /** A DNS label, at most 47 characters for a Deployment and 52 for a StatefulSet. See `nameOf`. */
  readonly name: string;
  readonly namespace: string;
  /** On every object and on the pods. */
  readonly labels?: Labels;
  /** On every object, not on the pods. */
  readonly annotations?: Labels;
  /** The object that owns all of them; garbage collection removes them with it. */
  readonly owner?: OwnerReference;
  /**
   * How Services, budgets and policies find the pods; also a label of every object. No other workload in
   * the namespace may have it, and it can never change: the API refuses a changed selector.
   * @default { 'app.kubernetes.io/instance': <name> }
   */
  readonly selector?: Labels;
  /** Pods, while no scaler decides; 0 stops the workload, and then it has no scaler either. @default 1 */
  readonly replicas?: number;
  /** Gives a Deployment, or a StatefulSet where that part is there. */
  readonly pod?: Pod;
  readonly deployment?: DeploymentOptions;
  readonly statefulSet?: StatefulSetOptions;
  readonly services?: readonly ServicePart[];
  readonly configMaps?: readonly ConfigMapPart[];
  readonly account?: Account;
  readonly scaling?: Scaling;
  /** How many pods an eviction may take. @default at most 1, where never less than 2 pods run */
  readonly disruption?: Disruption | 'unprotected';
  /** Whom the pods may talk to. Everything that it does not name is denied, both ways. */
  readonly network?: Network;
  readonly route?: Route;
  readonly monitor?: Monitor;
}

export interface DeploymentOptions {
  /** Pods, or a share such as `25%`, above the wanted number during an update. @default 1 */
  readonly maxSurge?: number | string;
  /** @default 0 */
  readonly maxUnavailable?: number | string;
  /** Ends all old pods before the first new one starts. @default RollingUpdate */
  readonly strategy?: 'RollingUpdate' | 'Recreate';
  readonly minReadySeconds?: number;
  readonly progressDeadlineSeconds?: number;
  readonly revisionHistoryLimit?: number;
}

export interface StatefulSetOptions {
  /** The headless Service that gives each pod its address. @default the first of `services` that is headless */
  readonly serviceName?: string;
  readonly podManagement?: 'OrderedReady' | 'Parallel';
  /** Pods below this ordinal keep the old template. */
  readonly partition?: number;
  readonly minReadySeconds?: number;
  /** A claim of its own for each pod; containers mount it by name. */
  readonly claims?: readonly Claim[];
}

export interface Claim {
  readonly name: string;
  /** A quantity: `10Gi`. */
  readonly size: string;
  readonly storageClassName?: string;
  /** @default ReadWriteOnce */
  readonly accessMode?: 'ReadWriteOnce' | 'ReadWriteOncePod' | 'ReadWriteMany' | 'ReadOnlyMany';
}

export interface ServicePart {
  readonly name?: string;
  /** @default ClusterIP */
  readonly type?: 'ClusterIP' | 'LoadBalancer' | 'NodePort';
  /** No address of its own: DNS answers with the pods' addresses. */
  readonly headless?: boolean;
  readonly ports: readonly ServicePort[];
  /** Pods behind this Service, if not those of the workload. */
  readonly selector?: Labels;
  readonly annotations?: Labels;
  readonly publishNotReadyAddresses?: boolean;
}

export interface ServicePort {
  readonly port: number;
  /** Number or name of the container's port. @default the same number */
  readonly targetPort?: number | string;
  /** Needed where a Service has several. */
  readonly name?: string;
  /** @default TCP */
  readonly protocol?: Protocol;
  /** `http`, `kubernetes.io/h2c`, `grpc` */
  readonly appProtocol?: string;
}

export type Protocol = 'TCP' | 'UDP' | 'SCTP';

export interface ConfigMapPart {
  readonly name?: string;
  readonly data: Labels;
  readonly immutable?: boolean;
}

/** A ServiceAccount that the pods run as, and what it may do in the namespace. */
export interface Account {
  readonly name?: string;
  readonly annotations?: Labels;
  /** Give a Role and a RoleBinding. */
  readonly rules?: readonly PolicyRule[];
  /** Gives the rights to this account, of any namespace, and makes no other. */
  readonly subject?: { readonly name: string; readonly namespace: string };
}

export interface Disruption {
  readonly name?: string;
  /** Pods or a share. @default 1 */
  readonly maxUnavailable?: number | string;
}

/** Asks a Prometheus operator to scrape the Services of the workload. */
export interface Monitor {
  readonly name?: string;
  /** Name of the Services' port. */
  readonly port: string;
  /** @default /metrics */
  readonly path?: string;
  /** @default 30s */
  readonly interval?: string;
  /** By which a Prometheus finds this monitor: `release: prometheus`. */
  readonly labels?: Labels;
  /** Labels of the Services, if not those of the workload. */
  readonly selector?: Labels;
}
