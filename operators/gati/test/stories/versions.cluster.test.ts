import { Deployment } from '@slipway/kube/kinds';
import { expect, it } from 'vitest';
import { GatiVersionKind } from '../../src/types/index.ts';
import { handlerText, LONG_STEP, versionText } from '../handler-text.ts';
import { conditionOf, type Rig } from '../rig.ts';
import { describeOperator } from '../rigs.ts';

async function remove(rig: Rig, versionId: string): Promise<string> {
  const name = (await rig.versions()).get(versionId)?.metadata.name ?? '';
  await rig.client.delete(GatiVersionKind, { namespace: rig.namespace, name });
  return name;
}

const untilGone = (rig: Rig, name: string): Promise<unknown> =>
  rig.until(
    `${name} is gone`,
    () => rig.list(GatiVersionKind),
    (left) => !left.some(({ metadata }) => metadata.name === name),
  );

describeOperator('records of versions', (start) => {
  it('G-40: of two that say the same the older counts, the other says so and gets nothing', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1'));
    await rig.apply(
      versionText(
        'first',
        'v0',
        'handlerRef: { name: users }\ntemplate: { handlerPath: /users, image: "a:1", port: 80 }',
      ),
    );
    await rig.untilStage('v0', 'Staged', 'Canary', 'Current', 'Serving');
    await rig.apply(
      versionText(
        'second',
        'v0',
        'handlerRef: { name: users }\ntemplate: { handlerPath: /users, image: "b:1", port: 80 }',
      ),
    );
    const second = await rig.until(
      'the second is reported',
      () => rig.get(GatiVersionKind, 'second'),
      (seen) => conditionOf(seen, 'Conflicted')?.status === 'True',
    );
    expect(conditionOf(second, 'Conflicted')).toMatchObject({ reason: 'DuplicateVersion' });
    expect(conditionOf(second, 'Conflicted')?.message).toContain('first');
    expect(second.status?.effectiveWeight).toBe(0);
    const images = (await rig.untilCount(Deployment, 2)).map(({ spec }) => spec?.template.spec?.containers[0]?.image);
    expect(new Set(images)).toEqual(new Set(['a:1', 'example/users:v1']));
    expect(images).toHaveLength(2);
    // The first one goes: the second takes its place.
    await rig.client.delete(GatiVersionKind, { namespace: rig.namespace, name: 'first' });
    await untilGone(rig, 'first');
    await rig.until(
      'the second counts',
      () => rig.get(GatiVersionKind, 'second'),
      (seen) => conditionOf(seen, 'Conflicted')?.status !== 'True',
    );
  });

  it('G-46: one that serves waits, and names what keeps it; it goes when another serves', async () => {
    const rig = await start();
    await rig.apply(
      handlerText('users', 'v1', {
        rollout: 'strategy: direct\nsteps: [{ weight: 100, pause: 1s }]\nrollbackWindow: 1s',
      }),
    );
    await rig.untilStable('users', 'v1');
    const name = await remove(rig, 'v1');
    const kept = await rig.until(
      'it says why it stays',
      () => rig.get(GatiVersionKind, name),
      (seen) => conditionOf(seen, 'Deleting')?.status === 'True',
    );
    expect(kept.status?.effectiveWeight).toBe(100);
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await rig.untilStable('users', 'v2');
    await untilGone(rig, name);
    await rig.until(
      'its Deployment is gone',
      () => rig.list(Deployment),
      (left) => left.length === 1,
    );
  });

  it('G-46: the subject of a canary gives its share back first', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1', { rollout: LONG_STEP }));
    await rig.untilStable('users', 'v1');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await rig.untilRollout('users', 'v2', 'Verifying');
    const name = await remove(rig, 'v2');
    await rig.untilHandler('users', 'all is back', ({ status }) => status?.traffic?.achieved?.['v1'] === 100);
    await rig.edit('users', { version: 'v1', image: 'example/users:v1' });
    await untilGone(rig, name);
  });
});
