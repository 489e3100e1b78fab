import { describe, expect, test } from 'vitest';
import { type Step, useTwins } from './twins.ts';

const twins = useTwins();

const PODS = '/api/v1/namespaces/default/pods';
const BINDINGS = '/api/v1/namespaces/default/bindings';
const BUDGETS = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';

type Row = readonly [method: string, path: string, body?: unknown, type?: Step['type']];

async function compare(rows: readonly Row[]): Promise<void> {
  for (const [method, path, body, type] of rows) {
    const step: Step = { method, path, ...(body !== undefined && { body }), ...(type && { type }) };
    const { kube, local } = await twins.ask(step);
    expect.soft({ step, outcome: even(local) }).toEqual({ step, outcome: even(kube) });
  }
}

/** Preconditions name the uid of the pod in their text. */
function even(outcome: unknown): unknown {
  return JSON.parse(
    JSON.stringify(outcome)
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UID')
      .replace(/\(\d+\)/g, '(N)')
      .replace(/10\.96\.\d+\.\d+/g, 'IP'),
  );
}

/** As complete as a pod has to be to look the same whatever defaults are known. */
const pod = (name: string, rest: object = {}, spec: object = {}) => ({
  metadata: { name, ...rest },
  spec: {
    containers: [
      {
        name: 'c',
        image: 'x:1',
        resources: {},
        terminationMessagePath: '/x',
        terminationMessagePolicy: 'File',
        imagePullPolicy: 'IfNotPresent',
      },
    ],
    ...spec,
  },
});
const target = (name: string, kind = 'Node') => ({ target: { kind, name } });
const running = (...conditions: object[]) => ({ status: { phase: 'Running', conditions } });
const ready = { type: 'Ready', status: 'True' };
const budget = (name: string, app: string, spec: object = {}) => ({
  metadata: { name },
  spec: { minAvailable: 1, selector: { matchLabels: { app } }, ...spec },
});

describe('what is asked of pods, on a real API server and here', () => {
  test('K-68 L-12: binding', () =>
    compare([
      ['POST', PODS, pod('b1')],
      ['POST', `${PODS}/b1/binding`, {}],
      ['POST', `${PODS}/b1/binding`, { metadata: { name: 'other' }, ...target('n1') }],
      ['POST', `${PODS}/b1/binding`, { metadata: { name: 'b1' } }],
      ['POST', `${PODS}/b1/binding`, { metadata: { name: 'b1' }, ...target('n1', 'Pod') }],
      ['POST', `${PODS}/b1/binding`, { metadata: { name: 'b1', namespace: 'other' }, ...target('n1') }],
      ['POST', `${PODS}/b1/binding`, { metadata: { name: 'b1', uid: 'bad' }, ...target('n1') }],
      ['POST', `${PODS}/nope/binding`, { metadata: { name: 'nope' }, ...target('n1') }],
      ['POST', `${PODS}/b1/binding?dryRun=All`, { metadata: { name: 'b1' }, ...target('n1') }],
      ['GET', `${PODS}/b1/binding`],
      ['POST', BINDINGS, target('n1')],
      ['POST', BINDINGS, { metadata: { name: 'nope' }, ...target('n1') }],
      [
        'POST',
        `${PODS}/b1/binding`,
        { metadata: { name: 'b1', annotations: { x: 'y' }, labels: { q: 'r' } }, ...target('n1') },
      ],
      ['GET', `${PODS}/b1`],
      ['POST', `${PODS}/b1/binding`, { metadata: { name: 'b1' }, ...target('n2') }],
      ['POST', PODS, pod('b2', {}, { schedulingGates: [{ name: 'x.y/z' }] })],
      ['POST', BINDINGS, { metadata: { name: 'b2' }, ...target('n1') }],
      ['POST', PODS, pod('b3', { finalizers: ['a.b/c'] })],
      ['POST', BINDINGS, { metadata: { name: 'b3' }, ...target('n1') }],
      ['GET', `${PODS}/b3`],
    ]));

  test('K-99 L-12: eviction', () =>
    compare([
      ['POST', PODS, pod('e1', { labels: { app: 'one' } })],
      ['POST', `${PODS}/e1/eviction`, {}],
      ['POST', `${PODS}/e1/eviction`, { metadata: { name: 'other' } }],
      ['POST', `${PODS}/e1/eviction`, { metadata: { name: 'e1', namespace: 'other' } }],
      ['POST', `${PODS}/nope/eviction`, { metadata: { name: 'nope' } }],
      ['POST', BUDGETS, budget('one', 'one')],
      ['POST', `${PODS}/e1/eviction?dryRun=All`, { metadata: { name: 'e1' } }],
      ['PATCH', `${PODS}/e1/status`, running(ready), 'merge'],
      ['POST', `${PODS}/e1/eviction`, { metadata: { name: 'e1' } }],
      [
        'PATCH',
        `${BUDGETS}/one/status`,
        { status: { observedGeneration: 1, currentHealthy: 1, desiredHealthy: 1 } },
        'merge',
      ],
      ['POST', `${PODS}/e1/eviction`, { metadata: { name: 'e1' } }],
      ['POST', `${PODS}/e1/eviction`, { metadata: { name: 'e1' }, deleteOptions: { dryRun: ['All'] } }],
      ['PATCH', `${BUDGETS}/one/status`, { status: { currentHealthy: 2 } }, 'merge'],
      ['POST', `${PODS}/e1/eviction`, { metadata: { name: 'e1' } }],
      ['PATCH', `${BUDGETS}/one/status`, { status: { disruptionsAllowed: 1 } }, 'merge'],
      ['POST', `${PODS}/e1/eviction`, { metadata: { name: 'e1' }, deleteOptions: { dryRun: ['All'] } }],
      ['POST', `${PODS}/e1/eviction`, { metadata: { name: 'e1' }, deleteOptions: { preconditions: { uid: 'x' } } }],
      ['PATCH', `${BUDGETS}/one/status`, { status: { disruptionsAllowed: 1 } }, 'merge'],
      ['POST', `${PODS}/e1/eviction`, { metadata: { name: 'e1' }, deleteOptions: { gracePeriodSeconds: 7 } }],
      ['GET', `${BUDGETS}/one`],
      ['GET', `${PODS}/e1`],
      ['POST', PODS, pod('e2', { labels: { app: 'two' } })],
      ['PATCH', `${PODS}/e2/status`, running(), 'merge'],
      ['POST', BUDGETS, budget('two', 'two', { unhealthyPodEvictionPolicy: 'AlwaysAllow' })],
      ['POST', BUDGETS, budget('two-b', 'two')],
      ['POST', `${PODS}/e2/eviction`, { metadata: { name: 'e2' } }],
      ['DELETE', `${BUDGETS}/two-b`],
      ['POST', `${PODS}/e2/eviction`, { metadata: { name: 'e2' } }],
      ['GET', `${PODS}/e2`],
      ['POST', PODS, pod('e3', { finalizers: ['a.b/c'] })],
      ['POST', `${PODS}/e3/eviction`, { metadata: { name: 'e3' } }],
      ['GET', `${PODS}/e3`],
      ['POST', `${PODS}/e3/eviction`, { metadata: { name: 'e3' } }],
    ]));

  test('L-12: parts of a pod that are written by themselves', () => {
    const ephemeral = (...containers: object[]) => ({ spec: { ephemeralContainers: containers } });
    return compare([
      ['POST', PODS, pod('t1', { labels: { a: 'b' } })],
      ['GET', `${PODS}/t1/ephemeralcontainers`],
      ['PATCH', `${PODS}/t1/ephemeralcontainers`, ephemeral({ name: 'd', image: 'y:1' }), 'strategic'],
      ['PATCH', `${PODS}/t1/ephemeralcontainers`, { metadata: { labels: { x: 'y' } } }, 'merge'],
      ['PATCH', `${PODS}/t1/ephemeralcontainers`, ephemeral(), 'merge'],
      ['GET', `${PODS}/nope/ephemeralcontainers`],
      ['GET', `${PODS}/t1/resize`],
      ['PATCH', `${PODS}/t1/resize`, { spec: { containers: [{ name: 'c', image: 'z:1' }] } }, 'strategic'],
      ['DELETE', `${PODS}/t1/resize`],
    ]);
  });

  test('L-12 K-14: the answers to logs, proxies and streams where nothing runs', () => {
    const two = ['c', 'd'].map((name) => ({ name, image: 'x:1' }));
    const log = (query: string): Row => ['GET', `${PODS}/l1/log?${query}`];
    const services = '/api/v1/namespaces/default/services';
    return compare([
      ['POST', PODS, pod('l1', {}, { containers: two, initContainers: [{ name: 'i', image: 'x:1' }] })],
      log(''),
      log('container=c'),
      log('container=i'),
      log('container=zz'),
      log('container=c&tailLines=-1&sinceSeconds=0&limitBytes=0'),
      log('container=c&sinceSeconds=5&sinceTime=2026-01-01T00:00:00Z'),
      log('container=c&tailLines=x'),
      ['GET', `${PODS}/nope/log`],
      ['GET', `${PODS}/nope/exec?command=ls`],
      ['GET', `${PODS}/l1/exec?command=ls`],
      ['GET', `${PODS}/l1/exec?command=ls&container=c`],
      ['GET', `${PODS}/l1/attach?container=c&stdout=true`],
      ['GET', `${PODS}/l1/portforward`],
      ['DELETE', `${PODS}/l1/portforward`],
      ['GET', `${PODS}/l1/proxy/x`],
      ['GET', `${PODS}/nope/proxy/x`],
      ['GET', `${PODS}/ftp:l1:80/proxy/x`],
      ['GET', `${services}/nope/proxy/x`],
      ['GET', `${services}/a:b:c:d/proxy/x`],
      ['POST', services, { metadata: { name: 's1' }, spec: { ports: [{ name: 'a', port: 80 }] } }],
      ['GET', `${services}/s1/proxy/x`],
      ['GET', `${services}/s1:81/proxy/x`],
      ['POST', '/api/v1/namespaces/default/endpoints', { metadata: { name: 's1' } }],
      ['GET', `${services}/s1/proxy/x`],
      ['GET', `${services}/s1:a/proxy/x`],
      ['GET', '/api/v1/nodes/nope/proxy/x'],
      ['POST', '/api/v1/nodes', { metadata: { name: 'n1' } }],
      ['GET', '/api/v1/nodes/n1/proxy/x'],
    ]);
  });
});
