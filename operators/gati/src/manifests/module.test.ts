import { printYaml } from '@slipway/crd';
import { describe, expect, test } from 'vitest';
import { fullModule, moduleOf, sampleModule } from '../../test/manifests/samples.ts';
import type { GatiModuleSpec } from '../types/index.ts';
import type { ModuleInput } from './module.ts';
import { builtInObjects } from './objects.ts';

const objectOf = (input: ModuleInput, kind: string) =>
  builtInObjects.module(input).find((object) => object.kind === kind);
const podOf = (spec: GatiModuleSpec) => objectOf(moduleOf(spec), 'Deployment')?.spec.template.spec;
const containerOf = (spec: GatiModuleSpec) => podOf(spec).containers[0];
const envOf = (spec: GatiModuleSpec): Record<string, string> =>
  Object.fromEntries(
    (containerOf(spec).env as { name: string; value: string }[]).map(({ name, value }) => [name, value]),
  );
const { capabilities: _capabilities, ...plain } = sampleModule;

describe('objects of a module', () => {
  test.each([
    ['sample', moduleOf(sampleModule)],
    ['full', moduleOf(fullModule, { canMonitor: true })],
  ])('G-120: the %s module gives these objects', async (name, input) => {
    const text = builtInObjects.module(input).map((object) => printYaml(object as never));
    await expect(text.join('---\n')).toMatchFileSnapshot(`golden/module-${name}.yaml`);
  });

  test('G-153: they come in the order in which they are applied', () => {
    const scale = { replicas: 2, scaling: { min: 2, max: 5 } };
    expect(builtInObjects.module(moduleOf(fullModule, { scale, canMonitor: true })).map(({ kind }) => kind)).toEqual([
      'ConfigMap',
      'Deployment',
      'Service',
      'HorizontalPodAutoscaler',
      'PodDisruptionBudget',
      'NetworkPolicy',
      'ServiceMonitor',
    ]);
  });

  test('G-121: each type of module finds its runtime', () => {
    expect(envOf(plain)).toEqual({
      PORT: '50051',
      MODULE_NAME: 'database',
      MODULE_TYPE: 'node',
      NODE_ENV: 'production',
    });
    const wasm: GatiModuleSpec = { ...plain, moduleType: 'wasm', runtime: 'wasmtime' };
    expect(envOf(wasm)).toMatchObject({ MODULE_TYPE: 'wasm', WASM_RUNTIME: 'wasmtime' });
    const classed: GatiModuleSpec = { ...wasm, wasm: { runtimeClassName: 'wasmtime' } };
    expect(envOf(classed)).not.toHaveProperty('WASM_RUNTIME');
    expect(podOf(classed).runtimeClassName).toBe('wasmtime');
    const oci: GatiModuleSpec = { ...plain, moduleType: 'oci', oci: { workingDir: '/srv' }, command: ['./run'] };
    expect(containerOf(oci)).toMatchObject({ image: 'db-module:v1.0.0', workingDir: '/srv', command: ['./run'] });
    expect(envOf(oci)).toEqual({ PORT: '50051', MODULE_NAME: 'database', MODULE_TYPE: 'oci' });
  });

  test('G-24: what the user sets wins', () => {
    expect(envOf({ ...plain, env: { NODE_ENV: 'test', PORT: '1' } })).toMatchObject({ NODE_ENV: 'test', PORT: '1' });
  });

  test('G-122: a gRPC port is only asked whether it is open, unless the spec asks for more', () => {
    expect(containerOf(plain)).toMatchObject({
      readinessProbe: { tcpSocket: { port: 50051 } },
      livenessProbe: { tcpSocket: { port: 50051 } },
    });
    expect(containerOf({ ...plain, protocol: 'http' })).toMatchObject({
      readinessProbe: { httpGet: { path: '/health', port: 50051 } },
    });
    expect(containerOf({ ...plain, port: 8080 })).toMatchObject({ readinessProbe: { httpGet: { port: 8080 } } });
    expect(containerOf({ ...plain, probes: { readiness: { grpc: {} } } })).toMatchObject({
      readinessProbe: { grpc: { port: 50051 } },
      livenessProbe: { tcpSocket: { port: 50051 } },
    });
  });

  test('G-123: the Service tells the protocol, and may be headless', () => {
    const serviceOf = (spec: GatiModuleSpec) => objectOf(moduleOf(spec), 'Service')?.spec;
    expect(serviceOf(plain)).toMatchObject({
      type: 'ClusterIP',
      selector: { 'gati.dev/module': 'db-module' },
      ports: [{ name: 'grpc', port: 50051, targetPort: 'grpc', appProtocol: 'kubernetes.io/h2c' }],
    });
    expect(serviceOf({ ...plain, service: { headless: true } }).clusterIP).toBe('None');
    expect(serviceOf({ ...plain, protocol: 'tcp' }).ports[0]).toEqual({
      name: 'tcp',
      port: 50051,
      targetPort: 'tcp',
      protocol: 'TCP',
    });
  });

  test('G-124: with ReadinessOnly nothing restarts a pod for being slow', () => {
    const spec: GatiModuleSpec = {
      ...plain,
      restart: { policy: 'ReadinessOnly' },
      probes: { liveness: { tcpSocket: {} } },
    };
    expect(containerOf(spec)).not.toHaveProperty('livenessProbe');
    expect(containerOf(spec)).toHaveProperty('readinessProbe');
  });

  test('G-125: no capability becomes one of Linux', () => {
    expect(containerOf(sampleModule).securityContext.capabilities).toEqual({ drop: ['ALL'] });
    expect(JSON.stringify(builtInObjects.module(moduleOf(sampleModule)))).not.toMatch(/NETWORK|STORAGE/);
  });

  test('G-128: an update has ten minutes, and takes no pod away before there is another', () => {
    expect(objectOf(moduleOf(plain), 'Deployment')?.spec).toMatchObject({
      progressDeadlineSeconds: 600,
      strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
    });
  });

  test('G-25: the ConfigMap tells what the module is and may do', () => {
    expect(objectOf(moduleOf(sampleModule), 'ConfigMap')?.data).toEqual({
      'module-name': 'database',
      'module-type': 'node',
      runtime: 'node:20',
      port: '50051',
      capabilities: 'filesystem:read,filesystem:write,network:egress,network:ingress',
    });
  });

  test('G-179: no monitor where nobody knows the kind', () => {
    expect(objectOf(moduleOf(fullModule), 'ServiceMonitor')).toBeUndefined();
  });
});
