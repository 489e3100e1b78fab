import { defineKind, type Logger, silentLogger } from '@slipway/kube';
import { ConfigMap } from '@slipway/kube/kinds';
import { FakeClock } from '@slipway/kube/testing';
import { expect, test } from 'vitest';
import { reportWhileBlocked } from './blocked-cache.ts';

const Greeting = defineKind({
  group: 'example.dev',
  version: 'v1',
  kind: 'Greeting',
  plural: 'greetings',
  scope: 'Namespaced',
});
const healthy = {
  synced: false,
  stale: false,
  absent: false,
  forbidden: false,
  unbrokenSince: undefined,
  lastResourceVersion: undefined,
  lastEventAt: undefined,
  blocker: undefined,
};
const missing = { ...healthy, absent: true, stale: true, blocker: 'greetings.example.dev: 404 page not found' };
const forbidden = { ...healthy, stale: true, forbidden: true, blocker: 'User "dev" cannot list resource "configmaps"' };

function watched(kind: typeof Greeting | typeof ConfigMap, namespaces?: string[], optional = false) {
  const clock = new FakeClock();
  const lines: { at: number; message: string; fields: Readonly<Record<string, unknown>> }[] = [];
  const note: Logger['error'] = (fields, message) => lines.push({ at: clock.now(), message, fields });
  let listener = (): void => undefined;
  const cache = {
    state: { ...healthy } as typeof healthy | typeof missing | typeof forbidden,
    onStateChange: (called: () => void) => {
      listener = called;
      return () => undefined;
    },
  };
  const logger = { ...silentLogger, error: note, info: note };
  const end = reportWhileBlocked({ kind, cache, optional, namespaces, clock, logger });
  const become = (state: typeof cache.state): void => {
    cache.state = state;
    listener();
  };
  return { clock, lines, become, end };
}

test('a kind that is not served is reported within 3 s with what to run, and again at growing intervals', async () => {
  const { clock, lines, become, end } = watched(Greeting);
  become(missing);
  await clock.advance(120_000);
  expect(lines[0]).toMatchObject({
    message: expect.stringContaining('kubectl apply -f <the CustomResourceDefinition of greetings.example.dev>'),
    fields: { resource: 'greetings.example.dev', blocker: missing.blocker },
  });
  expect(lines.map(({ at }) => at)).toEqual([2_000, 10_000, 26_000, 58_000, 118_000]);
  become({ ...healthy, synced: true });
  expect(lines.at(-1)?.message).toBe('The cache follows the server again.');
  await clock.advance(600_000);
  expect(lines).toHaveLength(6);
  end();
});

test('a right that is missing is reported with the rule, for the cluster or for the namespaces', async () => {
  const everywhere = watched(ConfigMap);
  everywhere.become(forbidden);
  await everywhere.clock.advance(3_000);
  expect(everywhere.lines[0]?.message).toContain(
    'kubectl create clusterrole <name> --verb=get,list,watch --resource=configmaps',
  );
  const some = watched(ConfigMap, ['shop', 'till']);
  some.become(forbidden);
  await some.clock.advance(3_000);
  expect(some.lines[0]?.message).toContain('may not watch configmaps in shop, till');
  expect(some.lines[0]?.message).toContain('kubectl create role <name> --verb=get,list,watch --resource=configmaps');
});

test('trouble that passes soon, and an optional kind that is absent, are not reported', async () => {
  const passing = watched(ConfigMap);
  passing.become({ ...healthy, blocker: 'connect ECONNREFUSED' });
  await passing.clock.advance(1_500);
  passing.become({ ...healthy, synced: true });
  await passing.clock.advance(60_000);
  expect(passing.lines).toEqual([]);
  const optional = watched(Greeting, undefined, true);
  optional.become(missing);
  await optional.clock.advance(60_000);
  expect(optional.lines).toEqual([]);
});

test('nothing is reported after its end', async () => {
  const { clock, lines, become, end } = watched(Greeting);
  become(missing);
  end();
  await clock.advance(60_000);
  expect(lines).toEqual([]);
});
