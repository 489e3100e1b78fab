import { Deployment, Namespace } from '@slipway/kube/kinds';
import { installKind } from '@slipway/test/clusters/install-kind';
import { expect, it } from 'vitest';
import { GatiHandlerKind } from '../../src/types/index.ts';
import { handlerText, LONG_STEP } from '../handler-text.ts';
import { conditionOf, type Rig } from '../rig.ts';
import { describeOperator } from '../rigs.ts';
import { retire, untilNothingIsLeft } from './endings.ts';
import { Application, type GitEngine } from './git-engine.ts';
import { startEngine } from './places.ts';

describeOperator('an operator that commits to git', (start) => {
  /**
   * From the first commit to the last: what the engine has not brought yet is reported, and nothing goes on without it.
   */
  async function live(rig: Rig, engine: GitEngine): Promise<void> {
    engine.isPaused = true;
    await rig.apply(handlerText('users', 'v1'));
    const waiting = await rig.untilHandler(
      'users',
      'it waits for the engine',
      (handler) => conditionOf(handler, 'Synced')?.reason === 'SyncUnknown',
    );
    expect(conditionOf(waiting, 'Synced')?.status).toBe('Unknown');
    expect(await rig.list(Deployment)).toEqual([]);
    engine.isPaused = false;
    await rig.untilStable('users', 'v1');
    const { status } = await rig.untilHandler(
      'users',
      'all of it has arrived',
      (handler) => conditionOf(handler, 'Synced')?.status === 'True',
    );
    expect(status?.target).toMatchObject({ kind: 'gitops', sync: 'Synced', revision: await engine.tip() });
    const [deployment] = await rig.list(Deployment);
    expect(deployment?.metadata.ownerReferences).toBeUndefined();

    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await rig.untilStage('v2', 'Canary');
    await rig.untilStable('users', 'v2');
    await retire(rig, 'v1');
    const left = await rig.list(Deployment);
    expect(left.map(({ spec }) => spec?.template?.spec?.containers?.[0]?.image)).toEqual(['example/users:v2']);
    expect((await engine.files()).filter((path) => path.includes('/deployment/'))).toHaveLength(1);

    await rig.client.delete(GatiHandlerKind, { namespace: rig.namespace, name: 'users' });
    await untilNothingIsLeft(rig);
    expect(await engine.files()).toEqual([]);
  }

  it('G-173 G-175: a handler is files, from its first version over a canary to its end; objects tell what arrived', async () => {
    const rig = await start();
    const { engine, env } = await startEngine(rig);
    await rig.restartOperator(env);
    await live(rig, engine);
  });

  it('G-175: a step waits for what it committed, says so, and goes on when that has arrived', async () => {
    const rig = await start();
    const { engine, env } = await startEngine(rig);
    await rig.restartOperator(env);
    await rig.apply(handlerText('users', 'v1', { replicas: 4, rollout: LONG_STEP }));
    await rig.untilStable('users', 'v1');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await rig.untilRollout('users', 'v2', 'Verifying');
    engine.isPaused = true;
    await rig.say('users', 'promote');
    const waiting = await rig.untilHandler('users', 'it waits for the engine', (handler) =>
      /not all of its objects are in place/.test(conditionOf(handler, 'Progressing')?.message ?? ''),
    );
    expect(conditionOf(waiting, 'Synced')).toMatchObject({ status: 'Unknown', reason: 'SyncUnknown' });
    expect(waiting.status?.stableVersion).toBe('v1');
    engine.isPaused = false;
    await rig.untilStable('users', 'v2');
  });

  it('G-174 G-175: the same where Argo CD tells what arrived', async () => {
    const rig = await start();
    await installKind(rig.client, Application);
    await rig.client.apply(Namespace, { metadata: { name: 'argocd' } }, { fieldManager: 'test' });
    const { engine, env } = await startEngine(rig, { tellsArgo: true });
    await rig.restartOperator(env);
    await live(rig, engine);
  });
});
