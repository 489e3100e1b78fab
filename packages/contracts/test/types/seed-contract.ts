/**
 * The contract as the operator's first plan printed it, word for word, with the types that it names
 * but does not spell out in their first published form. Code written against this text must go on
 * compiling (G-136).
 */
// oxlint-disable typescript/no-explicit-any

export interface IDeploymentTarget {
  apply(resource: DeploymentResource): Promise<void>;
  delete(kind: string, namespace: string, name: string): Promise<void>;
  get(kind: string, namespace: string, name: string): Promise<DeploymentResource | null>;
  list(kind: string, namespace: string): Promise<DeploymentResource[]>;
  watch(kind: string, namespace: string, callback: WatchCallback): Promise<void>;
}

export interface IManifestGenerator {
  generateDeployment(spec: HandlerSpec | ModuleSpec): DeploymentSpec;
  generateService(spec: HandlerSpec | ModuleSpec): ServiceSpec;
  generateConfigMap(spec: HandlerSpec | ModuleSpec): ConfigMapSpec;
}

export type DeploymentResource = {
  kind: string;
  metadata: { name: string; namespace: string; labels?: Record<string, string> };
  spec: any;
  status?: any;
};

export type WatchEvent = { type: 'ADDED' | 'MODIFIED' | 'DELETED'; resource: DeploymentResource };
export type WatchCallback = (event: WatchEvent) => void | Promise<void>;

export interface ResourceRequirements {
  requests?: { cpu?: string; memory?: string };
  limits?: { cpu?: string; memory?: string };
}

export interface ProbeSpec {
  httpGet?: { path: string; port: number };
  initialDelaySeconds?: number;
  periodSeconds?: number;
  timeoutSeconds?: number;
  failureThreshold?: number;
}

export interface HandlerSpec {
  handlerPath: string;
  version: string;
  replicas: number;
  image: string;
  port: number;
  resources?: ResourceRequirements;
  env?: Record<string, string>;
}

export interface ModuleSpec {
  moduleName: string;
  moduleType: 'node' | 'wasm' | 'oci';
  runtime: string;
  replicas: number;
  image: string;
  port: number;
  resources?: ResourceRequirements;
  capabilities?: string[];
  env?: Record<string, string>;
}

export interface DeploymentSpec {
  replicas: number;
  selector: { matchLabels: Record<string, string> };
  template: {
    metadata: { labels: Record<string, string> };
    spec: {
      containers: Array<{
        name: string;
        image: string;
        ports?: Array<{ containerPort: number; protocol?: string }>;
        env?: Array<{ name: string; value: string }>;
        resources?: ResourceRequirements;
        livenessProbe?: ProbeSpec;
        readinessProbe?: ProbeSpec;
      }>;
    };
  };
}

export interface ServiceSpec {
  type: 'ClusterIP' | 'LoadBalancer' | 'NodePort';
  selector: Record<string, string>;
  ports: Array<{ port: number; targetPort: number; protocol?: string; name?: string }>;
}

export interface ConfigMapSpec {
  data: Record<string, string>;
}
