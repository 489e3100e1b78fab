import { KubeError, silentLogger } from '@slipway/kube';
import { FakeClock } from '@slipway/kube/testing';
import { expect, it, test } from 'vitest';
import { otherInstallations, type Watched, watchedText, watchInstallations } from '../../src/operator/installations.ts';
import { electionPlace, type Surroundings } from '../../src/operator/place.ts';
import { WATCHED } from '../../src/words/index.ts';

const lease = (namespace: string, renewTime: string, watched?: string, holderIdentity = 'pod-1') => ({
  metadata: { name: 'gati-operator', namespace, ...(watched !== undefined && { annotations: { [WATCHED]: watched } }) },
  spec: { holderIdentity, renewTime },
});

/** What is found by two looks at these Leases, each renewed in between. */
const found = (own: string, ...leases: readonly (readonly [namespace: string, watched?: string])[]): string[] =>
  otherInstallations(
    leases.map(([namespace, watched]) => lease(namespace, '1', watched)),
    leases.map(([namespace, watched]) => lease(namespace, '2', watched)),
    { namespace: 'gati-system', watched: own },
  );

test.each<[string, string, [string, string?], string | undefined]>([
  [
    'two on all namespaces',
    '*',
    ['default', '*'],
    'Lease default/gati-operator, held by pod-1, watches all namespaces',
  ],
  ['one on all, one on some', 'shop', ['default', '*'], 'watches all namespaces'],
  [
    'two with a namespace in common',
    'pay,shop',
    ['team', 'shop'],
    'Lease team/gati-operator, held by pod-1, watches shop',
  ],
  ['one that does not tell', 'shop', ['default'], 'watches namespaces that it does not name'],
  ['two on different namespaces', 'shop', ['team', 'pay'], undefined],
  ['replicas of one installation', 'shop', ['gati-system', 'shop'], undefined],
  ['one Lease with other settings', 'shop', ['gati-system', 'pay'], undefined],
])('G-158: %s', (_title, own, other, expected) => {
  expect(found(own, ['gati-system', own], other).join()).toEqual(
    expected === undefined ? '' : expect.stringContaining(expected),
  );
});

it('G-158: a Lease that nobody renews, or that was given back, is of no installation', () => {
  const own = { namespace: 'gati-system', watched: '*' };
  expect(otherInstallations([lease('default', '1')], [lease('default', '1')], own)).toEqual([]);
  expect(otherInstallations([lease('default', '1')], [lease('default', '2', '*', '')], own)).toEqual([]);
  expect(otherInstallations([], [lease('default', '2', '*')], own)).toEqual([]);
});

it('G-158: a second installation is named once, and its end too', async () => {
  const clock = new FakeClock();
  const lines: string[] = [];
  const say = (_fields: object, message: string): void => void lines.push(message);
  const logger = { ...silentLogger, info: say, error: say };
  let isThere = true;
  const others = (): object[] => (isThere ? [lease('default', String(clock.now()), '*')] : []);
  const live = { listAll: async () => [lease('gati-system', String(clock.now()), '*'), ...others()] };
  const ending = new AbortController();
  const own = { namespace: 'gati-system', watched: watchedText(undefined) };
  let counted = -1;
  const options = { logger, signal: ending.signal, onLook: (others: number) => void (counted = others) };
  const watching = watchInstallations({ clock, client: { live } } as unknown as Watched, own, options);
  await clock.advance(200_000);
  expect(lines).toEqual([expect.stringContaining('Lease default/gati-operator')]);
  expect(counted).toBe(1);
  isThere = false;
  await clock.advance(200_000);
  expect(counted).toBe(0);
  expect(lines.slice(1)).toEqual([expect.stringContaining('No other installation')]);
  ending.abort();
  await watching;
});

it('G-158: a leader with other settings is no other installation, and is reported when it stays', async () => {
  const clock = new FakeClock();
  const lines: string[] = [];
  const say = (_fields: object, message: string): void => void lines.push(message);
  const logger = { ...silentLogger, info: say, warn: say, error: say };
  const live = { listAll: async () => [lease('gati-system', String(clock.now()), 'pay')] };
  const ending = new AbortController();
  const own = { namespace: 'gati-system', watched: 'shop' };
  const watching = watchInstallations({ clock, client: { live } } as unknown as Watched, own, {
    logger,
    signal: ending.signal,
  });
  await clock.advance(60_000);
  expect(lines).toEqual([]);
  await clock.advance(600_000);
  expect(lines).toEqual([expect.stringMatching(/Replicas of this installation.*watches pay, and this process shop/)]);
  ending.abort();
  await watching;
});

const surroundings = (
  name: string,
  namespace: string,
  create: () => Promise<unknown> = async () => ({}),
): Surroundings => ({ name, namespace, client: { create } }) as unknown as Surroundings;
const forbidden = async (): Promise<never> => {
  throw new KubeError('KUBE_FORBIDDEN', 'no', { status: 403 });
};

test.each<[string, Surroundings, string | undefined, string]>([
  ['the one that is named', surroundings('dev', 'default', forbidden), 'shop', 'shop'],
  ['that of the pod', surroundings('in-cluster', 'team', forbidden), undefined, 'team'],
  ['the usual one, whatever a context says', surroundings('dev', 'default'), undefined, 'gati-system'],
  ['the usual one where none may be created', surroundings('dev', 'default', forbidden), undefined, 'gati-system'],
])('G-158: the Lease is in %s', async (_title, cluster, named, expected) => {
  expect(await electionPlace(cluster, named, silentLogger)).toBe(expected);
});
