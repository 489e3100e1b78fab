import type {
  ConfigMapSpec,
  DeploymentResource,
  DeploymentSpec,
  HandlerSpec,
  IManifestGenerator,
  ModuleSpec,
  ServiceSpec,
} from '@gati-framework/contracts/deployment';
import { describe, expect, test } from 'vitest';
import { fullModule, moduleOf, sampleModule, sampleTemplate, versionOf } from '../../test/manifests/samples.ts';
import { builtInObjects } from '../manifests/index.ts';
import { completeGenerator } from './complete-generator.ts';
import { ManifestGenerator } from './manifest-generator.ts';

const generator = new ManifestGenerator();
const spec: HandlerSpec = {
  ...(sampleTemplate as Omit<HandlerSpec, 'version' | 'replicas'>),
  version: 'v1.0.0',
  replicas: 2,
};
const metadata = { namespace: 'default', name: 'user-handler' };
const moduleSpec = sampleModule as ModuleSpec;

describe('the generator of manifests', () => {
  test('G-140: a custom resource gives whole objects under the names that the operator uses', () => {
    const handler = { apiVersion: 'gati.dev/v1alpha1', kind: 'GatiHandler', metadata, spec };
    const deployment = generator.generateDeployment(handler);
    expect(deployment.spec.replicas).toBe(2);
    expect(deployment.spec.template.spec.containers[0].resources.requests.cpu).toBe('100m');
    const objects = builtInObjects.version(versionOf({})) ?? [];
    const { version: _version, replicas: _replicas, ...template } = spec;
    expect(template).toEqual(sampleTemplate);
    expect([generator.generateConfigMap(handler), deployment, generator.generateService(handler)]).toEqual(
      objects.slice(0, 3),
    );
    expect(generator.generatePodDisruptionBudget(handler)).toEqual(objects[3]);
    expect(generator.generateHorizontalPodAutoscaler(handler)).toBeNull();
    expect(generator.generateNetworkPolicy(handler)).toBeNull();
  });

  test('G-140: the context names another version of the handler', () => {
    const version = { namespace: 'default', handler: 'user-handler', versionId: 'v2' };
    const { metadata: named } = generator.generateService({ metadata, spec }, { version });
    expect(named.name).toMatch(/^handler-user-handler-v2-[0-9a-f]{8}$/);
  });

  test('G-140: a module is recognised by its spec where the kind is missing', () => {
    const module = { metadata: { namespace: 'default', name: 'db-module' }, spec: moduleSpec };
    expect(generator.generateDeployment(module).metadata.name).toBe('module-db-module');
    expect(generator.generateNetworkPolicy(module)?.kind).toBe('NetworkPolicy');
    expect(generator.generateServiceMonitor(module)).toBeNull();
    const monitored = { ...module, spec: fullModule as ModuleSpec };
    expect(generator.generateServiceMonitor(monitored)?.spec.endpoints).toHaveLength(1);
  });

  test('G-140: a bare spec gives specs whose selector stands for path and version', () => {
    const deployment = generator.generateDeployment(spec);
    const service = generator.generateService(spec);
    expect(deployment).toMatchObject({ replicas: 2, template: { spec: { containers: [{ image: 'my-app:v1.0.0' }] } } });
    expect(service).toMatchObject({ type: 'ClusterIP', ports: [{ port: 3000, targetPort: 3000 }] });
    expect(service.selector).toEqual(deployment.selector.matchLabels);
    expect(generator.generateConfigMap(spec)).toEqual({
      data: { 'handler-path': '/api/users', phase: 'Active', port: '3000', version: 'v1.0.0' },
    });
    const selectors = [
      spec,
      { ...spec, version: 'v2' },
      { ...spec, handlerPath: '/api-users' },
      moduleSpec,
      { ...moduleSpec, moduleName: 'data base' },
    ].map((each) => JSON.stringify(generator.generateService(each).selector));
    expect(new Set(selectors).size).toBe(5);
    expect(selectors[3], 'a resource of that name has other pods').not.toContain('"database"');
  });

  test('G-114 G-115: scaling gives the scaler that it asks for', () => {
    const scaled = (scaling: object) => ({ metadata, spec: { ...spec, scaling } as HandlerSpec });
    expect(generator.generateHorizontalPodAutoscaler(scaled({ cpu: 60 }))?.spec).toMatchObject({
      minReplicas: 1,
      maxReplicas: 6,
    });
    const rate = { target: 10, query: 'sum(up)', serverAddress: 'http://prometheus:9090' };
    expect(generator.generateScaledObject(scaled({ requestsPerSecond: rate }))?.spec.triggers).toHaveLength(1);
    expect(generator.generateHorizontalPodAutoscaler(scaled({ requestsPerSecond: rate }))).toBeNull();
    expect(generator.generateDeployment(scaled({ cpu: 60 })).spec).not.toHaveProperty('replicas');
  });

  test('G-182: a monitored handler has a monitor for all of its versions', () => {
    const monitored = { metadata, spec: { ...spec, monitoring: { serviceMonitor: true } } };
    expect(generator.generateServiceMonitor(monitored)?.metadata.name).toBe('handler-user-handler');
  });

  test('G-134: what is given is the caller’s own', () => {
    const first = generator.generateService({ metadata, spec });
    first.spec.type = 'changed';
    expect(generator.generateService({ metadata, spec }).spec.type).toBe('ClusterIP');
  });
});

/** Written against the first form of the contract: three methods, bare specs. */
class OwnGenerator implements IManifestGenerator {
  generateDeployment({ image, port }: HandlerSpec | ModuleSpec): DeploymentSpec {
    return {
      replicas: 7,
      selector: { matchLabels: { app: 'own' } },
      template: {
        metadata: { labels: { app: 'own', team: 'a' } },
        spec: { containers: [{ name: 'own', image, ports: [{ containerPort: port, name: 'http' }] }] },
      },
    };
  }
  generateService({ port }: HandlerSpec | ModuleSpec): ServiceSpec {
    return { type: 'NodePort', selector: { app: 'own' }, ports: [{ port, targetPort: port, name: 'own' }] };
  }
  generateConfigMap(): ConfigMapSpec {
    return { data: { own: 'yes' } };
  }
}

describe('a generator of a user', () => {
  const scale = { replicas: 3, scaling: { min: 2, max: 9, cpu: 70 } };

  test('G-136: gives the content; names, selectors, labels and numbers stay the operator’s', () => {
    const own = completeGenerator(new OwnGenerator()).version(versionOf({ scale })) ?? [];
    const builtIn = builtInObjects.version(versionOf({ scale })) ?? [];
    expect(own.map(({ kind, metadata: named }) => [kind, named])).toEqual(
      builtIn.map(({ kind, metadata: named }) => [kind, named]),
    );
    const [configMap, deployment, service] = own;
    expect(configMap?.data).toMatchObject({ own: 'yes', phase: 'Active' });
    expect(deployment?.spec.template.spec.containers[0].name).toBe('own');
    expect(deployment?.spec.selector).toEqual(builtIn[1]?.spec.selector);
    expect(deployment?.spec).not.toHaveProperty('replicas');
    expect(deployment?.spec.template.metadata.labels).toMatchObject({
      team: 'a',
      'gati.dev/rotation': 'out',
      ...builtIn[1]?.spec.selector.matchLabels,
    });
    expect(service?.spec).toMatchObject({
      type: 'ClusterIP',
      selector: builtIn[2]?.spec.selector,
      ports: [{ name: 'own' }],
    });
  });

  test('G-136: what it lacks comes from the built-in one, and what it has is asked for', () => {
    class More extends OwnGenerator {
      generatePodDisruptionBudget(): DeploymentResource | null {
        return null;
      }
      generateHorizontalPodAutoscaler(): DeploymentResource | null {
        const behavior = { scaleDown: { selectPolicy: 'Disabled' } };
        return { kind: 'HorizontalPodAutoscaler', metadata, spec: { minReplicas: 50, maxReplicas: 99, behavior } };
      }
    }
    const own = completeGenerator(new More()).version(versionOf({ scale })) ?? [];
    expect(own.map(({ kind }) => kind)).toEqual(['ConfigMap', 'Deployment', 'Service', 'HorizontalPodAutoscaler']);
    expect(own[3]?.spec).toMatchObject({
      minReplicas: 2,
      maxReplicas: 9,
      behavior: { scaleDown: { selectPolicy: 'Disabled' } },
    });
    const module = moduleOf(sampleModule);
    const policy = completeGenerator(new OwnGenerator())
      .module(module)
      .find(({ kind }) => kind === 'NetworkPolicy');
    expect(policy).toEqual(builtInObjects.module(module).find(({ kind }) => kind === 'NetworkPolicy'));
  });

  test('G-136: none, or the built-in one, changes nothing', () => {
    expect(completeGenerator(undefined)).toBe(builtInObjects);
    expect(completeGenerator(new ManifestGenerator())).toBe(builtInObjects);
  });
});
