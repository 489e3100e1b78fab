import { randomUUID } from 'node:crypto';
import { type Clock, realClock } from '@slipway/kube';
import { faultSeed } from '@slipway/kube/testing';
import type { TestCluster } from '@slipway/test/clusters/cluster';
import { requestAs } from '@slipway/tools/control-plane/index';
import { waitUntil } from '@slipway/tools/processes/index';
import { expect } from 'vitest';
import { MANAGER } from '../../src/names/index.ts';
import { GatiHandlerKind } from '../../src/types/index.ts';
import { changesBetween, orphansIn, stateOf } from './aftermath.ts';
import { Storm, type StormOptions } from './storm.ts';

type CalmOptions = Omit<StormOptions, 'kubeconfig' | 'seed' | 'clock' | 'onWait'>;

/** A storm, and the calm after it: it converges, leaves no orphan, and then nobody writes. Prints its figures. */
export async function expectCalmAfter(cluster: TestCluster, options: CalmOptions): Promise<void> {
  const [seed, clock] = [faultSeed(), realClock];
  const say = (line: string): void => console.log(`storm (SLIPWAY_FAULT_SEED=${seed}): ${line}`);
  say(`${options.handlers} handlers, ${options.lastsMs / 1000} s`);
  const storm = await Storm.start({ ...options, kubeconfig: cluster.kubeconfig, seed, clock, onWait: say });
  const { client, namespaces, replicas, counts } = storm;
  const since = (start: number): number => Math.round((clock.now() - start) / 1000);
  try {
    await storm.rage();
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
    say(`${all} operations, ${replicas.kills} kills, ended by itself: ${replicas.endings.join(', ') || 'none'}`);
    say([...counts].map(([what, count]) => `${what} ${count}`).join(', '));
    const before = clock.now();
    await storm.settle();
    const handlers = (await client.live.listAll(GatiHandlerKind, {})).length;
    say(`${handlers} handlers converged ${since(before)} s after it`);
    expect(handlers).toBeGreaterThan(0);

    await untilAtRest(cluster, options, clock);
    say(`at rest ${since(before)} s after it`);
    const calm = await stateOf(client, namespaces);
    expect(orphansIn(calm)).toEqual([]);
    const writes = await writesWithin(cluster, () => clock.sleep(options.quietMs));
    say(`${writes.length} writes of the operator in ${options.quietMs / 1000} s after that`);
    expect(writes).toEqual([]);
    expect(changesBetween(calm, await stateOf(client, namespaces))).toEqual([]);

    await storm.clear();
    expect(await replicas.uncaught()).toEqual([]);
    expect(replicas.kills).toBeGreaterThan(0);
  } finally {
    await storm.stop();
  }
}

/** Until it has written nothing for a while: the events of a storm are sent one after the other, behind the work. */
async function untilAtRest(cluster: TestCluster, { quietMs, settleMs }: CalmOptions, clock: Clock): Promise<void> {
  const limit = AbortSignal.timeout(settleMs);
  await waitUntil(async () => {
    const writes = await writesWithin(cluster, () => clock.sleep(quietMs / 4));
    return writes.length === 0 ? true : undefined;
  }, limit);
}

/** What the operator writes meanwhile, but for its Lease and the final counts of events that were sent before. */
async function writesWithin(cluster: TestCluster, wait: () => Promise<unknown>): Promise<string[]> {
  const mark = async (name: string): Promise<string> => {
    const userAgent = `${name}-${randomUUID()}`;
    // A write, since an audit log may hold nothing else.
    const uri = `/api/v1/namespaces/default/configmaps/${name}`;
    await requestAs(cluster.kubeconfig, uri, { method: 'DELETE', headers: { 'user-agent': userAgent } });
    return userAgent;
  };
  const first = await mark('begin');
  await wait();
  const last = await mark('end');
  const seen = await cluster.requests();
  const placeOf = (name: string): number => seen.findIndex(({ userAgent }) => userAgent === name);
  expect([placeOf(first), placeOf(last)]).not.toContain(-1);
  return seen
    .slice(placeOf(first), placeOf(last))
    .filter(({ method, userAgent }) => method !== 'GET' && userAgent.startsWith(`${MANAGER}/`))
    .filter(({ method, uri }) => !uri.includes('/leases') && !(method === 'PATCH' && uri.includes('/events/')))
    .map(({ method, uri, status }) => `${method} ${uri} ${status}`);
}
