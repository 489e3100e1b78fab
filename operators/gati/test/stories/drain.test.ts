import { Deployment, Pod } from '@slipway/kube/kinds';
import { expect, it } from 'vitest';
import { versionObjectName } from '../../src/names/index.ts';
import { handlerText } from '../handler-text.ts';
import type { Rig } from '../rig.ts';
import { describeServing } from '../rigs.ts';

const DIRECT = 'strategy: direct\nrollbackWindow: 1s\nsteps: [{ weight: 100, pause: 1s }]';

/** v2 serves; v1, with an environment of its own, has just begun to drain. */
async function draining(rig: Rig, env = ''): Promise<string> {
  await rig.apply(handlerText('users', 'v1', { replicas: 1, rollout: DIRECT, more: env }));
  await rig.untilStable('users', 'v1');
  const address = await rig.nodes.serviceAddress(rig.namespace, versionObjectName('users', 'v1'));
  return `http://${address}`;
}

const bump = (rig: Rig): Promise<void> => rig.edit('users', { version: 'v2', image: 'example/users:v2', env: null });

const untilBlocked = (rig: Rig, reason: string): Promise<unknown> =>
  rig.until(
    `v1 is kept by ${reason}`,
    async () => (await rig.versions()).get('v1'),
    ({ status }) => status?.blockers?.some((blocker) => blocker.reason === reason) === true,
  );

describeServing('a version that drains', (start) => {
  it('G-99 G-105: stays while a stream is open, and goes when it is closed', async () => {
    const rig = await start();
    const url = await draining(rig);
    const caller = new AbortController();
    await fetch(`${url}/stream`, { signal: caller.signal });
    await bump(rig);
    await rig.untilStage('v1', 'Draining');
    await untilBlocked(rig, 'InFlight');
    expect((await rig.versions()).get('v1')?.status?.phase).toBe('Draining');
    caller.abort();
    await rig.untilStage('v1', 'Decommissioned');
  });

  it('G-92 G-93: a pod that crashes takes its count along, and no zero is made of that', async () => {
    const rig = await start();
    const url = await draining(rig);
    await bump(rig);
    await rig.untilStage('v1', 'Draining');
    await fetch(`${url}/crash`).catch(() => undefined);
    const retired = await rig.untilStage('v1', 'Decommissioned');
    const counts = retired.status?.trafficHistory?.map(({ count }) => count) ?? [];
    expect(counts.slice(-3)).toEqual([0, 0, 0]);
  });

  it('G-92 G-97 G-105: one whose traffic nobody can tell is kept until a person retires it', async () => {
    const rig = await start();
    await draining(rig, 'env: { METRICS: "off" }');
    await bump(rig);
    await rig.untilStage('v1', 'Draining');
    await rig.until(
      'it was sampled more often than a drain needs',
      async () => (await rig.versions()).get('v1'),
      ({ status }) => (status?.trafficHistory?.length ?? 0) > 4,
    );
    const kept = (await rig.versions()).get('v1');
    expect(kept?.status).toMatchObject({ phase: 'Draining', stage: 'Draining' });
    expect(kept?.status?.trafficHistory?.every(({ count }) => count === null)).toBe(true);
    expect(kept?.status?.blockers?.map(({ reason }) => reason)).toContain('TrafficUnknown');
    expect(kept?.status?.lastTrafficTimestamp).toBeUndefined();
    expect(await rig.list(Deployment)).toHaveLength(2);
    const reported = await rig.untilEvents('GatiHandler', 'users', 'what keeps it has its event', (events) =>
      events.some(({ reason }) => reason === 'TrafficUnknown'),
    );
    expect(reported.filter(({ reason }) => reason === 'TrafficUnknown')).toHaveLength(1);
    await rig.sayToVersion(kept?.metadata.name ?? '', 'retire by=ann reason=nobody_calls_it');
    const retired = await rig.untilStage('v1', 'Decommissioned');
    expect(retired.status?.lastCommand).toMatchObject({ command: 'retire', result: 'Accepted', actor: 'ann' });
  });

  it('G-45 G-103: one that is wanted again comes back with its pods, and without a past', async () => {
    const rig = await start();
    await draining(rig);
    await bump(rig);
    await rig.untilStage('v1', 'Decommissioned');
    await rig.edit('users', { version: 'v1', image: 'example/users:v1' });
    await rig.untilStable('users', 'v1');
    const revived = await rig.untilStage('v1', 'Current');
    expect(revived.status?.decommissionedAt).toBeUndefined();
    expect(revived.status?.drainingSince).toBeUndefined();
    expect((await rig.list(Pod, 'gati.dev/handler=users')).length).toBeGreaterThan(0);
    await rig.untilEvents('GatiHandler', 'users', 'v1 was revived', (events) =>
      events.some(({ reason }) => reason === 'VersionRevived'),
    );
  });
});
