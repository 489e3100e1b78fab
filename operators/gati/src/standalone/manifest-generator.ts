import type {
  ConfigMapSpec,
  CustomResource,
  DeploymentResource,
  DeploymentSpec,
  GeneratorContext,
  IResourceGenerator,
  ServiceSpec,
} from '@gati-framework/contracts/deployment';
import type { GrantOptions } from '../capabilities/index.ts';
import { builtInObjects, type HandlerInput, type Objects } from '../manifests/index.ts';
import { handlerSelector } from '../names/index.ts';
import type { GatiHandlerSpec } from '../types/index.ts';
import { isModule, isResource, moduleInput, resourceFor, type Spec, versionInput } from './custom-resources.ts';
import { requireFields } from './required-fields.ts';

/** What can be made of a resource. Routes are not among them: they are the routers'. */
type Made = Omit<IResourceGenerator, 'generateHTTPRoute'>;

/**
 * Manifests for handlers and modules, from a bare spec or from a whole custom resource (G-140).
 *
 * **Guarantees.** Pure. A resource gives whole objects with the names that the operator uses, those of the version
 * that its spec or the context names; a bare spec gives the contract's spec.
 *
 * **Caveats.** Weights, rollouts and what runs already are not known here; the operator's own objects take them into
 * account.
 *
 * **Errors.** `GATI_SPEC_INCOMPLETE` names the fields that are missing; `WorkloadError` has every problem of the others.
 */
export class ManifestGenerator implements Required<Made> {
  readonly #options: GrantOptions;

  /** `options` say how capabilities of modules are read. */
  constructor(options: GrantOptions = {}) {
    this.#options = options;
  }

  generateDeployment(spec: Spec): DeploymentSpec;
  generateDeployment(resource: CustomResource, context?: GeneratorContext): DeploymentResource;
  generateDeployment(given: Spec | CustomResource, context?: GeneratorContext): DeploymentSpec | DeploymentResource {
    if (isResource(given)) return this.#made('Deployment', given, context);
    return this.#made('Deployment', resourceFor(given)).spec as DeploymentSpec;
  }

  generateService(spec: Spec): ServiceSpec;
  generateService(resource: CustomResource, context?: GeneratorContext): DeploymentResource;
  generateService(given: Spec | CustomResource, context?: GeneratorContext): ServiceSpec | DeploymentResource {
    if (isResource(given)) return this.#made('Service', given, context);
    const spec = this.#made('Service', resourceFor(given)).spec as ServiceSpec;
    // The contract has numbers; names are for objects whose versions differ in them.
    return { ...spec, ports: spec.ports.map((port) => ({ ...port, targetPort: given.port })) };
  }

  generateConfigMap(spec: Spec): ConfigMapSpec;
  generateConfigMap(resource: CustomResource, context?: GeneratorContext): DeploymentResource;
  generateConfigMap(given: Spec | CustomResource, context?: GeneratorContext): ConfigMapSpec | DeploymentResource {
    if (isResource(given)) return this.#made('ConfigMap', given, context);
    return { data: this.#made('ConfigMap', resourceFor(given)).data ?? {} };
  }

  generateHorizontalPodAutoscaler(resource: CustomResource, context?: GeneratorContext): DeploymentResource | null {
    return this.#find('HorizontalPodAutoscaler', resource, context);
  }

  generateScaledObject(resource: CustomResource, context?: GeneratorContext): DeploymentResource | null {
    return this.#find('ScaledObject', resource, context);
  }

  generatePodDisruptionBudget(resource: CustomResource, context?: GeneratorContext): DeploymentResource | null {
    return this.#find('PodDisruptionBudget', resource, context);
  }

  /** Of modules; handlers have none. */
  generateNetworkPolicy(resource: CustomResource, context?: GeneratorContext): DeploymentResource | null {
    return this.#find('NetworkPolicy', resource, context);
  }

  /** Where `monitoring.serviceMonitor` asks for one; a handler's is for all of its versions. */
  generateServiceMonitor(resource: CustomResource, context?: GeneratorContext): DeploymentResource | null {
    return this.#find('ServiceMonitor', resource, context);
  }

  #made(kind: string, resource: CustomResource, context?: GeneratorContext): DeploymentResource {
    const made = this.#find(kind, resource, context);
    if (!made) throw new TypeError(`Every handler and module has a ${kind}.`);
    return made;
  }

  #find(kind: string, resource: CustomResource, context?: GeneratorContext): DeploymentResource | null {
    const found = this.#objectsOf(resource, context).find((object) => object.kind === kind);
    // What is remembered is shared; this is the caller's own.
    return found ? structuredClone(found) : null;
  }

  #objectsOf(resource: CustomResource, context?: GeneratorContext): Objects {
    requireFields(resource);
    if (isModule(resource.spec)) return builtInObjects.module(moduleInput(resource, this.#options));
    const input = versionInput(resource, context);
    return [...(builtInObjects.version(input) ?? []), ...monitorsOf(resource.spec, input.handler)];
  }
}

function monitorsOf(spec: GatiHandlerSpec, handler: HandlerInput['handler']): Objects {
  if (!spec.monitoring?.serviceMonitor) return [];
  const monitor = { path: spec.traffic?.metricsPath };
  return builtInObjects
    .handler({ handler, selector: handlerSelector(handler.name), port: spec.port, monitor })
    .filter(({ kind }) => kind === 'ServiceMonitor');
}
