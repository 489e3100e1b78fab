import { describe, expect, test } from 'vitest';
import { configuration, rule, useWebhookServer } from '../admission/webhook-server.ts';
import { inOrder, type Step, useTwins } from './twins.ts';

const twins = useTwins();
const server = useWebhookServer();

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const REGISTRATION = '/apis/admissionregistration.k8s.io/v1';

type Row = readonly [method: string, path: string, body?: unknown, type?: Step['type']];

function stepOf([method, path, body, type]: Row): Step {
  return { method, path, ...(body !== undefined && { body }), ...(type && { type }) };
}

/** A review without what differs by nature. */
function comparable(request: unknown): unknown {
  const text = JSON.stringify(request)
    .replace(/"uid":"[0-9a-f-]{36}"/g, '"uid":"UID"')
    .replace(/"resourceVersion":"\d+"/g, '"resourceVersion":"VERSION"')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME');
  const { userInfo: _user, ...rest } = inOrder(text) as Record<string, unknown>;
  return rest;
}

/** The same answers to the same requests, and the same questions to the webhooks. */
async function compare(rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    server.seen.length = 0;
    const { kube, local } = await twins.ask(stepOf(row));
    expect.soft({ row, outcome: local }).toEqual({ row, outcome: kube });
    const half = server.seen.length / 2;
    const reviews = server.seen.map(({ path, request }) => ({ path, request: comparable(request) }));
    expect.soft({ row, reviews: reviews.slice(half) }).toEqual({ row, reviews: reviews.slice(0, half) });
  }
}

/** Works with a configuration once both servers have taken notice of it. */
async function withHook(
  kind: 'Mutating' | 'Validating',
  name: string,
  rest: object,
  work: () => Promise<void>,
): Promise<void> {
  const path = `${REGISTRATION}/${kind.toLowerCase()}webhookconfigurations`;
  await twins.ask({ method: 'POST', path, body: configuration(server, kind, name, `/${name}`, rest) });
  const probe = {
    method: 'POST',
    path: `${CONFIG_MAPS}?dryRun=All`,
    body: { metadata: { name: 'probe', labels: { probe: 'yes' } } },
  };
  do {
    server.seen.length = 0;
    await twins.ask(probe);
  } while (server.seen.length < 2);
  try {
    await work();
  } finally {
    await twins.ask({ method: 'DELETE', path: `${path}/${name}` });
    do {
      server.seen.length = 0;
      await twins.ask(probe);
    } while (server.seen.length > 0);
  }
}

const configMap = (name: string, rest: object = {}) => ({ metadata: { name }, ...rest });

describe('webhooks of a real API server', () => {
  test('L-10 K-156: a configuration is filled in', () =>
    compare([
      [
        'POST',
        `${REGISTRATION}/mutatingwebhookconfigurations?dryRun=All`,
        configuration(server, 'Mutating', 'm', '/m'),
      ],
      [
        'POST',
        `${REGISTRATION}/validatingwebhookconfigurations?dryRun=All`,
        configuration(server, 'Validating', 'v', '/v'),
      ],
    ]));

  test('L-10: reviews of every operation', () =>
    withHook('Validating', 'all', { rules: [rule(['configmaps', 'namespaces', 'namespaces/finalize'])] }, () =>
      compare([
        ['POST', `${CONFIG_MAPS}?fieldManager=me&fieldValidation=Strict`, configMap('a', { data: { x: '1' } })],
        ['PUT', `${CONFIG_MAPS}/a`, configMap('a', { data: { x: '2' } })],
        ['PATCH', `${CONFIG_MAPS}/a?fieldManager=p`, { data: { y: '1' } }, 'merge'],
        ['PATCH', `${CONFIG_MAPS}/a`, { data: { y: '1' } }, 'merge'],
        [
          'PATCH',
          `${CONFIG_MAPS}/b?fieldManager=ap`,
          { apiVersion: 'v1', kind: 'ConfigMap', ...configMap('b') },
          'apply',
        ],
        [
          'PATCH',
          `${CONFIG_MAPS}/b?fieldManager=ap&force=true`,
          { apiVersion: 'v1', kind: 'ConfigMap', ...configMap('b'), data: { z: '1' } },
          'apply',
        ],
        ['POST', `${CONFIG_MAPS}?dryRun=All`, configMap('c')],
        ['POST', CONFIG_MAPS, configMap('a')],
        ['PATCH', `${CONFIG_MAPS}/missing`, { data: { y: '1' } }, 'merge'],
        ['PUT', `${CONFIG_MAPS}/a`, { metadata: { name: 'a', resourceVersion: '1' } }],
        ['DELETE', `${CONFIG_MAPS}/a`, { propagationPolicy: 'Background', gracePeriodSeconds: 5 }],
        ['DELETE', `${CONFIG_MAPS}/missing`],
        ['DELETE', CONFIG_MAPS],
        ['POST', '/api/v1/namespaces', { metadata: { name: 'made' } }],
        ['DELETE', '/api/v1/namespaces/made'],
      ]),
    ));

  test('L-10: refusals, warnings and failures', async () => {
    server.on('/says', ({ request }) => {
      switch (request.name) {
        case 'plain':
          return { allowed: false };
        case 'reason':
          return { allowed: false, status: { reason: 'Conflict' } };
        case 'message':
          return {
            allowed: false,
            status: { message: 'no', code: 409, reason: 'Conflict', details: { causes: [{ field: 'x' }] } },
          };
        case 'success':
          return { allowed: false, status: { status: 'Success', code: 200, message: 'odd' } };
        case 'warned':
          return { warnings: ['one', 'two', 'one'] };
        case 'absent':
          return { raw: '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1"}' };
        case 'patched':
          return { patch: [{ op: 'add', path: '/data', value: {} }] };
        case 'nouid':
          return { uid: 'x' };
        case 'error':
          return { raw: 'boom', code: 500 };
        case 'notfound':
          return { raw: 'gone', code: 404 };
        default:
          return {};
      }
    });
    await withHook('Validating', 'says', {}, () =>
      compare(
        ['plain', 'reason', 'message', 'success', 'warned', 'absent', 'patched', 'error', 'notfound'].map(
          (name): Row => ['POST', `${CONFIG_MAPS}?dryRun=All`, configMap(name)],
        ),
      ),
    );
    await withHook('Validating', 'says', { failurePolicy: 'Ignore' }, () =>
      compare(['absent', 'error'].map((name): Row => ['POST', `${CONFIG_MAPS}?dryRun=All`, configMap(name)])),
    );
  });

  test('L-10: changes of webhooks, their owners and their refusal', async () => {
    server.on('/changes', ({ request }) => {
      switch (request.object?.metadata.name) {
        case 'labelled':
          return {
            patch: [
              { op: 'add', path: '/metadata/labels', value: { a: 'b' } },
              { op: 'add', path: '/data', value: { h: '1' } },
            ],
          };
        case 'impossible':
          return { patch: [{ op: 'remove', path: '/data/none' }] };
        case 'invalid':
          return { patch: [{ op: 'add', path: '/metadata/labels', value: { '-': 'b' } }] };
        case 'unknown':
          return { patch: [{ op: 'add', path: '/foo', value: 1 }] };
        case 'tested':
          return {
            patch: [
              { op: 'test', path: '/kind', value: 'ConfigMap' },
              { op: 'replace', path: '/data/x', value: '2' },
            ],
          };
        default:
          return {};
      }
    });
    await withHook('Mutating', 'changes', {}, () =>
      compare([
        ...['labelled', 'invalid', 'unknown', 'tested'].map(
          (name): Row => ['POST', CONFIG_MAPS, configMap(name, { data: { x: '1' } })],
        ),
        ['PATCH', `${CONFIG_MAPS}/labelled?fieldManager=x`, { data: { q: '1' } }, 'merge'],
        [
          'PATCH',
          `${CONFIG_MAPS}/tested?fieldManager=y`,
          { apiVersion: 'v1', kind: 'ConfigMap', ...configMap('tested'), data: { k: '1' } },
          'apply',
        ],
        ['DELETE', `${CONFIG_MAPS}/labelled`],
      ]),
    );
  });

  test('L-10: conditions and selectors', () =>
    withHook(
      'Validating',
      'picky',
      {
        objectSelector: { matchExpressions: [{ key: 'skip', operator: 'DoesNotExist' }] },
        matchConditions: [
          { name: 'one', expression: "request.operation == 'DELETE' || object.metadata.name != 'other'" },
          { name: 'two', expression: "request.operation == 'DELETE' || !has(object.data) || object.data.mode == 'on'" },
        ],
      },
      () =>
        compare([
          ['POST', `${CONFIG_MAPS}?dryRun=All`, { metadata: { name: 'x', labels: { skip: 'me' } } }],
          ['POST', `${CONFIG_MAPS}?dryRun=All`, configMap('other')],
          ['POST', `${CONFIG_MAPS}?dryRun=All`, configMap('x', { data: { mode: 'off' } })],
          ['POST', `${CONFIG_MAPS}?dryRun=All`, configMap('x', { data: { mode: 'on' } })],
          ['POST', `${CONFIG_MAPS}?dryRun=All`, configMap('x', { data: { none: 'on' } })],
          ['POST', `${CONFIG_MAPS}?dryRun=All`, configMap('other', { data: { none: 'on' } })],
        ]),
    ));
});
