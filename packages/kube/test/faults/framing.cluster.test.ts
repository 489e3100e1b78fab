import { ConfigMap } from '@slipway/kube/kinds';
import type { Fault } from '@slipway/kube/testing';
import { describeCluster } from '@slipway/test/clusters/suite';
import { expect, it } from 'vitest';
import { type Mirror, startMirror } from './mirror.ts';
import { configMap, type Rig, startRig } from './rig.ts';

const TEXT = 'Größe 尺寸 📏';

describeCluster('watches whose bytes come oddly', {}, (cluster) => {
  async function synced(...faults: Fault[]): Promise<{ rig: Rig; mirror: Mirror }> {
    const rig = await startRig(cluster());
    await rig.world.create(ConfigMap, configMap(rig, 'a', { TEXT }));
    const mirror = startMirror(rig);
    await mirror.converge();
    mirror.requests();
    for (const fault of faults) rig.proxy.inject({ ...fault, match: { verb: 'watch' }, nth: 1 });
    return { rig, mirror };
  }

  /** Has the watch begun anew, so that the faults strike it. */
  async function rewatch({ rig, mirror }: { rig: Rig; mirror: Mirror }): Promise<void> {
    rig.proxy.cutAll('reset');
    await rig.passUntil(() => mirror.requests().includes('watch'));
  }

  it('F-4.2, R-30: events cut into pieces of three bytes, inside of characters too', async () => {
    const both = await synced({ fault: 'split', args: { bytes: 3 } });
    await rewatch(both);
    await both.rig.world.create(ConfigMap, configMap(both.rig, 'b', { TEXT }));
    await both.mirror.converge();
    expect(both.mirror.requests()).toEqual([]);
  });

  it('F-4.2, R-30: several events in one chunk', async () => {
    const both = await synced({ fault: 'join', args: { events: 3 } });
    await rewatch(both);
    for (const name of ['b', 'c', 'd']) await both.rig.world.create(ConfigMap, configMap(both.rig, name, { TEXT }));
    await both.mirror.converge();
    expect(both.mirror.requests()).toEqual([]);
  });

  it.each(['end', 'close', 'reset'] as const)(
    'F-4.2, R-27, R-30: a stream that breaks in mid-line by %s goes on from the last whole event',
    async (how) => {
      const both = await synced({ fault: 'cut', args: { atByte: 100, how } });
      await rewatch(both);
      await both.rig.world.create(ConfigMap, configMap(both.rig, 'b', { TEXT }));
      await both.mirror.converge();
      expect(both.mirror.requests()).toEqual(['watch']);
    },
  );

  it('F-4.2, R-30: a line of a megabyte', async () => {
    const { rig, mirror } = await synced();
    await rig.world.create(ConfigMap, configMap(rig, 'large', { text: 'x'.repeat(1_000_000) }));
    await mirror.converge();
    expect(mirror.requests()).toEqual([]);
  });

  it('F-4.2, R-30: a line of 17 MB ends the stream and causes one sync', async () => {
    const body = `{"type":"ADDED","object":{"data":"${'x'.repeat(17 << 20)}"}}\n`;
    const both = await synced({ fault: 'answer', args: { status: 200, body } });
    await rewatch(both);
    await both.rig.world.create(ConfigMap, configMap(both.rig, 'b'));
    await both.mirror.converge();
    expect(both.mirror.requests()).toEqual(['sync']);
  });

  it('F-4.2, R-30: a line that is no JSON ends the stream and causes one sync', async () => {
    const both = await synced({ fault: 'answer', args: { status: 200, body: '{"type":"ADDED","object":{]\n' } });
    await rewatch(both);
    await both.rig.world.create(ConfigMap, configMap(both.rig, 'b'));
    await both.mirror.converge();
    expect(both.mirror.requests()).toEqual(['sync']);
  });
});
