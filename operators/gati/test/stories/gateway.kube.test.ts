import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import {
  describeWithGateway,
  type RunningGateway,
  sendRequests,
  startGateway,
  type Tally,
  underLoad,
} from '@slipway/test/gateway/index';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handlerText } from '../handler-text.ts';
import { conditionOf, Rig } from '../rig.ts';
import { SERVING } from '../rigs.ts';

/** Answers by version. */
function byVersion({ answers }: Tally): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [body, count] of answers) {
    const { version } = JSON.parse(body) as { version: string };
    counts[version] = (counts[version] ?? 0) + count;
  }
  return counts;
}

await describeWithGateway('a canary behind a real gateway', () => {
  let local: LocalCluster;
  let gateway: RunningGateway;
  let rig: Rig;
  beforeAll(async () => {
    local = await startLocalCluster({ nodes: 2, controllers: true, processes: SERVING });
    gateway = await startGateway(local);
    const { kubeconfig, nodes } = local;
    if (!nodes) throw new Error('the cluster was started without nodes');
    rig = await Rig.start({ kubeconfig, namespace: 'default', nodes });
    const { name, namespace } = gateway.reference;
    const routing = `routing: { gateway: { name: ${name}, namespace: ${namespace} } }`;
    const rollout = 'steps: [{ weight: 20, pause: 10m }, { weight: 100, pause: 1s }]\nrollbackWindow: 2s';
    await rig.apply(handlerText('users', 'v1', { rollout, more: routing }));
    await rig.untilStable('users', 'v1');
    await gateway.settled();
  });
  afterAll(async () => {
    await rig?.stop();
    await gateway?.stop();
    await local?.stop();
  });

  it('G-73 G-205: splits ten thousand requests as asked, within three of a hundred, and fails none', async () => {
    const url = `${gateway.url}/users`;
    const { all } = await underLoad(
      url,
      async () => {
        await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
        const { status } = await rig.untilRollout('users', 'v2', 'Verifying');
        expect(status?.traffic).toEqual({
          mode: 'Exact',
          wanted: { v1: 80, v2: 20 },
          achieved: { v1: 80, v2: 20 },
        });
        await gateway.settled();
      },
      { connections: 2 },
    );
    expect(all.failures).toEqual([]);
    const tally = await sendRequests(url, 10_000);
    expect(tally.failures).toEqual([]);
    expect(Math.abs((byVersion(tally)['v2'] ?? 0) / 100 - 20)).toBeLessThanOrEqual(3);
  });

  it('G-72 G-101 G-205: takes over and lets the old version go, and fails no request on the way', async () => {
    const { all } = await underLoad(
      `${gateway.url}/users`,
      async () => {
        await rig.say('users', 'promote by=ann');
        await rig.untilStable('users', 'v2');
        await rig.untilStage('v1', 'Decommissioned');
      },
      { connections: 2 },
    );
    expect(all.failures).toEqual([]);
    const after = await sendRequests(`${gateway.url}/users`, 200);
    expect([byVersion(after), after.failures]).toEqual([{ v2: 200 }, []]);
  });

  it('G-59 G-73: a version that breaks callers gets those who ask for it, and nobody else', async () => {
    const url = `${gateway.url}/users`;
    await rig.edit('users', { version: 'v3', image: 'example/users:v3', timescape: { breaking: true } });
    await rig.untilStage('v3', 'HeaderOnly');
    const handler = await rig.untilHandler(
      'users',
      'the route is taken',
      (seen) => conditionOf(seen, 'Routed')?.reason === 'Exact',
    );
    expect(handler.status?.traffic?.wanted?.['v3'] ?? 0).toBe(0);
    await gateway.settled();
    const asked = await sendRequests(url, 200, { headers: { 'x-gati-version': 'v3' } });
    expect([byVersion(asked), asked.failures]).toEqual([{ v3: 200 }, []]);
    const others = await sendRequests(url, 500);
    expect([byVersion(others), others.failures]).toEqual([{ v2: 500 }, []]);
    const unknown = await sendRequests(url, 100, { headers: { 'x-gati-version': 'v9' } });
    expect([byVersion(unknown), unknown.failures]).toEqual([{ v2: 100 }, []]);
  });
});
