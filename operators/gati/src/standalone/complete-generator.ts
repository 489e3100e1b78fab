import type {
  CustomResource,
  DeploymentResource,
  GeneratorContext,
  IManifestGenerator,
} from '@gati-framework/contracts/deployment';
import {
  builtInObjects,
  type ModuleInput,
  type ObjectGenerator,
  type Objects,
  type VersionInput,
} from '../manifests/index.ts';
import { ManifestGenerator } from './manifest-generator.ts';

/** Fields of a spec that stay the operator's, whichever generator runs: who is selected, and how many there are. */
const HELD: Readonly<Record<string, readonly string[]>> = {
  Deployment: ['replicas', 'selector'],
  Service: ['type', 'selector'],
  HorizontalPodAutoscaler: ['scaleTargetRef', 'minReplicas', 'maxReplicas'],
  ScaledObject: ['scaleTargetRef', 'minReplicaCount', 'maxReplicaCount'],
  PodDisruptionBudget: ['selector'],
  NetworkPolicy: ['podSelector'],
  ServiceMonitor: ['selector'],
};

type Fields = Record<string, unknown>;

/**
 * A user's own generator as the operator uses it (G-136). It is asked for specs, as its first form gives them; what it
 * lacks comes from the built-in one. The operator keeps what its promises rest on: names, labels, owners,
 * selectors and numbers of pods.
 */
export function completeGenerator(own: IManifestGenerator | undefined): ObjectGenerator {
  if (own === undefined || own instanceof ManifestGenerator) return builtInObjects;
  return {
    version(input) {
      const context = { version: { ...input.handler, handler: input.handler.name, versionId: input.versionId } };
      return builtInObjects.version(input)?.flatMap((object) => overlaid(own, object, versionResource(input), context));
    },
    handler: (input) => builtInObjects.handler(input),
    module: (input) => builtInObjects.module(input).flatMap((object) => overlaid(own, object, moduleResource(input))),
  };
}

function versionResource({ handler, versionId, template, scale }: VersionInput): CustomResource {
  const spec = { ...template, version: versionId, replicas: scale.replicas ?? 1 };
  return { apiVersion: 'gati.dev/v1alpha1', kind: 'GatiHandler', metadata: { ...handler }, spec } as CustomResource;
}

function moduleResource({ module, spec }: ModuleInput): CustomResource {
  return { apiVersion: 'gati.dev/v1alpha1', kind: 'GatiModule', metadata: { ...module }, spec } as CustomResource;
}

/** The built-in object with what the own generator says of it; none where it wants none. */
function overlaid(
  own: IManifestGenerator,
  builtIn: DeploymentResource,
  resource: CustomResource,
  context?: GeneratorContext,
): Objects {
  const { spec } = resource;
  switch (builtIn.kind) {
    case 'Deployment':
      return [withTemplate(builtIn, withSpec(builtIn, specOf(own.generateDeployment(spec))))];
    case 'Service':
      return [withSpec(builtIn, specOf(own.generateService(spec)))];
    case 'ConfigMap':
      return [{ ...builtIn, data: { ...builtIn.data, ...own.generateConfigMap(spec).data } }];
    default: {
      const generate = own[`generate${builtIn.kind}` as keyof IManifestGenerator] as OptionalMethod | undefined;
      if (!generate) return [builtIn];
      const made = generate.call(own, resource, context);
      return made ? [withSpec(builtIn, made.spec as Fields)] : [];
    }
  }
}

type OptionalMethod = NonNullable<IManifestGenerator['generateNetworkPolicy']>;

/** A generator that takes both forms may give a whole object for a spec, too. */
function specOf(made: object): Fields {
  return ('metadata' in made && 'spec' in made ? made.spec : made) as Fields;
}

function withSpec(builtIn: DeploymentResource, spec: Fields): DeploymentResource {
  const kept = Object.fromEntries((HELD[builtIn.kind] ?? []).map((name) => [name, (builtIn.spec as Fields)[name]]));
  const merged = Object.entries({ ...spec, ...kept }).filter(([, content]) => content !== undefined);
  return { ...builtIn, spec: Object.fromEntries(merged) };
}

/** Pods have the labels by which Services, budgets and routers find them. */
function withTemplate(builtIn: DeploymentResource, merged: DeploymentResource): DeploymentResource {
  type Template = { metadata?: { labels?: object; annotations?: object }; spec: unknown };
  const { metadata: ours } = (builtIn.spec as { template: Template }).template;
  const { template, ...spec } = merged.spec as { template: Template };
  const metadata = {
    labels: { ...template.metadata?.labels, ...ours?.labels },
    annotations: { ...template.metadata?.annotations, ...ours?.annotations },
  };
  return { ...merged, spec: { ...spec, template: { ...template, metadata } } };
}
