import { join } from 'node:path';
import { ConfigMap } from '@slipway/kube/kinds';
import { type FaultChoice, faultSeed, runWithRandomFaults, seededRandom } from '@slipway/kube/testing';
import { describeCluster } from '@slipway/test/clusters/suite';
import { expect, it } from 'vitest';
import { startMirror } from './mirror.ts';
import { configMap, startRig } from './rig.ts';

const WATCH = { match: { verb: 'watch' }, among: 8 } as const;
const READ = { match: { verb: ['list', 'watch'] }, among: 8 } as const;

const CHOICES: readonly FaultChoice[] = [
  { ...READ, fault: 'refuse' },
  { ...READ, fault: 'halfOpen' },
  { ...READ, fault: 'tlsReset' },
  { ...READ, fault: 'delay', args: { ms: 5_000 } },
  { ...READ, fault: 'drip', args: { bytes: 100, everyMs: 100 } },
  { ...READ, fault: 'split', args: { bytes: 7 } },
  { ...READ, fault: 'answer', args: { status: 410 } },
  { ...READ, fault: 'answer', args: { status: 429, headers: { 'retry-after': '3' } } },
  { ...READ, fault: 'answer', args: { status: 403 } },
  { ...READ, fault: 'answer', args: { status: 500 } },
  { ...READ, fault: 'answer', args: { status: 502, body: '<html>', headers: { 'content-type': 'text/html' } } },
  { ...READ, fault: 'cut', args: { atByte: 150, how: 'close' } },
  { ...WATCH, fault: 'cut', args: { afterEvents: 1, how: 'end' } },
  { ...WATCH, fault: 'cut', args: { afterEvents: 2, how: 'reset' } },
  { ...WATCH, fault: 'hold', args: { afterEvents: 2 } },
  { ...WATCH, fault: 'freeze', args: { afterEvents: 1, ms: 20_000 } },
  { ...WATCH, fault: 'join', args: { events: 2 } },
  { ...WATCH, fault: 'repeatEvents', args: { from: 2, count: 2 } },
  { ...WATCH, fault: 'insertError', args: { code: 500, afterEvents: 1 } },
  { ...WATCH, fault: 'insertError', args: { code: 410, afterEvents: 2 } },
  { ...WATCH, fault: 'insertBookmarks', args: { bookmarks: 50 } },
];

/** A run takes seconds; after a failure it is repeated until the least schedule is found. */
const SHRINK_TIMEOUT_MS = 300_000;

describeCluster('faults at random', {}, (cluster) => {
  it.each([1, 2, 3, 4, 5])(
    'F-4, P-1, R-27: whatever befalls its requests, the cache comes to equal the server, with few requests (%i)',
    async (run) => {
      const seed = faultSeed() + BigInt(process.env['SLIPWAY_FAULT_SEED'] ? 0 : run);
      await runWithRandomFaults({
        name: `cache-${seed}`,
        folder: join(import.meta.dirname, '..', 'regressions'),
        seed,
        choices: CHOICES,
        count: 8,
        run: async (schedule) => {
          const rig = await startRig(cluster(), seed);
          const mirror = startMirror(rig);
          await mirror.converge();
          for (const fault of schedule) rig.proxy.inject(fault);
          const random = seededRandom(seed);
          const alive = new Set<string>();
          for (let change = 0; change < 40; change++) {
            const victim = [...alive][Math.floor(random() * alive.size * 2)];
            const name = victim ?? `object-${change}`;
            if (victim !== undefined) await rig.world.delete(ConfigMap, { namespace: rig.namespace, name });
            // A name that is not used again keeps what a cache failed to forget; one that is has a new UID.
            const isMade = victim === undefined || random() < 0.2;
            if (isMade) await rig.world.create(ConfigMap, configMap(rig, name));
            if (isMade) alive.add(name);
            else alive.delete(name);
            // Most faults strike a request that is being made, so watches are made to begin anew often.
            if (random() < 0.3) rig.proxy.cutAll('reset');
            await rig.pass(Math.floor(random() * 20_000));
          }
          await mirror.converge(600_000);
          expect(mirror.requests().length).toBeLessThanOrEqual(60);
        },
      });
    },
    SHRINK_TIMEOUT_MS,
  );
});
