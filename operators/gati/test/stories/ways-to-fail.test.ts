import { realClock } from '@slipway/kube';
import { Deployment, Pod } from '@slipway/kube/kinds';
import { ask } from '@slipway/test/gateway/request';
import { expect, it } from 'vitest';
import { versionObjectName, versionSelector } from '../../src/names/index.ts';
import { handlerText } from '../handler-text.ts';
import type { Traffic } from '../live-traffic.ts';
import { MovingClock } from '../moving-clock.ts';
import { type Rig, rolloutOf } from '../rig.ts';
import { describeServing, type StartRig } from '../rigs.ts';

/** Half of the traffic until a person decides. */
const HALF = `
steps:
  - { weight: 50, pause: 10m }
  - { weight: 100, pause: 1s }
progressDeadline: 5m
rollbackWindow: 2m
failedRetention: 10m`;
/** The same where the deadline is what ends it; elsewhere a busy machine may take its time. */
const SOON = HALF.replace('progressDeadline: 5m', 'progressDeadline: 10s');
/** As quickly as it goes to all of the traffic, and then watched. */
const ALL = HALF.replace('10m }', '1s }');

const V2 = { version: 'v2', image: 'example/users:v2' };

/** A handler whose first version serves, under traffic. */
async function serving(start: StartRig, rollout: string, clock = new MovingClock()): Promise<[Rig, Traffic]> {
  const rig = await start({ clock });
  await rig.apply(handlerText('users', 'v1', { rollout }));
  await rig.untilStable('users', 'v1');
  return [rig, await rig.traffic('users')];
}

const podsOf = (rig: Rig, version: string) =>
  rig.list(
    Pod,
    Object.entries(versionSelector('users', version))
      .map(([key, value]) => `${key}=${value}`)
      .join(','),
  );

/** From now on every pod of the version runs and serves nothing. */
async function breakPods(rig: Rig, version: string): Promise<void> {
  for (const { metadata, spec } of await podsOf(rig, version)) {
    const port = spec?.containers[0]?.ports?.[0]?.containerPort;
    const address = rig.nodes.addressOf({ uid: metadata.uid ?? '', ...(port !== undefined && { port }) });
    if (address) await ask(`http://${address.host}:${address.port}/break`);
  }
}

/** What the page about rollouts says of each way to fail: how many requests failed, and how long after it began. */
async function report(
  way: string,
  traffic: Traffic,
  options: { since?: number; failing?: string; isUnanswered?: boolean } = {},
): Promise<void> {
  // Unanswered: for a while no pod of the version with all of the traffic is ready.
  const { since, failing = 'v2', isUnanswered = false } = options;
  const after = since === undefined ? '' : `, ${((realClock.now() - since) / 1_000).toFixed(0)} s after it began`;
  const { answers, refusals, broken } = await traffic.stop();
  const sum = (counts: Readonly<Record<string, number>>): number => Object.values(counts).reduce((a, b) => a + b, 0);
  const failed = sum(refusals) + broken.length;
  console.info(`${way}: ${failed} of ${sum(answers) + failed} requests failed${after}`);
  expect(Object.keys(refusals).filter((id) => id !== failing)).toEqual([]);
  if (!isUnanswered) expect(broken).toEqual([]);
}

/** Lets the operator's time pass in steps that are no absence, with a look at the end of each. */
async function passTime(rig: Rig, clock: MovingClock, seconds: number): Promise<void> {
  for (let left = seconds, limit = 10; left > 0; left -= 20, limit++) {
    clock.move(Math.min(left, 20) * 1_000);
    await rig.look('users', limit);
  }
}

/** Judged by its own answers, every second. */
const ANALYSED = `${HALF}
analysis:
  interval: 1s
  count: 3
  metrics:
    - { name: errors, builtin: success-rate, successCondition: 'result >= 0.95', minRequests: 5 }`;

describeServing('a version that', (start, cluster) => {
  it('G-86: is never ready, or whose image is missing, gets no traffic and goes back at its deadline', async () => {
    const [rig, traffic] = await serving(start, SOON);
    await rig.edit('users', { ...V2, env: { BROKEN: 'true' } });
    await rig.untilRollout('users', 'v2', 'RolledBack');
    rig.nodes.rules = [{ match: { image: /nowhere/ }, behaviour: { imagePullError: true } }];
    await rig.edit('users', { version: 'v3', image: 'nowhere/users:v3', env: null });
    const { status } = await rig.untilRollout('users', 'v3', 'RolledBack');
    expect(status?.stableVersion).toBe('v1');
    const { answers } = traffic.counts();
    expect(Object.keys(answers)).toEqual(['v1']);
    await report('never ready, image missing', traffic, { failing: 'none' });
  });

  it('G-86: an image that can be pulled at the second try is rolled out', async () => {
    const [rig, traffic] = await serving(start, HALF);
    rig.nodes.rules = [{ match: { image: /slow/ }, behaviour: { imagePullError: true } }];
    await rig.edit('users', { version: 'v2', image: 'slow/users:v2' });
    await rig.until(
      'its image could not be pulled',
      () => podsOf(rig, 'v2'),
      (pods) => JSON.stringify(pods).includes('ImagePullBackOff'),
    );
    rig.nodes.rules = [];
    await rig.untilHandler('users', 'it has its share', ({ status }) => status?.traffic?.achieved?.['v2'] === 50);
    await traffic.stop();
  });

  it('G-82: was ready and serves nothing any more gives its half back within seconds', async () => {
    const [rig, traffic] = await serving(start, HALF);
    await rig.edit('users', V2);
    await rig.untilRollout('users', 'v2', 'Verifying');
    const since = realClock.now();
    await breakPods(rig, 'v2');
    await rig.untilRollout('users', 'v2', 'RolledBack');
    await report('ready then lost, at 50 %', traffic, { since });
  });

  it('G-82 G-84: has all of the traffic and serves nothing gives it back to the pods that stand by', async () => {
    const [rig, traffic] = await serving(start, ALL);
    await rig.edit('users', V2);
    await rig.untilRollout('users', 'v2', 'Succeeded');
    const since = realClock.now();
    await breakPods(rig, 'v2');
    const { status } = await rig.untilRollout('users', 'v2', 'RolledBack');
    expect(status?.stableVersion).toBe('v1');
    const before = traffic.counts().answers['v1'] ?? 0;
    await rig.until(
      'v1 answers again',
      async () => traffic.counts().answers['v1'] ?? 0,
      (answers) => answers > before + 20,
    );
    await report('ready then lost, at 100 %', traffic, { since, isUnanswered: true });
  });

  it('G-83 G-85: answers every tenth request with an error goes back at the first measurement', async () => {
    const [rig, traffic] = await serving(start, ANALYSED);
    const since = realClock.now();
    await rig.edit('users', { ...V2, env: { FAIL_RATE: '0.1' } });
    await rig.untilRollout('users', 'v2', 'RolledBack');
    await report('slow leak of errors', traffic, { since });
  });

  it('G-86 F-10: is refused by admission gets no traffic and goes back at its deadline', async () => {
    const [rig, traffic] = await serving(start, SOON);
    const refusal = { type: 'status', code: 403, message: 'a policy does not allow it' } as const;
    const { namespace } = rig;
    const name = versionObjectName('users', 'v2');
    cluster().faults.add({ resource: 'deployments.apps', namespace, verb: 'patch', name, fault: refusal });
    const since = realClock.now();
    await rig.edit('users', V2);
    await rig.untilRollout('users', 'v2', 'RolledBack');
    expect(await rig.list(Deployment, 'gati.dev/handler=users')).toHaveLength(1);
    await report('refused by admission', traffic, { since, failing: 'none' });
  });

  it('G-82: is on a node that is lost gives its half back; the pods on other nodes go on serving', async () => {
    const [rig, traffic] = await serving(start, HALF);
    await rig.edit('users', V2);
    await rig.untilRollout('users', 'v2', 'Verifying');
    const [pod] = await podsOf(rig, 'v2');
    const { nodeName = '' } = (pod?.spec ?? {}) as { nodeName?: string };
    const since = realClock.now();
    rig.nodes.lose(nodeName);
    // What the control plane does 40 s later.
    const lastTransitionTime = new Date(Date.parse(pod?.metadata.creationTimestamp ?? '') + 40_000).toISOString();
    const conditions = [{ type: 'Ready', status: 'False', reason: 'NodeLost', lastTransitionTime }];
    const ref = { namespace: rig.namespace, name: pod?.metadata.name ?? '' };
    await rig.client.subresource(Pod, ref, 'status').patch({ strategic: { status: { conditions } } });
    await rig.untilRollout('users', 'v2', 'RolledBack');
    await rig.nodes.restore(nodeName);
    await report('node lost', traffic, { since, failing: 'none' });
  });

  it('G-89 G-154: is released while the operator is away goes on when it is back, and stops for nobody', async () => {
    const clock = new MovingClock();
    const rig = await start({ clock });
    await rig.apply(handlerText('users', 'v1', { rollout: 'progressDeadline: 60s' }));
    await rig.untilRollout('users', 'v1', 'Verifying');
    const traffic = await rig.traffic('users');
    await rig.stopOperator();
    clock.move(120_000);
    await rig.startOperator();
    await passTime(rig, clock, 90);
    const { status } = await rig.untilStable('users', 'v1');
    expect(rolloutOf(status).state?.attempt).toBe(1);
    await report('operator away', traffic, { failing: 'none' });
  });
});
