import type { ITrafficSource } from '@gati-framework/contracts/deployment';
import { FakeClock } from '@slipway/kube/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LoggedTarget } from '../../test/decommission/logged-target.ts';
import { createTestVersion, current, handler, NAMESPACE, objectsOf, resource } from '../../test/decommission/shop.ts';
import type { OperatorErrorCode } from '../errors.ts';
import { versionObjectName } from '../names/index.ts';
import type { GatiVersion } from '../types/index.ts';
import { VersionDecommissioner, type VersionDecommissionerOptions } from './index.ts';

const MINUTE = 60_000;
const v1 = createTestVersion('v1.0.0');
const name = versionObjectName('users', 'v1.0.0');

interface World {
  readonly target: LoggedTarget;
  readonly clock: FakeClock;
  readonly decommissioner: VersionDecommissioner;
  /** What the next samples say. */
  readonly traffic: { requests: number | null; inFlight: number | null };
}

async function world(version: GatiVersion = v1, options: VersionDecommissionerOptions = {}): Promise<World> {
  const target = await LoggedTarget.holding([
    resource(handler),
    resource(version),
    resource(current),
    ...objectsOf('v1.0.0'),
    ...objectsOf('v2'),
  ]);
  const clock = new FakeClock();
  const traffic: World['traffic'] = { requests: 0, inFlight: 0 };
  const known = (value: number | null) => (value === null ? { unknown: 'gap' } : { value, at: clock.wall() });
  const source: ITrafficSource = {
    sample: async () => ({ requests: known(traffic.requests), inFlight: known(traffic.inFlight) }),
  };
  const decommissioner = new VersionDecommissioner(target, { clock, source, random: () => 0.5, ...options });
  onTestFinished(() => decommissioner.close());
  return { target, clock, decommissioner, traffic };
}

async function drained(version?: GatiVersion, options?: VersionDecommissionerOptions): Promise<World> {
  const there = await world(version, options);
  await there.decommissioner.recordTraffic(version ?? v1, 0);
  await there.clock.advance(6 * MINUTE);
  there.target.writes.length = 0;
  return there;
}

const code = (expected: OperatorErrorCode) => expect.objectContaining({ code: expected });
const statusOf = async (target: LoggedTarget) =>
  ((await target.get('GatiVersion', NAMESPACE, v1.metadata.name ?? ''))?.status ?? {}) as NonNullable<
    GatiVersion['status']
  >;

describe('VersionDecommissioner', () => {
  test('G-207: should decommission after 5 min zero traffic', async () => {
    const { decommissioner, clock } = await world();
    const version = createTestVersion('v1.0.0');
    await decommissioner.recordTraffic(version, 0);
    expect(await decommissioner.shouldDecommission(version)).toBe(false);
    await clock.advance(5 * MINUTE);
    expect(await decommissioner.shouldDecommission(version)).toBe(true);
  });

  test('G-207: one sample alone stays false, however long ago it was', async () => {
    const { clock, target } = await world();
    const alone = new VersionDecommissioner(target, { clock });
    await alone.recordTraffic(v1, 0);
    await clock.advance(60 * MINUTE);
    expect(await alone.shouldDecommission(v1)).toBe(false);
  });

  test.each([
    ['traffic', { requests: 1 }],
    ['unknown traffic', { requests: null }],
    ['a stream', { inFlight: 1 }],
    ['unknown streams', { inFlight: null }],
  ])('G-109: %s: not yet', async (_title, change) => {
    const { decommissioner, clock, traffic } = await world();
    await decommissioner.recordTraffic(v1, 0);
    Object.assign(traffic, change);
    await clock.advance(6 * MINUTE);
    expect(await decommissioner.shouldDecommission(v1)).toBe(false);
    await expect(decommissioner.decommission(v1)).rejects.toEqual(code('GATI_DECOMMISSION_BLOCKED'));
  });

  test('G-109: the history is read from status, so another process goes on with it', async () => {
    const { target, clock } = await drained();
    const other = new VersionDecommissioner(target, { clock });
    expect(await other.shouldDecommission(v1)).toBe(true);
    await other.recordTraffic(v1, null);
    expect(await other.shouldDecommission(v1)).toBe(false);
    expect((await statusOf(target)).trafficHistory?.at(-1)).toMatchObject({ count: null });
  });

  test('G-109: versions of one name in two namespaces do not share a history', async () => {
    const { decommissioner } = await drained();
    const elsewhere = createTestVersion('v1.0.0');
    elsewhere.metadata.namespace = 'other';
    expect(await decommissioner.shouldDecommission(v1)).toBe(true);
    expect(await decommissioner.shouldDecommission(elsewhere)).toBe(false);
  });

  test('G-101: removes all of it in order, and nothing of its siblings', async () => {
    const { decommissioner, target } = await drained();
    await decommissioner.decommission(v1);
    expect(target.writes.filter((write) => !write.endsWith('Draining'))).toEqual([
      'status GatiVersion shop/users-v1-0-0 Decommissioning',
      `delete HorizontalPodAutoscaler shop/${name}`,
      `apply Deployment shop/${name}`,
      `delete PodDisruptionBudget shop/${name}`,
      `delete Service shop/${name}`,
      `delete ConfigMap shop/${name}`,
      `delete Deployment shop/${name}`,
      'status GatiVersion shop/users-v1-0-0 Decommissioned',
    ]);
    expect((await target.contents()).filter((one) => one.includes(name))).toEqual([]);
    expect(await target.contents()).toHaveLength(objectsOf('v2').length + 3);
    expect(await statusOf(target)).toMatchObject({ phase: 'Decommissioned', decommissionedAt: expect.any(String) });
    target.writes.length = 0;
    await decommissioner.decommission(v1);
    expect(target.writes).toEqual([]);
  });

  test('G-97: checks all eight gates, and says which is closed and who can act', async () => {
    const kept = createTestVersion('v1.0.0', { spec: { ...v1.spec, tags: ['production'] } });
    const { decommissioner, target } = await drained(kept);
    expect(await decommissioner.shouldDecommission(kept)).toBe(true);
    await expect(decommissioner.decommission(kept)).rejects.toThrow(
      'Version shop/users-v1-0-0 stays: Protected (tag production protects it; can act: owner of the handler).',
    );
    expect(await target.contents()).toContain(`Deployment shop/${name}`);
  });

  test('G-100: a request in the last second puts it back to Draining', async () => {
    const { decommissioner, target, traffic } = await drained();
    traffic.requests = 1;
    await expect(decommissioner.decommission(v1)).rejects.toEqual(code('GATI_DECOMMISSION_BLOCKED'));
    expect(await statusOf(target)).toMatchObject({ stage: 'Draining', trafficCount: 1 });
    expect(await target.contents()).toContain(`HorizontalPodAutoscaler shop/${name}`);
  });

  test('G-101: the route rule goes first and comes back with the version', async () => {
    let isRouted = true;
    const route = {
      isRouted: async () => ({ value: isRouted, at: 0 }),
      unroute: async () => {
        isRouted = false;
      },
    };
    const { decommissioner, target } = await drained(v1, { route });
    target.beforeWrite = (what) => {
      if (what.startsWith('delete')) expect(isRouted).toBe(false);
    };
    await decommissioner.decommission(v1);
    expect(isRouted).toBe(false);
  });

  test('G-102: a crash between any two writes ends in the same state', async () => {
    const whole = await drained();
    await whole.decommissioner.decommission(v1);
    const end = await whole.target.contents();
    for (let crash = 0; crash < whole.target.writes.length; crash++) {
      const { decommissioner, target, clock } = await drained();
      let writes = 0;
      target.beforeWrite = () => {
        if (writes++ === crash) throw new Error('the process ends here');
      };
      await expect(decommissioner.decommission(v1)).rejects.toThrow();
      await clock.advance(MINUTE);
      await decommissioner.decommission(v1);
      expect(await target.contents()).toEqual(end);
      expect((await statusOf(target)).stage).toBe('Decommissioned');
    }
  });

  test('G-102: a refused delete leaves Decommissioning with the object named', async () => {
    const { decommissioner, target } = await drained();
    target.beforeWrite = (what) => {
      if (what === `delete Service shop/${name}`) throw new Error('refused by a webhook');
    };
    await expect(decommissioner.decommission(v1)).rejects.toThrow(`failed at Service ${name}`);
    expect((await statusOf(target)).stage).toBe('Decommissioning');
  });

  test('G-101: deleteDelay keeps what costs nothing, and the next call after it goes on', async () => {
    const { decommissioner, target, clock } = await drained();
    const slow = { ...handler, spec: { ...handler.spec, decommission: { deleteDelay: '1h' } } };
    await target.put(resource(slow));
    await expect(decommissioner.decommission(v1)).rejects.toEqual(code('GATI_DECOMMISSION_UNFINISHED'));
    expect((await target.get('Deployment', NAMESPACE, name))?.spec).toMatchObject({ replicas: 0 });
    await clock.advance(60 * MINUTE);
    await decommissioner.decommission(v1);
    expect(await target.contents()).not.toContain(`Deployment shop/${name}`);
  });

  test('G-106: a workload that another client made goes only by leave, and with no other user naming it', async () => {
    const { template: _, ...spec } = v1.spec;
    const referencing = createTestVersion('v1.0.0');
    referencing.spec = { ...spec, deploymentName: 'web', serviceName: 'web' };
    const { decommissioner, target } = await drained(referencing);
    const workload = (kind: string, annotations: Record<string, string>) => ({
      kind,
      metadata: { name: 'web', namespace: NAMESPACE, uid: kind, annotations },
      spec: kind === 'Deployment' ? { replicas: 1, selector: { matchLabels: { app: 'web' } } } : {},
    });
    await target.put(workload('Deployment', {}));
    await target.put(workload('Service', {}));
    await expect(decommissioner.decommission(referencing)).rejects.toThrow('ForeignWorkload');
    for (const kind of ['Deployment', 'Service']) await target.put(workload(kind, { 'gati.dev/adopt': 'true' }));
    const shared = createTestVersion('v0');
    shared.spec = { ...shared.spec, deploymentName: 'web' };
    await target.put(resource(shared));
    await expect(decommissioner.decommission(referencing)).rejects.toThrow(
      'GatiVersion users-v0 names the same workload',
    );
    await target.delete('GatiVersion', NAMESPACE, 'users-v0');
    await decommissioner.decommission(referencing);
    expect((await target.contents()).filter((one) => one.endsWith('/web'))).toEqual([]);
    // Its own name was never the version's: what is called so belongs to another.
    expect(await target.contents()).toContain(`Deployment shop/${name}`);
  });

  test('G-23: an object of the generated name that belongs to another is left alone', async () => {
    const { decommissioner, target } = await drained();
    const others = { kind: 'ConfigMap', metadata: { name, namespace: NAMESPACE, uid: 'theirs' }, spec: {} };
    await target.put(others);
    await decommissioner.decommission(v1);
    expect(await target.contents()).toContain(`ConfigMap shop/${name}`);
  });
});
