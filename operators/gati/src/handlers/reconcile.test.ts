import type { ITransformerCoordinator } from '@gati-framework/contracts/deployment';
import { FakeClock } from '@slipway/kube/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { conditionOf, MINUTE, settings } from '../../test/world.ts';
import { type ReadHandler, type ReadVersion, storePort } from '../cluster/index.ts';
import { SchemaDetector, TransformerChains } from '../compatibility/index.ts';
import { ANNOTATIONS, versionObjectName } from '../names/index.ts';
import { FakeDeploymentTarget, type FakeRequest } from '../testing/index.ts';
import type { GatiHandlerSpec } from '../types/index.ts';
import { cleanUpHandler } from './cleanup.ts';
import type { HandlerDeps } from './deps.ts';
import type { GatiEvent } from './events.ts';
import { reconcileHandler } from './reconcile.ts';

const NAMESPACE = 'shop';
const spec: GatiHandlerSpec = { handlerPath: '/users', version: 'v1', replicas: 2, image: 'users:v1', port: 8080 };

let clock: FakeClock;
let target: FakeDeploymentTarget;
let refuses: (request: FakeRequest) => boolean;
let reported: GatiEvent[];
let deps: HandlerDeps;

beforeEach(async () => {
  clock = new FakeClock();
  refuses = () => false;
  reported = [];
  target = new FakeDeploymentTarget({
    now: () => clock.wall(),
    before: (request) => {
      if (refuses(request)) throw Object.assign(new Error('not today'), { code: 'KUBE_FORBIDDEN' });
    },
  });
  const known = () => ({ at: clock.wall(), count: 0, inFlight: 0 });
  deps = {
    port: storePort(target),
    target,
    targetKind: 'kubernetes',
    settings,
    judgesOf: () => ({
      detector: new SchemaDetector(() => [], clock),
      coordinator: new TransformerChains(() => []),
      clock,
    }),
    measuring: {
      sampleOf: known,
      sampleNow: async () => known(),
      wantSamples: () => undefined,
      measure: async () => [],
    },
    tell: (_handler, event) => reported.push(event),
    since: () => 0,
    now: () => clock.wall(),
  };
  await target.apply({ kind: 'GatiHandler', metadata: { namespace: NAMESPACE, name: 'users' }, spec });
});

const handler = async () => (await target.get('GatiHandler', NAMESPACE, 'users')) as unknown as ReadHandler;
const records = async () => (await target.list('GatiVersion', NAMESPACE)) as unknown as ReadVersion[];
const record = async (id: string) => (await records()).find(({ spec: { versionId } }) => versionId === id);
const synced = async () => conditionOf((await handler()).status, 'Synced');
const reasons = (): string[] => reported.map(({ reason }) => reason);
const objectOf = (kind: string, id: string) => target.get(kind, NAMESPACE, versionObjectName('users', id));

async function edit(metadata: object, more: Partial<GatiHandlerSpec> = {}): Promise<void> {
  const found = await handler();
  await target.apply({
    kind: 'GatiHandler',
    metadata: { namespace: NAMESPACE, name: 'users', ...metadata },
    spec: { ...found.spec, ...more },
  });
}

/** Looks as often as looks say that something changed, then lets time pass; for so long. */
async function pass(minutes = 0): Promise<void> {
  const end = clock.wall() + minutes * MINUTE;
  for (;;) {
    for (let look = 0; look < 30; look++) {
      const before = target.writes.length;
      const { again } = await reconcileHandler(deps, await handler());
      if (!again && target.writes.length === before) break;
    }
    if (clock.wall() >= end) return;
    await clock.advance(Math.min(15_000, end - clock.wall()));
  }
}

async function release(version: string): Promise<void> {
  await edit({}, { version, image: `users:${version}`, rollout: { strategy: 'direct' } });
  await pass(3);
  expect((await handler()).status?.stableVersion).toBe(version);
}

describe('what is handed over', () => {
  test('G-36: without the generator of a version all objects are left as they are', async () => {
    await pass(1);
    const name = (await record('v1'))?.metadata.name ?? '';
    await target.patch({ kind: 'GatiVersion', namespace: NAMESPACE, name }, [
      { op: 'add', path: `/metadata/annotations/${ANNOTATIONS.generator.replace('/', '~1')}`, value: '99' },
    ]);
    const before = await objectOf('Deployment', 'v1');
    await edit({}, { replicas: 5 });
    await pass(1);
    expect(await objectOf('Deployment', 'v1')).toEqual(before);
    expect(await target.get('Service', NAMESPACE, 'handler-users')).not.toBeNull();
    expect(await synced()).toMatchObject({ status: 'False', message: expect.stringContaining('v1 by generator 99') });
  });

  test('G-36: an API server that learns to sleep replaces no pod that runs', async () => {
    deps = { ...deps, settings: { ...settings, canSleep: false } };
    await pass(2);
    await target.apply({
      kind: 'GatiVersion',
      metadata: { namespace: NAMESPACE, name: 'users-mine' },
      spec: {
        versionId: 'mine',
        breaking: false,
        routingWeight: 0,
        handlerRef: { name: 'users' },
        template: { handlerPath: '/users', image: 'users:mine', port: 8080 },
      },
    });
    await pass(1);
    const templateOf = async (id: string): Promise<unknown> => {
      const { template } = ((await objectOf('Deployment', id))?.spec ?? {}) as { template?: object };
      return template;
    };
    const templates = () => Promise.all(['v1', 'mine'].map(templateOf));
    const before = await templates();
    expect(before).not.toContain(undefined);
    deps = { ...deps, settings: { ...settings, canSleep: true } };
    await pass(1);
    expect(await templates()).toEqual(before);
    await release('v2');
    expect(JSON.stringify((await objectOf('Deployment', 'v2'))?.spec)).toContain('"preStop":{"sleep"');
  });

  test('G-14: a template that gives no pod is refused alone, and its handler goes on', async () => {
    await pass(2);
    const resources = { requests: { cpu: '2' }, limits: { cpu: '1' } };
    await target.apply({
      kind: 'GatiVersion',
      metadata: { namespace: NAMESPACE, name: 'users-bad' },
      spec: {
        versionId: 'bad',
        breaking: false,
        routingWeight: 30,
        handlerRef: { name: 'users' },
        template: { handlerPath: '/users', image: 'users:bad', port: 8080, resources },
      },
    });
    await release('v2');
    expect(conditionOf((await record('bad'))?.status, 'Accepted')).toMatchObject({
      status: 'False',
      reason: 'InvalidSpec',
      message: expect.stringContaining('cpu'),
    });
    expect(await objectOf('Deployment', 'bad')).toBeNull();
    expect(await synced()).toMatchObject({ status: 'True' });
  });

  test('G-14 G-86: a refused spec stops no rollout that is under way, and no deadline of it', async () => {
    await release('v1');
    await edit({}, { version: 'v2', image: 'users:v2', rollout: { strategy: 'canary' } });
    await pass(2);
    expect((await handler()).status?.traffic?.wanted).toMatchObject({ v2: 10 });
    const resources = { requests: { cpu: '2' }, limits: { cpu: '1' } };
    await edit({}, { version: 'v3', resources });
    const { wakeAt, code } = await reconcileHandler(deps, await handler());
    expect(code).toBe('InvalidSpec');
    expect(wakeAt).not.toBeNull();
    await pass(20);
    expect((await handler()).status).toMatchObject({ stableVersion: 'v2', targetVersion: 'v2' });
    expect(conditionOf((await handler()).status, 'Accepted')).toMatchObject({ status: 'False', reason: 'InvalidSpec' });
    expect(await record('v3')).toBeUndefined();
  });

  test('G-202: the weight that is written into a record takes no second write of its status', async () => {
    for (let look = 0; look < 40; look++) {
      await reconcileHandler(deps, await handler());
      const { metadata, status } = (await record('v1')) ?? {};
      if (status) expect(status.observedGeneration).toBe(metadata?.generation);
      await clock.advance(1_000);
    }
    expect((await record('v1'))?.spec.routingWeight).toBe(100);
    expect((await record('v1'))?.metadata.generation).toBeGreaterThan(1);
  });

  test('G-178: another target changes nothing until it is named, and then takes over', async () => {
    await pass(1);
    const helm = { ...deps, targetKind: 'helm' };
    const before = await objectOf('Deployment', 'v1');
    deps = helm;
    await edit({}, { replicas: 5 });
    await pass(1);
    expect(await objectOf('Deployment', 'v1')).toEqual(before);
    expect(await synced()).toMatchObject({ status: 'False', reason: 'TargetChanged' });
    expect((await synced())?.message).toContain('gati.dev/migrate-target: helm');
    expect((await handler()).status?.target?.kind).toBe('kubernetes');
    await edit({ annotations: { [ANNOTATIONS.migrateTarget]: 'helm' } });
    await pass(1);
    expect(await synced()).toMatchObject({ status: 'True' });
    expect((await handler()).status?.target?.kind).toBe('helm');
    expect((await objectOf('Deployment', 'v1'))?.metadata.uid).toBe(before?.metadata.uid);
    expect((await objectOf('Deployment', 'v1'))?.spec).toMatchObject({ replicas: 5 });
  });

  test.each(['ConfigMap', 'Deployment', 'Service'])(
    'G-153 G-167: a refused %s stops the rollout, is reported once, and is tried again',
    async (kind) => {
      await pass(1);
      refuses = ({ verb, kind: asked, name }) =>
        verb === 'apply' && asked === kind && name === versionObjectName('users', 'v2');
      await edit({}, { version: 'v2', image: 'users:v2', rollout: { strategy: 'direct' } });
      // Before its deadline: a version that never had a Deployment goes back then, and is applied no more.
      await pass(5);
      expect(await synced()).toMatchObject({ status: 'False', reason: 'ApplyFailed' });
      expect((await synced())?.message).toContain(`${kind} ${versionObjectName('users', 'v2')}`);
      expect((await handler()).status?.stableVersion).toBe('v1');
      expect(reasons().filter((reason) => reason === 'ApplyFailed')).toHaveLength(1);
      const { wakeAt } = await reconcileHandler(deps, await handler());
      expect(wakeAt).toBeGreaterThan(clock.wall());
      expect(wakeAt).toBeLessThanOrEqual(clock.wall() + 10 * MINUTE);
    },
  );

  test('G-23: a name that another client has is left alone', async () => {
    const name = versionObjectName('users', 'v1');
    target.place({ kind: 'Service', metadata: { namespace: NAMESPACE, name }, spec: { selector: { a: 'b' } } });
    await pass(1);
    expect(await synced()).toMatchObject({ status: 'False', reason: 'NameTaken' });
    expect((await target.get('Service', NAMESPACE, name))?.spec).toEqual({ selector: { a: 'b' } });
  });

  test('G-70 G-164: the operator’s record follows the router, a person’s is not written, and then nothing is', async () => {
    await release('v1');
    await release('v2');
    expect((await record('v1'))?.spec.routingWeight).toBe(0);
    expect((await record('v2'))?.spec.routingWeight).toBe(100);
    const updated = (await handler()).status?.lastUpdated;
    const writes = target.writes.length;
    await clock.advance(1_000);
    await reconcileHandler(deps, await handler());
    expect(target.writes).toHaveLength(writes);
    expect((await handler()).status?.lastUpdated).toBe(updated);
  });

  test('G-167: weights that are made to fit are reported once', async () => {
    await release('v1');
    const metadata = { namespace: NAMESPACE, name: 'users-v0' };
    const declared = { versionId: 'v0', breaking: false, routingWeight: 60, handlerRef: { name: 'users' } };
    const template = { handlerPath: '/users', image: 'users:v0', port: 8080 };
    await target.apply({ kind: 'GatiVersion', metadata, spec: { ...declared, template } });
    await edit({}, { timescape: { routingWeight: 70 } });
    await pass(2);
    expect(reasons().filter((reason) => reason === 'WeightsNormalised')).toHaveLength(1);
    expect((await records()).find(({ metadata: { name } }) => name === 'users-v0')?.spec.routingWeight).toBe(60);
  });
});

describe('records and their end', () => {
  test('G-40 G-167: a second record of one version counts for nothing, has a condition, and is reported once', async () => {
    const template = { handlerPath: '/users', image: 'users:v0', port: 8080 };
    const declared = { versionId: 'v0', breaking: false, routingWeight: 0, handlerRef: { name: 'users' }, template };
    for (const name of ['first', 'second'])
      await target.apply({ kind: 'GatiVersion', metadata: { namespace: NAMESPACE, name }, spec: declared });
    await pass(2);
    const loser = (await records()).find(({ metadata }) => metadata.name === 'second');
    expect(conditionOf(loser?.status, 'Conflicted')).toMatchObject({ status: 'True', reason: 'DuplicateVersion' });
    expect(conditionOf(loser?.status, 'Conflicted')?.message).toContain('first');
    expect(reasons().filter((reason) => reason === 'VersionConflict')).toHaveLength(1);
  });

  test('G-107: retired records of the operator beyond the limit are forgotten, oldest first', async () => {
    await edit({}, { versionHistoryLimit: 1, decommission: { gracePeriod: '1m', zeroSamples: 1 } });
    for (const version of ['v1', 'v2', 'v3', 'v4']) {
      await release(version);
      await pass(15);
    }
    expect((await records()).map(({ spec: { versionId } }) => versionId)).toEqual(['v3', 'v4']);
    expect((await record('v3'))?.status?.stage).toBe('Decommissioned');
  });

  test('G-64: the coordinator is notified before the first weight and after the end; while it fails, nothing goes on', async () => {
    const heard: string[] = [];
    let isAway = true;
    const hear = (verb: string) => async (version: { versionId: string }) => {
      if (isAway) throw new Error('connection refused');
      heard.push(`${verb} ${version.versionId}`);
    };
    const coordinator = { announce: hear('announce'), withdraw: hear('withdraw') } as Pick<
      ITransformerCoordinator,
      'announce' | 'withdraw'
    >;
    deps = { ...deps, coordinator };
    await pass(3);
    expect((await handler()).status?.stableVersion).toBeUndefined();
    expect(conditionOf((await handler()).status, 'Progressing')?.message).toContain('connection refused');
    isAway = false;
    await edit({}, { decommission: { gracePeriod: '1m', zeroSamples: 1 } });
    await release('v1');
    expect(new Set(heard)).toEqual(new Set(['announce v1']));
    await release('v2');
    isAway = true;
    await pass(20);
    expect((await record('v1'))?.status).toMatchObject({
      stage: 'Decommissioning',
      blockers: [{ reason: 'CoordinatorFailed' }],
    });
    isAway = false;
    await pass(2);
    expect((await record('v1'))?.status?.stage).toBe('Decommissioned');
    expect(heard.at(-1)).toBe('withdraw v1');
  });

  test('G-102 G-108: what cannot be removed is named, once, and the version stays Decommissioning', async () => {
    await edit({}, { decommission: { gracePeriod: '1m', zeroSamples: 1 } });
    await release('v1');
    await release('v2');
    refuses = ({ verb, kind }) => verb === 'delete' && kind === 'ConfigMap';
    await pass(20);
    const failed = reported.filter(({ reason }) => reason === 'DecommissionFailed');
    expect((await record('v1'))?.status?.stage).toBe('Decommissioning');
    expect(failed).toHaveLength(1);
    expect(failed[0]?.note).toContain(`ConfigMap ${versionObjectName('users', 'v1')}`);
  });
});

describe('a handler that is deleted', () => {
  const person = {
    kind: 'GatiVersion',
    metadata: { namespace: NAMESPACE, name: 'users-v0' },
    spec: {
      versionId: 'v0',
      breaking: false,
      routingWeight: 0,
      handlerRef: { name: 'users' },
      template: { handlerPath: '/users', image: 'users:v0', port: 8080 },
    },
  };

  async function removed(): Promise<string | undefined> {
    const { metadata, ...rest } = await handler();
    return cleanUpHandler(deps, { ...rest, metadata: { ...metadata, deletionTimestamp: 'now' } });
  }

  test('G-155: takes children and its own records with it; those of people stay and say so', async () => {
    await target.apply(person);
    await release('v1');
    expect(await removed()).toBeUndefined();
    for (const kind of ['Deployment', 'Service', 'ConfigMap']) expect(await target.list(kind, NAMESPACE)).toEqual([]);
    expect((await records()).map(({ metadata }) => metadata.name)).toEqual(['users-v0']);
    const [left] = await records();
    expect(left?.status).toMatchObject({ phase: 'Decommissioned', effectiveWeight: 0 });
    expect(conditionOf(left?.status, 'Resolved')).toMatchObject({ status: 'False', reason: 'HandlerNotFound' });
  });

  test('G-46 G-155: a record of a person that is deleted too does not stay behind', async () => {
    await target.apply(person);
    await release('v1');
    await target.delete('GatiVersion', NAMESPACE, 'users-v0');
    expect((await record('v0'))?.metadata.deletionTimestamp).toBeDefined();
    await removed();
    expect(await records()).toEqual([]);
  });

  test('G-136 G-155: by a target that knows nothing of sets too', async () => {
    const { applySet: _none, ...plain } = Object.assign(Object.create(null) as object, {
      apply: target.apply.bind(target),
      delete: target.delete.bind(target),
      get: target.get.bind(target),
      list: target.list.bind(target),
      watch: target.watch.bind(target),
      applySet: undefined,
    });
    deps = { ...deps, target: plain };
    await release('v1');
    expect(await removed()).toBeUndefined();
    for (const kind of ['Deployment', 'Service', 'ConfigMap']) expect(await target.list(kind, NAMESPACE)).toEqual([]);
  });

  test('G-156: what keeps it is named, and reported once after 10 minutes', async () => {
    await release('v1');
    refuses = ({ verb, kind }) => verb === 'delete' && kind === 'Deployment';
    for (let minute = 0; minute < 12; minute++) {
      expect(await removed()).toContain('Deployment');
      if (minute < 9) expect(reasons()).not.toContain('CleanupBlocked');
      await clock.advance(MINUTE);
    }
    const deleting = conditionOf((await handler()).status, 'Deleting');
    expect(deleting).toMatchObject({ status: 'True', message: expect.stringContaining('not today') });
    expect(reasons().filter((reason) => reason === 'CleanupBlocked')).toHaveLength(1);
  });

  test('G-156: asked to skip it, it leaves everything and lists it', async () => {
    await release('v1');
    await edit({ annotations: { [ANNOTATIONS.skipCleanup]: 'true' } });
    const writes = target.writes.length;
    expect(await removed()).toBeUndefined();
    expect(target.writes).toHaveLength(writes);
    const note = reported.find(({ reason }) => reason === 'CleanupSkipped')?.note;
    for (const left of ['GatiVersion', 'Deployment', 'Service handler-users', 'ConfigMap'])
      expect(note).toContain(left);
  });
});
