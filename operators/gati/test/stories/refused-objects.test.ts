import { ConfigMap, Deployment, Service } from '@slipway/kube/kinds';
import { expect, it } from 'vitest';
import { handlerText, LONG_STEP } from '../handler-text.ts';
import { MovingClock } from '../moving-clock.ts';
import { conditionOf, rolloutOf } from '../rig.ts';
import { describeServing } from '../rigs.ts';

const refusal = { type: 'status', code: 403, message: 'a policy does not want it' } as const;

describeServing('an object that the cluster refuses', (start, cluster) => {
  it.each([
    ['configmaps', ConfigMap],
    ['deployments.apps', Deployment],
    ['services', Service],
  ])('G-153: of %s keeps no other back, and is made as soon as it may be', async (resource, kind) => {
    const rig = await start();
    const fault = cluster().faults.add({ resource, namespace: rig.namespace, verb: 'patch', fault: refusal });
    await rig.apply(handlerText('users', 'v1'));
    const handler = await rig.untilHandler(
      'users',
      'it says what was refused',
      (seen) => conditionOf(seen, 'Synced')?.status === 'False',
    );
    expect(conditionOf(handler, 'Synced')).toMatchObject({ reason: 'ApplyFailed' });
    expect(conditionOf(handler, 'Synced')?.message).toMatch(new RegExp(`^${kind.kind} handler-users`));
    for (const other of [ConfigMap, Deployment, Service].filter((one) => one !== kind))
      await rig.until(
        `${other.kind} is there`,
        () => rig.list(other, 'gati.dev/handler=users'),
        (found) => found.length > 0,
      );
    expect(rolloutOf(handler.status).state?.phase).not.toBe('Succeeded');
    fault.remove();
    await rig.untilStable('users', 'v1');
  });

  it('G-153: holds a rollout where it is, and does not hold a rollback', async () => {
    const clock = new MovingClock();
    const rig = await start({ clock });
    await rig.apply(handlerText('users', 'v1', { rollout: LONG_STEP }));
    await rig.untilStable('users', 'v1');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await rig.untilRollout('users', 'v2', 'Verifying');
    const name =
      (await rig.list(ConfigMap, 'gati.dev/handler=users'))
        .map(({ metadata }) => metadata.name ?? '')
        .find((one) => one.includes('-v2-')) ?? '';
    const { namespace } = rig;
    const fault = cluster().faults.add({ resource: 'configmaps', namespace, name, verb: 'patch', fault: refusal });
    await rig.client.delete(ConfigMap, { namespace: rig.namespace, name });
    await rig.untilHandler(
      'users',
      'it says what was refused',
      (seen) => conditionOf(seen, 'Synced')?.status === 'False',
    );
    // Its pause is over, and so is the minute of looking that follows a gap.
    for (const [limit, ms] of [20 * 60_000, 61_000].entries()) {
      clock.move(ms);
      const { status } = await rig.look('users', 19 - limit);
      expect(rolloutOf(status)).toMatchObject({ plan: { to: 'v2' }, state: { stage: 0 } });
    }
    await rig.say('users', 'rollback');
    const { status } = await rig.untilRollout('users', 'v2', 'RolledBack');
    expect(status?.stableVersion).toBe('v1');
    fault.remove();
  });

  it('G-101 G-102: that it will not delete stays with its version, which says so, and goes when it may', async () => {
    const rig = await start();
    const { namespace } = rig;
    const rollout = 'strategy: direct\nsteps: [{ weight: 100, pause: 1s }]\nrollbackWindow: 1s';
    await rig.apply(handlerText('users', 'v1', { replicas: 1, rollout }));
    await rig.untilStable('users', 'v1');
    const fault = cluster().faults.add({ resource: 'deployments.apps', namespace, verb: 'delete', fault: refusal });
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    await rig.untilHandler(
      'users',
      'it says what was refused',
      (seen) => conditionOf(seen, 'Synced')?.status === 'False',
    );
    await rig.untilStage('v1', 'Decommissioning');
    await rig.untilEvents('GatiHandler', 'users', 'the removal failed', (events) =>
      events.some(({ reason }) => reason === 'DecommissionFailed'),
    );
    fault.remove();
    await rig.untilStage('v1', 'Decommissioned');
    await rig.until(
      'one Deployment is left',
      () => rig.list(Deployment),
      (left) => left.length === 1,
    );
  });
});
