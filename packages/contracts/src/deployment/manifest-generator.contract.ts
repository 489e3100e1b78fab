import type { DeploymentResource } from './deployment-target.contract.ts';
import type { VersionRef } from './ref.ts';

/** Kubernetes quantities: `100m`, `128Mi`. */
export interface ResourceRequirements {
  requests?: { cpu?: string; memory?: string };
  limits?: { cpu?: string; memory?: string };
}

/** One of the three ways to ask a container; the numbers are seconds and counts, as in Kubernetes. */
export interface ProbeSpec {
  httpGet?: { path: string; port: number };
  tcpSocket?: { port: number };
  grpc?: { port: number; service?: string };
  initialDelaySeconds?: number;
  periodSeconds?: number;
  timeoutSeconds?: number;
  failureThreshold?: number;
  successThreshold?: number;
}

/** What a handler asks for: the part of a GatiHandler's spec that every generator reads. */
export interface HandlerSpec {
  /** URL route (`/api/users`, `/users/:id`), not a file path. */
  handlerPath: string;
  version: string;
  replicas: number;
  image: string;
  port: number;
  resources?: ResourceRequirements;
  /** Plain values. Secrets come by reference, never through here. */
  env?: Record<string, string>;
}

/** What a module asks for: the part of a GatiModule's spec that every generator reads. */
export interface ModuleSpec {
  moduleName: string;
  moduleType: 'node' | 'wasm' | 'oci';
  /** `node:20`, `wasmtime` */
  runtime: string;
  replicas: number;
  image: string;
  port: number;
  resources?: ResourceRequirements;
  capabilities?: string[];
  env?: Record<string, string>;
}

export interface ContainerSpec {
  name: string;
  image: string;
  imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never';
  command?: string[];
  args?: string[];
  workingDir?: string;
  ports?: Array<{ containerPort: number; protocol?: string; name?: string }>;
  env?: Array<{ name: string; value: string }>;
  envFrom?: Array<{ prefix?: string; configMapRef?: { name: string }; secretRef?: { name: string } }>;
  resources?: ResourceRequirements;
  livenessProbe?: ProbeSpec;
  readinessProbe?: ProbeSpec;
  startupProbe?: ProbeSpec;
  lifecycle?: { preStop?: { sleep?: { seconds: number } } };
  securityContext?: {
    runAsNonRoot?: boolean;
    allowPrivilegeEscalation?: boolean;
    readOnlyRootFilesystem?: boolean;
    capabilities?: { add?: string[]; drop?: string[] };
  };
  volumeMounts?: Array<{ name: string; mountPath: string; readOnly?: boolean }>;
}

export interface DeploymentSpec {
  /** Left out of what is applied while an autoscaler owns it. */
  replicas: number;
  /** Cannot change once applied, so it holds nothing that changes. */
  selector: { matchLabels: Record<string, string> };
  template: {
    metadata: { labels: Record<string, string>; annotations?: Record<string, string> };
    spec: {
      containers: ContainerSpec[];
      serviceAccountName?: string;
      automountServiceAccountToken?: boolean;
      runtimeClassName?: string;
      terminationGracePeriodSeconds?: number;
      securityContext?: {
        runAsNonRoot?: boolean;
        runAsUser?: number;
        runAsGroup?: number;
        fsGroup?: number;
        seccompProfile?: { type: string };
      };
      volumes?: Array<{
        name: string;
        emptyDir?: { sizeLimit?: string };
        configMap?: { name: string };
        secret?: { secretName: string };
        persistentVolumeClaim?: { claimName: string; readOnly?: boolean };
      }>;
    };
  };
  strategy?: { type: string; rollingUpdate?: { maxSurge?: number | string; maxUnavailable?: number | string } };
  minReadySeconds?: number;
  progressDeadlineSeconds?: number;
  revisionHistoryLimit?: number;
}

export interface ServiceSpec {
  type: 'ClusterIP' | 'LoadBalancer' | 'NodePort';
  selector: Record<string, string>;
  ports: Array<{ port: number; targetPort: number; protocol?: string; name?: string; appProtocol?: string }>;
  /** `None` makes the Service headless. */
  clusterIP?: string;
}

export interface ConfigMapSpec {
  data: Record<string, string>;
}

/** A GatiHandler or GatiModule as people write it; `kind` is inferred from its spec where it is missing. */
export interface CustomResource<Spec = HandlerSpec | ModuleSpec> {
  apiVersion?: string;
  kind?: string;
  metadata: DeploymentResource['metadata'];
  spec: Spec;
  // oxlint-disable-next-line typescript/no-explicit-any
  status?: any;
}

/** What a generator cannot read from the custom resource. */
export interface GeneratorContext {
  /** The version that the objects are for. Default: the one that the resource's spec names. */
  readonly version?: VersionRef;
}

/** An object, or null where the resource asks for none (no `scaling`: no autoscaler). */
type Generate = (resource: CustomResource, context?: GeneratorContext) => DeploymentResource | null;

/**
 * Makes manifests. Pure: equal input gives byte-equal output, and nothing is read or sent.
 *
 * The first three methods take a bare spec. Selectors come from a hash of `handlerPath` or
 * `moduleName` and the version, so two of them never select each other's pods. What a generator
 * lacks comes from the built-in one.
 */
export interface IManifestGenerator {
  generateDeployment(spec: HandlerSpec | ModuleSpec): DeploymentSpec;
  generateService(spec: HandlerSpec | ModuleSpec): ServiceSpec;
  generateConfigMap(spec: HandlerSpec | ModuleSpec): ConfigMapSpec;
  generateHorizontalPodAutoscaler?: Generate;
  generateScaledObject?: Generate;
  generatePodDisruptionBudget?: Generate;
  generateNetworkPolicy?: Generate;
  generateHTTPRoute?: Generate;
  generateServiceMonitor?: Generate;
}

/** A generator that also takes a whole custom resource, and then gives the whole object, named. */
export interface IResourceGenerator extends IManifestGenerator {
  generateDeployment(spec: HandlerSpec | ModuleSpec): DeploymentSpec;
  generateDeployment(resource: CustomResource, context?: GeneratorContext): DeploymentResource;
  generateService(spec: HandlerSpec | ModuleSpec): ServiceSpec;
  generateService(resource: CustomResource, context?: GeneratorContext): DeploymentResource;
  generateConfigMap(spec: HandlerSpec | ModuleSpec): ConfigMapSpec;
  generateConfigMap(resource: CustomResource, context?: GeneratorContext): DeploymentResource;
}
