import type { AnyKind } from '@slipway/kube';
import { ConfigMap, Deployment, Pod, PodDisruptionBudget, Secret, Service } from '@slipway/kube/kinds';
import { expect, it } from 'vitest';
import type { OperatorEnvironment } from '../../src/settings/index.ts';
import { GatiHandlerKind, type GatiModule, GatiModuleKind } from '../../src/types/index.ts';
import { handlerText } from '../handler-text.ts';
import { conditionOf, type Rig } from '../rig.ts';
import { describeOperator } from '../rigs.ts';
import { retire, untilNothingIsLeft } from './endings.ts';
import { helmEnvironment, openHelm, startEngine } from './places.ts';

const HELD: readonly AnyKind[] = [Deployment, Service, ConfigMap, PodDisruptionBudget, Pod];

/** Everything that runs or serves, by name: a new uid is a restart. */
async function uidsOf(rig: Rig): Promise<Record<string, string>> {
  const found = await Promise.all(
    HELD.map(async (kind) =>
      (await rig.list(kind, 'gati.dev/handler=users')).map(
        ({ metadata }) => [`${kind.kind} ${metadata?.name}`, metadata?.uid ?? ''] as const,
      ),
    ),
  );
  return Object.fromEntries(found.flat());
}

/** A new operator that writes elsewhere, which a person confirms once it has reported that it waits for that. */
async function change(rig: Rig, env: OperatorEnvironment): Promise<void> {
  const to = env.DEPLOYMENT_TARGET ?? 'kubernetes';
  await rig.restartOperator(env);
  const held = await rig.untilHandler(
    'users',
    `it waits before it writes to ${to}`,
    (handler) => conditionOf(handler, 'Synced')?.reason === 'TargetChanged',
  );
  expect(conditionOf(held, 'Synced')?.status).toBe('False');
  expect(held.status?.target?.kind).not.toBe(to);
  await rig.annotate('users', { 'gati.dev/migrate-target': to });
  await rig.untilHandler(
    'users',
    `${to} has it`,
    (handler) => handler.status?.target?.kind === to && conditionOf(handler, 'Synced')?.status === 'True',
  );
}

const recordsOf = async (rig: Rig): Promise<number> =>
  (await rig.list(ConfigMap)).filter(({ metadata }) => metadata.name?.startsWith('slipway-set-')).length;

const MODULE = `
apiVersion: gati.dev/v1alpha1
kind: GatiModule
metadata:
  name: db
spec: { moduleName: db, moduleType: node, runtime: 'node:20', replicas: 1, image: 'app:v1', port: 3000 }
`;

describeOperator('an operator that is configured to write elsewhere', (start, cluster) => {
  it('G-178: hands objects over from kubernetes to helm to gitops and back, and no pod restarts', async () => {
    const [rig, helm] = [await start(), await openHelm()];
    const release = { kubeconfig: cluster().kubeconfig, namespace: rig.namespace, name: 'gati-users' };
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    const before = await uidsOf(rig);
    expect(Object.keys(before).filter((name) => name.startsWith('Pod '))).toHaveLength(2);

    await change(rig, await helmEnvironment());
    expect(await uidsOf(rig)).toEqual(before);
    expect((await helm.history(release)).at(-1)?.status).toBe('deployed');
    expect(await recordsOf(rig)).toBe(0);
    for (const kind of [Deployment, Service, ConfigMap, PodDisruptionBudget] as readonly AnyKind[])
      for (const { metadata } of await rig.list(kind, 'gati.dev/handler=users')) {
        expect(metadata?.ownerReferences).toBeUndefined();
        expect(
          metadata?.managedFields?.filter(({ manager }: { manager?: string }) => manager === 'gati-operator'),
        ).toEqual([]);
      }

    const { engine, env } = await startEngine(rig);
    await change(rig, env);
    expect(await uidsOf(rig)).toEqual(before);
    expect(await rig.list(Secret)).toEqual([]);
    await helm.uninstall(release);
    expect(await uidsOf(rig)).toEqual(before);

    engine.isPaused = true;
    await change(rig, {});
    expect(await uidsOf(rig)).toEqual(before);
    expect(await recordsOf(rig)).toBe(1);

    await rig.client.delete(GatiHandlerKind, { namespace: rig.namespace, name: 'users' });
    await untilNothingIsLeft(rig);
  });

  it('G-178: what was handed over lives on: the next version, the end of the one before, the end of all', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    await change(rig, await helmEnvironment());
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await rig.untilStable('users', 'v2');
    const { env } = await startEngine(rig);
    await change(rig, env);
    await retire(rig, 'v1');
    await rig.until(
      'one Deployment is left',
      () => rig.list(Deployment),
      (left) => left.length === 1,
    );
    await rig.client.delete(GatiHandlerKind, { namespace: rig.namespace, name: 'users' });
    await untilNothingIsLeft(rig);
  });

  it('G-178: hands the objects of a module over as well', async () => {
    const rig = await start();
    await rig.apply(MODULE);
    const look = (): Promise<GatiModule | undefined> => rig.get(GatiModuleKind, 'db');
    await rig.until('it runs', look, ({ status }) => status?.phase === 'Running');
    const before = await rig.list(Pod);
    expect(before).toHaveLength(1);
    await rig.restartOperator(await helmEnvironment());
    await rig.until('it waits', look, (module) => conditionOf(module, 'Synced')?.reason === 'TargetChanged');
    const annotations = { 'gati.dev/migrate-target': 'helm' };
    await rig.client.patch(
      GatiModuleKind,
      { namespace: rig.namespace, name: 'db' },
      { merge: { metadata: { annotations } } },
    );
    await rig.until(
      'helm has it',
      look,
      (module) => module.status?.target?.kind === 'helm' && conditionOf(module, 'Synced')?.status === 'True',
    );
    expect((await rig.list(Pod)).map(({ metadata }) => metadata.uid)).toEqual(
      before.map(({ metadata }) => metadata.uid),
    );
    const records = await rig.list(Secret);
    expect(records.map(({ metadata }) => metadata.name)).toEqual(['sh.helm.release.v1.gati-module-db.v1']);
    await rig.client.delete(GatiModuleKind, { namespace: rig.namespace, name: 'db' });
    await untilNothingIsLeft(rig);
  });

  it('G-178 G-155: a handler that another target holds is cleaned up when a person confirms the new one', async () => {
    const rig = await start({ env: await helmEnvironment() });
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    await rig.restartOperator({});
    await rig.untilHandler(
      'users',
      'it waits',
      (handler) => conditionOf(handler, 'Synced')?.reason === 'TargetChanged',
    );
    await rig.client.delete(GatiHandlerKind, { namespace: rig.namespace, name: 'users' });
    const blocked = await rig.untilHandler(
      'users',
      'it says why it stays',
      (handler) => conditionOf(handler, 'Deleting')?.status === 'True',
    );
    expect(conditionOf(blocked, 'Deleting')?.message).toContain('gati.dev/migrate-target: kubernetes');
    expect(await rig.list(Deployment)).toHaveLength(1);
    await rig.annotate('users', { 'gati.dev/migrate-target': 'kubernetes' });
    await untilNothingIsLeft(rig);
  });
});
