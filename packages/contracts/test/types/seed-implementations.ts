/** A target and a generator as someone would have written them against the first contract. */
import type {
  ConfigMapSpec,
  DeploymentResource,
  DeploymentSpec,
  HandlerSpec,
  IDeploymentTarget,
  IManifestGenerator,
  ModuleSpec,
  ServiceSpec,
  WatchCallback,
} from './seed-contract.ts';

export class MapTarget implements IDeploymentTarget {
  #objects = new Map<string, DeploymentResource>();
  #callbacks: WatchCallback[] = [];

  async apply(resource: DeploymentResource): Promise<void> {
    const key = `${resource.kind}/${resource.metadata.namespace}/${resource.metadata.name}`;
    const type = this.#objects.has(key) ? 'MODIFIED' : 'ADDED';
    this.#objects.set(key, resource);
    for (const callback of this.#callbacks) await callback({ type, resource });
  }

  async delete(kind: string, namespace: string, name: string): Promise<void> {
    this.#objects.delete(`${kind}/${namespace}/${name}`);
  }

  async get(kind: string, namespace: string, name: string): Promise<DeploymentResource | null> {
    return this.#objects.get(`${kind}/${namespace}/${name}`) ?? null;
  }

  async list(kind: string, namespace: string): Promise<DeploymentResource[]> {
    return [...this.#objects.values()].filter((o) => o.kind === kind && o.metadata.namespace === namespace);
  }

  async watch(_kind: string, _namespace: string, callback: WatchCallback): Promise<void> {
    this.#callbacks.push(callback);
  }
}

export class PlainGenerator implements IManifestGenerator {
  generateDeployment(spec: HandlerSpec | ModuleSpec): DeploymentSpec {
    const labels = { app: 'handlerPath' in spec ? spec.handlerPath.slice(1) : spec.moduleName };
    const container = { name: 'app', image: spec.image, ports: [{ containerPort: spec.port }] };
    return {
      replicas: spec.replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [spec.resources ? { ...container, resources: spec.resources } : container] },
      },
    };
  }

  generateService(spec: HandlerSpec | ModuleSpec): ServiceSpec {
    return { type: 'ClusterIP', selector: {}, ports: [{ port: spec.port, targetPort: spec.port }] };
  }

  generateConfigMap(spec: HandlerSpec | ModuleSpec): ConfigMapSpec {
    return { data: spec.env ?? {} };
  }
}
