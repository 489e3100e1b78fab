import { silentLogger } from '@slipway/kube';
import { ConfigMap } from '@slipway/kube/kinds';
import { expect, test } from 'vitest';
import { watchCache } from './object-watch.ts';

test.each(['its signal', 'stop'])('G-139: a watch that %s ended is kept by nobody', async (by) => {
  const kept = new Set(['watch']);
  const over = new AbortController();
  const cache = {
    onEvent: () => ({ close: () => undefined, replayed: Promise.resolve() }),
    release: async () => undefined,
    waitForSync: async () => undefined,
  };
  const onStopped = (): void => void kept.delete('watch');
  const options = { signal: over.signal, logger: silentLogger, onStopped };
  const handle = watchCache(ConfigMap, cache as never, () => undefined, options);
  if (by === 'stop') await handle.stop();
  else over.abort();
  await handle.stop();
  expect(kept.size).toBe(0);
});
