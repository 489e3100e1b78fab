import { expect, it, onTestFinished } from 'vitest';
import { ModelServer, Thing } from '../../test/model-server.ts';
import { Caches } from '../cache/index.ts';
import { KubeError } from '../errors.ts';
import { FakeClock } from '../testing/index.ts';
import { lookUp } from './held-objects.ts';

it('R-106: a namespace that does not sync hides nothing that is known of objects in others', async () => {
  const server = new ModelServer();
  const clock = new FakeClock();
  const caches = new Caches({ transport: server.transport, clock, random: () => 0.5 });
  onTestFinished(() => caches.close());
  server.put('x', {}, 'a');
  server.intercept = ({ path }) => {
    if (path.includes('/namespaces/b/')) throw new KubeError('KUBE_FORBIDDEN', 'not in b', { status: 403 });
  };
  const cache = caches.acquire(Thing, { namespaces: ['a', 'b'] });
  await clock.until(() => cache.stateIn('a').synced && cache.stateIn('b').blocker);
  expect(lookUp(caches, Thing, { namespace: 'a', name: 'x' })?.object).toMatchObject({ metadata: { name: 'x' } });
  expect(lookUp(caches, Thing, { namespace: 'a', name: 'none' })).toMatchObject({ object: undefined, complete: true });
  expect(lookUp(caches, Thing, { namespace: 'b', name: 'x' })).toBeUndefined();
});
