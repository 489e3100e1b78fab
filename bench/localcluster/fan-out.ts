import type { OpenWatch } from './client.ts';
import { configMapsOf, createConfigMap, namespaceMessage } from './messages.ts';
import type { Workload } from './workloads.ts';

/** How many connections are opened at once: a server that shakes a thousand hands answers nobody. */
const OPENED_AT_ONCE = 20;

/** Many watchers of one collection; measured from the first change until the last of them has heard of the last. */
export function fanOut(watchers: number, changes: number): Workload {
  const namespace = 'watched';
  const watches: OpenWatch[] = [];
  let onEvents = (): void => undefined;
  return {
    name: `tell ${watchers.toLocaleString('en')} watchers of ${changes.toLocaleString('en')} changes`,
    operations: watchers * changes,
    async prepare(client) {
      await client.send(namespaceMessage(namespace));
      // An empty page, for the revision to begin at.
      const page = await client.send({ method: 'GET', path: configMapsOf(namespace) });
      const { metadata } = JSON.parse(page.toString()) as { metadata: { resourceVersion: string } };
      const path = `${configMapsOf(namespace)}?watch=true&resourceVersion=${metadata.resourceVersion}`;
      while (watches.length < watchers) {
        const next = Array.from({ length: Math.min(OPENED_AT_ONCE, watchers - watches.length) }, () =>
          client.watch(path, () => onEvents()),
        );
        watches.push(...(await Promise.all(next)));
      }
    },
    async run(client) {
      const heardAll = new Promise<void>((resolve) => {
        const behind = [...watches];
        onEvents = () => {
          // The last one that is behind stands for all.
          while (behind.length > 0 && (behind.at(-1) as OpenWatch).events >= changes) behind.pop();
          if (behind.length === 0) resolve();
        };
      });
      await client.sendAll(changes, (index) => createConfigMap(namespace, index));
      onEvents();
      await heardAll;
      for (const watch of watches) watch.close();
    },
  };
}
