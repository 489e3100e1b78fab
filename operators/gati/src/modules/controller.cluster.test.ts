import { conditionOf } from '@slipway/apimachinery/conditions';
import { type Cluster, connect, type DeepReadonly, type ObjectOf } from '@slipway/kube';
import { Deployment, HorizontalPodAutoscaler, Pod, RuntimeClass, Service } from '@slipway/kube/kinds';
import { type Nodes, startNodes } from '@slipway/localcluster/kubelet';
import { createManager, type Manager } from '@slipway/runtime';
import { KubernetesTarget } from '@slipway/targets';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { waitUntil } from '@slipway/tools/processes/index';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installKinds } from '../../test/installed-kinds.ts';
import { sampleModule } from '../../test/manifests/samples.ts';
import { accountKubeconfig, openAccount } from '../../test/rights/account.ts';
import { Refusals } from '../../test/rights/refusals.ts';
import { addControllers } from '../controllers/index.ts';
import { MANAGER } from '../names/index.ts';
import { GatiModuleKind, type GatiModuleSpec } from '../types/index.ts';

type Module = DeepReadonly<ObjectOf<typeof GatiModuleKind>>;

const PATIENCE_MS = 240_000;

describeCluster('modules on a cluster', { needs: ['objects', 'apply', 'schema', 'controllers'] }, (on) => {
  /** As people reach it, and as the operator does. */
  let cluster: Cluster;
  let operated: Cluster;
  const refusals = new Refusals();
  let manager: Manager;
  let nodes: Nodes;
  let target: KubernetesTarget;
  let namespace = '';

  beforeAll(async () => {
    await installKinds(on());
    namespace = await freshNamespace(on());
    nodes = await startNodes({
      kubeconfig: on().kubeconfig,
      nodes: [{ name: 'module-node' }],
      rules: [
        { match: { image: 'bad:1' }, behaviour: { crash: { exitCode: 3 } } },
        { match: { image: 'missing:1' }, behaviour: { imagePullError: true } },
      ],
    });
    cluster = await connect({ text: on().kubeconfig });
    const token = await openAccount(cluster, { namespaces: [namespace] });
    operated = await connect({ text: accountKubeconfig(on().kubeconfig, token) });
    target = await KubernetesTarget.open({ cluster: operated, manager: MANAGER });
    manager = await createManager({ cluster: operated, metrics: false, health: false, logLevel: 'silent' });
    addControllers(manager, { target, namespaces: [namespace] });
    await manager.start();
  });

  afterAll(async () => {
    await manager?.stop();
    await target?.close();
    await operated?.close();
    await cluster?.close();
    await nodes?.stop();
    refusals.end();
  });

  const refOf = (name: string) => ({ namespace, name });
  const create = (name: string, spec: Partial<GatiModuleSpec> = {}) =>
    cluster.client.create(GatiModuleKind, { metadata: refOf(name), spec: { ...sampleModule, ...spec } });
  const change = (name: string, spec: object) => cluster.client.patch(GatiModuleKind, refOf(name), { merge: { spec } });
  const stateOf = ({ status }: Module, type: string): string => {
    const condition = status?.conditions?.find((one) => one.type === type);
    return `${condition?.status} ${condition?.reason}`;
  };
  const until = (name: string, holds: (module: Module) => unknown): Promise<Module> =>
    waitUntil(async () => {
      const module = await cluster.client.live.get(GatiModuleKind, refOf(name));
      return module && holds(module) ? module : undefined;
    }, AbortSignal.timeout(PATIENCE_MS));
  const isSettled = (module: Module): boolean =>
    module.status?.observedGeneration === module.metadata.generation &&
    stateOf(module, 'Progressing') === 'False Succeeded';
  const live = <K extends Parameters<Cluster['client']['live']['get']>[0]>(kind: K, name: string) =>
    cluster.client.live.get(kind, refOf(`module-${name}`));

  it('G-120: the sample module becomes Running, with everything it needs and nothing else', {
    timeout: 90_000,
  }, async () => {
    await create('db-module');
    const module = await until('db-module', ({ status }) => status?.phase === 'Running' && status.readyReplicas === 1);
    expect(module.metadata.finalizers).toContain('gati.dev/module-cleanup');
    for (const type of ['Accepted', 'Ready', 'Synced', 'Scaled', 'NetworkIsolated'])
      expect([type, stateOf(module, type).split(' ')[0]]).toEqual([type, 'True']);
    const service = await live(Service, 'db-module');
    expect(service?.metadata.ownerReferences).toMatchObject([{ kind: 'GatiModule', controller: true }]);
    const [pod] = await cluster.client.live.listAll(Pod, { namespace, labelSelector: 'gati.dev/module=db-module' });
    expect(pod?.spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1001 },
      containers: [
        {
          securityContext: {
            allowPrivilegeEscalation: false,
            capabilities: { drop: ['ALL'] },
            readOnlyRootFilesystem: true,
          },
          volumeMounts: expect.arrayContaining([expect.objectContaining({ mountPath: '/data' })]),
        },
      ],
    });
  });

  it('G-150: a child that is deleted by hand comes back', async () => {
    const before = await live(Service, 'db-module');
    await cluster.client.delete(Service, refOf('module-db-module'));
    const after = await waitUntil(async () => {
      const service = await live(Service, 'db-module');
      return service && service.metadata.uid !== before?.metadata.uid ? service : undefined;
    }, AbortSignal.timeout(PATIENCE_MS));
    expect(after.spec?.selector).toEqual(before?.spec?.selector);
  });

  it('G-126: a bad capability leaves the running module as it is', async () => {
    const before = await live(Deployment, 'db-module');
    await change('db-module', { image: 'other:2', capabilities: ['teleport'] });
    const module = await until('db-module', (one) => stateOf(one, 'Accepted') === 'False UnknownCapability');
    expect([module.status?.phase, stateOf(module, 'Ready')]).toEqual(['Failed', 'True Available']);
    expect((await live(Deployment, 'db-module'))?.metadata.generation).toBe(before?.metadata.generation);
    await change('db-module', { capabilities: ['network'] });
    await until('db-module', (one) => isSettled(one) && one.status?.phase === 'Running');
    const deployment = await live(Deployment, 'db-module');
    expect(deployment?.spec?.template.spec?.containers[0]?.image).toBe('other:2');
  });

  it('G-128: an image that is not there takes nothing away from what serves', async () => {
    await change('db-module', { image: 'missing:1' });
    const module = await until('db-module', (one) => /ErrImagePull|ImagePullBackOff/.test(JSON.stringify(one.status)));
    expect(stateOf(module, 'Progressing')).toBe('True Progressing');
    expect([module.status?.phase, stateOf(module, 'Ready')]).toEqual(['Running', 'True Available']);
  });

  it('G-124: a pod that restarts again and again makes the module Failed', async () => {
    await create('crashing', { image: 'bad:1', restart: { crashLoopThreshold: 1 } });
    const module = await until('crashing', (one) => stateOf(one, 'Ready') === 'False CrashLoop');
    expect(module.status?.phase).toBe('Failed');
    await change('crashing', { image: 'good:1' });
    await until('crashing', ({ status }) => status?.phase === 'Running');
  });

  it('G-23: a Service of another client under the same name is left alone', async () => {
    const spec = { ports: [{ port: 1 }], selector: { app: 'other' } };
    await cluster.client.create(Service, { metadata: refOf('module-taken'), spec });
    await create('taken');
    const module = await until('taken', (one) => stateOf(one, 'Synced') === 'False NameTaken');
    expect(conditionOf(module.status?.conditions, 'Synced')?.message).toContain('module-taken');
    expect((await live(Service, 'taken'))?.spec?.selector).toEqual({ app: 'other' });
    await until('taken', ({ status }) => status?.phase === 'Running');
  });

  it('G-121: a RuntimeClass that comes later is waited for', async () => {
    await create('wasm', { moduleType: 'wasm', runtime: 'wasmtime', wasm: { runtimeClassName: `${namespace}-wasm` } });
    await until('wasm', (one) => stateOf(one, 'Accepted') === 'False RuntimeClassNotFound');
    expect(await live(Deployment, 'wasm')).toBeUndefined();
    await cluster.client.create(RuntimeClass, { metadata: { name: `${namespace}-wasm` }, handler: 'wasm' });
    await until('wasm', ({ status }) => status?.phase === 'Running');
  });

  it('G-113: pods stay as many as they are when a scaler takes over', async () => {
    await create('scaled', { replicas: 3 });
    await until('scaled', ({ status }) => status?.readyReplicas === 3);
    const seen = new Set<number | undefined>();
    const watching = cluster.cache(Deployment, { namespaces: [namespace] });
    const subscription = watching.onEvent(({ object }) => {
      if (object.metadata.name === 'module-scaled') seen.add(object.spec?.replicas);
    });
    await change('scaled', { scaling: { minReplicas: 2, maxReplicas: 5, cpu: 70 } });
    // Nothing measures here, so it may say already that it cannot work.
    await until('scaled', (one) => ['True HPA', 'False ScalerFailed'].includes(stateOf(one, 'Scaled') ?? ''));
    expect((await live(HorizontalPodAutoscaler, 'scaled'))?.spec).toMatchObject({ minReplicas: 2, maxReplicas: 5 });
    subscription.close();
    await watching.release();
    expect([...seen]).toEqual([3]);
  });

  it('G-155: a deleted module takes everything with it', async () => {
    await cluster.client.delete(GatiModuleKind, refOf('db-module'));
    await waitUntil(async () => {
      const module = await cluster.client.live.get(GatiModuleKind, refOf('db-module'));
      const children = await Promise.all([live(Service, 'db-module'), live(Deployment, 'db-module')]);
      return module === undefined && children.every((child) => child === undefined) ? true : undefined;
    }, AbortSignal.timeout(PATIENCE_MS));
  });
});
