import { installDefinition } from '@slipway/kube';
import { Deployment, Service } from '@slipway/kube/kinds';
import { expectStable, FaultProxy } from '@slipway/runtime/testing';
import { expect, it, onTestFinished } from 'vitest';
import { type GatiHandler, GatiHandlerKind, GatiVersionKind, gatiHandlers } from '../../src/types/index.ts';
import { handlerText } from '../handler-text.ts';
import { conditionOf, type Rig, rolloutOf } from '../rig.ts';
import { describeOperator } from '../rigs.ts';

const untilCondition = (rig: Rig, type: string, reason: string) =>
  rig.untilHandler('users', `${type} ${reason}`, (handler) => conditionOf(handler, type)?.reason === reason);

describeOperator('what other writers put into objects of the operator', (start, cluster) => {
  it('G-164 R-107: foreign values of a status are taken over once; others keep their conditions', async () => {
    const proxy = await FaultProxy.start({ upstream: cluster().kubeconfig });
    onTestFinished(() => proxy.stop());
    const rig = await start({ operatorKubeconfig: proxy.kubeconfig });
    // Never ready, so never released.
    rig.nodes.rules = [{ match: { image: 'example/users:v1' }, behaviour: { readyAfter: false } }];
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilHandler('users', 'its pods are there', ({ status }) => status?.replicas === 2);
    const ref = { namespace: rig.namespace, name: 'users' };
    const reviewed = { type: 'example.com/Reviewed', status: 'True', reason: 'ByHand', message: 'looked at' };
    const present = (await rig.handler('users'))?.status?.conditions ?? [];
    await rig.client.subresource(GatiHandlerKind, ref, 'status').patch({
      merge: {
        status: {
          stableVersion: 'v0',
          versions: [{ name: 'foreign', versionId: 'v0' }],
          traffic: { mode: 'Exact', wanted: { v0: 100 } },
          conditions: [...present, { ...reviewed, lastTransitionTime: '2030-01-01T00:00:00Z' }],
        },
      },
    });
    await rig.untilHandler('users', 'foreign values are gone', ({ status }) => {
      return status?.stableVersion === undefined && status?.versions?.every(({ name }) => name !== 'foreign') === true;
    });
    await expectStable({
      client: rig.client,
      kinds: [GatiHandlerKind, GatiVersionKind],
      namespace: rig.namespace,
      proxy,
      withinMs: 20_000,
      quietMs: 3_000,
      desired: async () => {
        const [handler, versions] = [await rig.handler('users'), await rig.versions()];
        const isKept = conditionOf(handler, reviewed.type)?.status === 'True';
        return isKept && versions.get('v1')?.status?.replicas === 2;
      },
    });
  });

  it('G-87: a canary whose rollout is removed, or damaged and then removed, begins anew with its first step', async () => {
    const rig = await start();
    const rollout = 'steps: [{ weight: 50, pause: 10m }, { weight: 100 }]';
    await rig.apply(handlerText('users', 'v1', { rollout }));
    const ref = { namespace: rig.namespace, name: 'users' };
    const status = rig.client.subresource(GatiHandlerKind, ref, 'status');
    const planOf = (handler: GatiHandler): string | undefined => rolloutOf(handler.status).plan?.id;
    const begun = async (before: string | undefined): Promise<string | undefined> => {
      const at = await rig.untilHandler('users', 'it watches a canary of another plan', (handler) => {
        const { reason } = conditionOf(handler, 'Progressing') ?? {};
        return reason === 'Verifying' && planOf(handler) !== before;
      });
      expect(at.status).toMatchObject({ stableVersion: 'v1', traffic: { achieved: { v1: 50, v2: 50 } } });
      return planOf(at);
    };
    const installed = planOf(await rig.untilStable('users', 'v1'));
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    const first = await begun(installed);
    await status.patch({ merge: { status: { rollout: null } } });
    await begun(first);
    await status.patch({ merge: { status: { rollout: { encoded: 'damaged' } } } });
    const reported = await untilCondition(rig, 'Progressing', 'RolloutUnreadable');
    expect(reported.status?.traffic?.wanted).toEqual({ v1: 50, v2: 50 });
    await status.patch({ json: [{ op: 'remove', path: '/status/rollout' }] });
    await begun(undefined);
  });

  it('R-107 R-105 G-157: children that are deleted come back each time, and a value set by hand is named', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    const [service] = await rig.list(Service, 'gati.dev/version-key');
    const name = service?.metadata.name ?? '';
    let uid = service?.metadata.uid;
    for (let round = 0; round < 5; round++) {
      await rig.client.delete(Service, { namespace: rig.namespace, name });
      const again = await rig.until(
        `Service ${name} again`,
        () => rig.get(Service, name),
        (found) => found.metadata.uid !== uid,
      );
      uid = again.metadata.uid;
    }
    const json = [
      { op: 'add', path: '/spec/template/spec/containers/0/env/-', value: { name: 'DEBUG', value: '1' } },
    ] as const;
    await rig.client.patch(Deployment, { namespace: rig.namespace, name }, { json }, { fieldManager: 'kubectl-edit' });
    const handler = await untilCondition(rig, 'Synced', 'Drifted');
    const synced = conditionOf(handler, 'Synced');
    expect(synced?.status).toBe('True');
    expect(synced?.message).toContain('kubectl-edit has set spec.template.spec.containers[handler].env[DEBUG]');
    await rig.until(
      'it was notified',
      () => rig.reported('GatiHandler', 'users'),
      (reported) => reported.some(({ reason, note }) => reason === 'Drifted' && note.includes('kubectl-edit')),
    );
  });

  it('G-14 G-155 G-156: an object of an older, looser schema is refused by name, and its finalizer goes', async () => {
    const rig = await start();
    const text = JSON.stringify(gatiHandlers.manifest);
    const loose = JSON.parse(text, (key, value: unknown) =>
      key === 'x-kubernetes-validations' ? undefined : value,
    ) as typeof gatiHandlers.manifest;
    await installDefinition(rig.client, loose);
    onTestFinished(() => installDefinition(rig.client, gatiHandlers.manifest));
    await rig.until(
      'the loose schema holds',
      () => rig.apply(handlerText('users', 'v1').replace('interval: 1s', 'interval: -1s')).then(() => true),
      () => true,
    );
    await installDefinition(rig.client, gatiHandlers.manifest);
    const handler = await untilCondition(rig, 'Accepted', 'InvalidSpec');
    expect(conditionOf(handler, 'Accepted')?.message).toContain('spec.traffic.interval is "-1s"');
    expect(handler.status?.observedGeneration).toBe(handler.metadata.generation);
    await rig.client.delete(GatiHandlerKind, { namespace: rig.namespace, name: 'users' });
    await rig.until(
      'it is gone',
      async () => ({ found: await rig.handler('users') }),
      ({ found }) => found === undefined,
    );
  });
});
