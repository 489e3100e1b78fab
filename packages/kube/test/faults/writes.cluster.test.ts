import { isKubeError, type ObjectOf } from '@slipway/kube';
import { createWriter, type Writer } from '@slipway/kube/client';
import { ConfigMap } from '@slipway/kube/kinds';
import { describeCluster } from '@slipway/test/clusters/suite';
import { beforeEach, describe, expect, it } from 'vitest';
import { configMap, type Rig, startRig } from './rig.ts';

type Config = ObjectOf<typeof ConfigMap>;

describeCluster('writes under faults', {}, (cluster) => {
  let rig: Rig;
  let writer: Writer;

  beforeEach(async () => {
    rig = await startRig(cluster());
    writer = createWriter(rig.transport);
  });

  const created = (name: string, data: Record<string, string> = {}): Promise<Config> =>
    rig.world.create(ConfigMap, configMap(rig, name, data));

  const seen = (name: string): Promise<Config | undefined> =>
    rig.world.get(ConfigMap, { namespace: rig.namespace, name });

  /** The outcome of a call, fake time passing for its retries. */
  async function outcome<T>(call: Promise<T>): Promise<{ value?: T; error?: unknown }> {
    let result: { value?: T; error?: unknown } | undefined;
    const settled = call.then(
      (value) => (result = { value }),
      (error: unknown) => (result = { error }),
    );
    await rig.passUntil(() => result, { limitMs: 60_000 });
    return settled;
  }

  const sends = (verb: string): number => rig.proxy.log.matching({ verb, resource: 'configmaps' }).length;

  it('F-5.1, R-8: an update that lost a race is a conflict at once; read again, it goes through', async () => {
    const stale = await created('a', { by: 'nobody' });
    await rig.world.update(ConfigMap, { ...stale, data: { by: 'another' } });
    const { error } = await outcome(writer.update(ConfigMap, { ...stale, data: { by: 'me' } }));
    expect(isKubeError(error, 'KUBE_CONFLICT')).toBe(true);
    expect(sends('update')).toBe(1);
    const fresh = await seen('a');
    expect(fresh?.data).toEqual({ by: 'another' });
    await outcome(writer.update(ConfigMap, { ...(fresh as Config), data: { by: 'me' } }));
    expect((await seen('a'))?.data).toEqual({ by: 'me' });
  });

  describe('an answer that is lost after the commit', () => {
    const lose = (verb: string): void =>
      void rig.proxy.inject({ match: { verb }, nth: 1, fault: 'cutAnswer', args: { how: 'reset' } });

    it('F-5.2, R-8: create: sent once, reported as unreachable, one object', async () => {
      lose('create');
      const { error } = await outcome(writer.create(ConfigMap, configMap(rig, 'a')));
      expect(isKubeError(error, 'KUBE_UNREACHABLE')).toBe(true);
      expect(error).toMatchObject({ neverSent: false });
      expect(sends('create')).toBe(1);
      expect(await seen('a')).toBeDefined();
    });

    it('F-5.2, R-8: create with generateName: sent once, one object', async () => {
      lose('create');
      const metadata = { generateName: 'made-', namespace: rig.namespace };
      const { error } = await outcome(writer.create(ConfigMap, { metadata }));
      expect(isKubeError(error, 'KUBE_UNREACHABLE')).toBe(true);
      expect(sends('create')).toBe(1);
      const all = await rig.world.listAll(ConfigMap, { namespace: rig.namespace });
      expect(all.filter((object) => object.metadata?.name?.startsWith('made-'))).toHaveLength(1);
    });

    it('F-5.2, R-8: update with a resource version: sent again, and one effect', async () => {
      const before = await created('a');
      lose('update');
      const { error } = await outcome(writer.update(ConfigMap, { ...before, data: { count: '1' } }));
      expect(isKubeError(error, 'KUBE_CONFLICT')).toBe(true);
      expect(sends('update')).toBe(2);
      expect(await seen('a')).toMatchObject({ data: { count: '1' } });
    });

    it('F-5.2, R-8: delete with a UID: sent again, and the object of that name that came after it lives', async () => {
      const { metadata } = await created('a');
      lose('delete');
      rig.proxy.inject({ match: { verb: 'delete' }, nth: 2, fault: 'delay', args: { ms: 1_000 } });
      const uid = metadata?.uid as string;
      const deleting = outcome(writer.delete(ConfigMap, { namespace: rig.namespace, name: 'a' }, { uid }));
      await rig.clock.until(async () => (await seen('a')) === undefined);
      const next = await created('a');
      const { error } = await deleting;
      expect(isKubeError(error, 'KUBE_CONFLICT')).toBe(true);
      expect((await seen('a'))?.metadata?.uid).toBe(next.metadata?.uid);
    });

    it('F-5.2, R-8: delete with a UID: sent again, and gone is success', async () => {
      const { metadata } = await created('a');
      lose('delete');
      const uid = metadata?.uid as string;
      const { error } = await outcome(writer.delete(ConfigMap, { namespace: rig.namespace, name: 'a' }, { uid }));
      expect(error).toBeUndefined();
      expect(sends('delete')).toBe(2);
      expect(await seen('a')).toBeUndefined();
    });

    it('F-5.2, R-8: delete without a UID: sent once', async () => {
      await created('a');
      lose('delete');
      const { error } = await outcome(writer.delete(ConfigMap, { namespace: rig.namespace, name: 'a' }));
      expect(isKubeError(error, 'KUBE_UNREACHABLE')).toBe(true);
      expect(sends('delete')).toBe(1);
    });

    it('F-5.2, R-8: merge patch: sent once', async () => {
      await created('a');
      lose('patch');
      const ref = { namespace: rig.namespace, name: 'a' };
      const { error } = await outcome(writer.patch(ConfigMap, ref, { merge: { data: { count: '1' } } }));
      expect(isKubeError(error, 'KUBE_UNREACHABLE')).toBe(true);
      expect(sends('patch')).toBe(1);
      expect((await seen('a'))?.data).toEqual({ count: '1' });
    });

    it('F-5.2, R-8: JSON Patch with a test: sent again, and one effect', async () => {
      await created('a', { count: '0' });
      lose('patch');
      const json = [
        { op: 'test', path: '/data/count', value: '0' },
        { op: 'replace', path: '/data/count', value: '1' },
      ] as const;
      const { error } = await outcome(writer.patch(ConfigMap, { namespace: rig.namespace, name: 'a' }, { json }));
      expect(isKubeError(error, 'KUBE_CONFLICT')).toBe(true);
      expect(sends('patch')).toBe(2);
      expect((await seen('a'))?.data).toEqual({ count: '1' });
    });
  });

  it('F-5.2, R-8: a create that was refused before the server saw it is sent again', async () => {
    rig.proxy.inject({ match: { verb: 'create' }, nth: 1, fault: 'answer', args: { status: 429 } });
    const { value } = await outcome(writer.create(ConfigMap, configMap(rig, 'a')));
    expect(value?.metadata?.name).toBe('a');
    expect(sends('create')).toBe(2);
  });

  it('F-5.6: 403 on one resource leaves the others alone', async () => {
    rig.proxy.inject({ match: { resource: 'secrets' }, fault: 'answer', args: { status: 403 } });
    const path = `/api/v1/namespaces/${rig.namespace}`;
    const refused = await outcome(rig.transport.json({ method: 'GET', path: `${path}/secrets` }));
    expect(refused.error).toMatchObject({ code: 'KUBE_FORBIDDEN' });
    const { error } = await outcome(writer.create(ConfigMap, configMap(rig, 'a')));
    expect(error).toBeUndefined();
    expect(rig.proxy.log.matching({ resource: 'secrets' })).toHaveLength(1);
  });
});

describeCluster('apply under faults', { needs: ['apply'] }, (cluster) => {
  it('F-5.2, R-8: an apply whose answer is lost is sent again, and one effect', async () => {
    const rig = await startRig(cluster());
    const writer = createWriter(rig.transport);
    rig.proxy.inject({ match: { verb: 'patch' }, nth: 1, fault: 'cutAnswer' });
    let applied: Config | undefined;
    const applying = writer
      .apply(ConfigMap, configMap(rig, 'a', { count: '1' }), { fieldManager: 'demo.io/test' })
      .then((answer) => (applied = answer));
    await rig.passUntil(() => applied);
    await applying;
    const [first, second] = rig.proxy.log.matching({ verb: 'patch' });
    expect(second?.resourceVersionAfter).toBe(first?.resourceVersionAfter);
    expect(applied?.data).toEqual({ count: '1' });
  });

  it('F-5.1, R-108: an unforced apply to a field of another manager is a conflict, and changes nothing', async () => {
    const rig = await startRig(cluster());
    const writer = createWriter(rig.transport);
    await rig.world.apply(ConfigMap, configMap(rig, 'a', { owner: 'first' }), { fieldManager: 'demo.io/first' });
    const rival = configMap(rig, 'a', { owner: 'second' });
    const refusal = writer.apply(ConfigMap, rival, { fieldManager: 'demo.io/second' });
    await expect(refusal).rejects.toMatchObject({ code: 'KUBE_CONFLICT' });
    const live = await rig.world.get(ConfigMap, { namespace: rig.namespace, name: 'a' });
    expect(live?.data).toEqual({ owner: 'first' });
  });
});
