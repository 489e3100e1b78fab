import { deepEqual, equal, ok } from 'node:assert/strict';
import type { WatchCallback, WatchHandle, WatchOptions } from '@gati-framework/contracts/deployment';
import { type ContractCase, type ContractContext, configMap, contractCase } from './world.ts';

async function watching(
  { target }: ContractContext,
  namespace: string,
  callback: WatchCallback,
  options: WatchOptions,
): Promise<WatchHandle> {
  const handle = await target.watch('ConfigMap', namespace, callback, options);
  ok(handle, 'the watch gives a handle');
  return handle;
}

/** What was seen of one namespace, as `ADDED a 1`: type, name, content. */
function recorder(): { readonly seen: string[]; readonly callback: WatchCallback } {
  const seen: string[] = [];
  const callback: WatchCallback = ({ type, resource }) => {
    seen.push(`${type} ${resource.metadata.name} ${resource.data?.['n'] ?? ''}`.trim());
  };
  return { seen, callback };
}

export const watchCases: readonly ContractCase[] = [
  contractCase('G-139: a watch tells what exists, then every change, until it is stopped', async (world) => {
    const namespace = await world.freshNamespace();
    const { target } = world;
    const labels = { case: namespace };
    await target.apply(configMap(namespace, 'a', { n: '1' }, labels));
    const { seen, callback } = recorder();
    const handle = await watching(world, namespace, callback, { labels });
    await handle.synced;
    deepEqual(seen, ['ADDED a 1']);

    await target.apply(configMap(namespace, 'a', { n: '2' }, labels));
    await world.until(() => seen.includes('MODIFIED a 2'));
    await target.delete('ConfigMap', namespace, 'a');
    await world.until(() => seen.some((line) => line.startsWith('DELETED a')));
    // Metadata may be written in between; no content is seen twice as news of another kind.
    deepEqual([...new Set(seen)], ['ADDED a 1', 'MODIFIED a 2', 'DELETED a 2']);

    await handle.stop();
    await target.apply(configMap(namespace, 'b', { n: '1' }, labels));
    ok(await target.get('ConfigMap', namespace, 'b'));
    equal(seen.filter((line) => line.includes(' b')).length, 0);
  }),

  contractCase('G-139: an object that loses the labels of a watch is seen as deleted', async (world) => {
    const namespace = await world.freshNamespace();
    const { target } = world;
    await target.apply(configMap(namespace, 'a', { n: '1' }, { role: 'in' }));
    const { seen, callback } = recorder();
    const handle = await watching(world, namespace, callback, { labels: { role: 'in' } });
    await handle.synced;
    await target.apply(configMap(namespace, 'a', { n: '1' }, { role: 'out' }));
    await world.until(() => seen.some((line) => line.startsWith('DELETED a')));
    await handle.stop();
  }),

  contractCase('G-139: an error of one callback harms neither its own watch nor another', async (world) => {
    const namespace = await world.freshNamespace();
    const labels = { case: namespace };
    const { seen, callback } = recorder();
    let failed = 0;
    const failing = await watching(
      world,
      namespace,
      async () => {
        failed += 1;
        throw new Error('of the callback');
      },
      { labels },
    );
    const sound = await watching(world, namespace, callback, { labels });
    await world.target.apply(configMap(namespace, 'a', { n: '1' }, labels));
    await world.target.apply(configMap(namespace, 'b', { n: '1' }, labels));
    await world.until(() => failed >= 2 && seen.includes('ADDED a 1') && seen.includes('ADDED b 1'));
    await failing.stop();
    await sound.stop();
  }),

  contractCase('G-139: a watch ends with its signal', async (world) => {
    const namespace = await world.freshNamespace();
    const over = new AbortController();
    const { seen, callback } = recorder();
    const handle = await watching(world, namespace, callback, { labels: { case: namespace }, signal: over.signal });
    await handle.synced;
    over.abort();
    await world.target.apply(configMap(namespace, 'late', {}, { case: namespace }));
    await handle.stop();
    deepEqual(seen, []);
  }),
];
