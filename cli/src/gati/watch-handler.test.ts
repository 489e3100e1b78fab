import type { GatiHandler } from '@gati-framework/operator/client';
import type { DeepReadonly } from '@slipway/kube';
import type { CacheEventHandler } from '@slipway/kube/cache';
import type { Stored } from '@slipway/kube/kinds';
import { expect, it } from 'vitest';
import { type WatchedCluster, watchHandler } from './watch-handler.ts';

type Handler = DeepReadonly<GatiHandler>;

const handler = (version: string, resourceVersion = '1'): Stored<GatiHandler> => ({
  metadata: { namespace: 'shop', name: 'users', uid: 'uid', resourceVersion },
  spec: { handlerPath: '/users', version, replicas: 1, image: 'users:1', port: 80 },
});

function watched() {
  let tell: CacheEventHandler<GatiHandler> = () => undefined;
  const pages: string[] = [];
  const stop = new AbortController();
  let isReleased = false;
  const cache: ReturnType<WatchedCluster['cache']> = {
    onEvent(listener: CacheEventHandler<GatiHandler>) {
      tell = listener;
      return { replayed: Promise.resolve(), close: () => undefined };
    },
    waitForSync: () => Promise.resolve(),
    release: async () => {
      isReleased = true;
    },
  };
  const ended = watchHandler(
    { cache: () => cache },
    {
      ref: { namespace: 'shop', name: 'users' },
      render: async ({ spec }: Handler) => spec.version,
      write: (page) => pages.push(page),
      signal: stop.signal,
    },
  );
  return { tell: (event: Parameters<typeof tell>[0]) => tell(event), pages, stop, ended, isReleased: () => isReleased };
}

it('a handler is shown again when what is shown of it changes, and not otherwise', async () => {
  const { tell, pages, stop, ended, isReleased } = watched();
  tell({ type: 'added', old: undefined, object: handler('v1'), replay: true });
  tell({ type: 'updated', old: handler('v1'), object: handler('v1', '2'), replay: false });
  tell({ type: 'updated', old: handler('v1', '2'), object: handler('v2', '3'), replay: false });
  await expect.poll(() => pages).toEqual(['v1', 'v2']);
  stop.abort();
  expect(await ended).toBe(true);
  expect(isReleased()).toBe(true);
});

it('a watch ends with its handler', async () => {
  const { tell, ended, isReleased } = watched();
  tell({ type: 'added', old: undefined, object: handler('v1'), replay: true });
  tell({ type: 'deleted', old: handler('v1'), object: handler('v1'), finalStateUnknown: false, replay: false });
  expect(await ended).toBe(false);
  expect(isReleased()).toBe(true);
});
