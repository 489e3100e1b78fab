import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { requestAs } from '@slipway/tools/control-plane/index';
import { beforeAll, describe, expect, it } from 'vitest';
import { installKinds, sample } from './installed-kinds.ts';
import { BAD, FULL_HANDLER, FULL_MODULE, GOOD } from './kind-tables.ts';

type Fields = Record<string, unknown>;
type Plural = 'gatihandlers' | 'gatimodules' | 'gativersions';
const KIND: Readonly<Record<Plural, string>> = {
  gatihandlers: 'GatiHandler',
  gatimodules: 'GatiModule',
  gativersions: 'GatiVersion',
};
const SPEC: Readonly<Record<Plural, Fields>> = {
  gatihandlers: sample('gati-handler').spec,
  gatimodules: sample('gati-module').spec,
  gativersions: sample('gati-version').spec,
};

describeCluster('the kinds of gati.dev', { needs: ['schema'] }, (cluster) => {
  let namespace = '';
  beforeAll(async () => {
    await installKinds(cluster());
    namespace = await freshNamespace(cluster());
  });

  const path = (plural: Plural, rest = '') => `/apis/gati.dev/v1alpha1/namespaces/${namespace}/${plural}${rest}`;

  async function send(method: string, at: string, body?: unknown, type = 'application/json') {
    const headers = { 'content-type': type };
    const answer = await requestAs(cluster().kubeconfig, at, { method, headers, ...(body !== undefined && { body }) });
    return { status: answer.status, warning: answer.headers['warning'], body: JSON.parse(answer.body) as Fields };
  }

  function object(plural: Plural, name: string, spec: Fields): Fields {
    return { apiVersion: 'gati.dev/v1alpha1', kind: KIND[plural], metadata: { name }, spec };
  }

  /** Strictly, as `kubectl apply` asks for it. */
  function create(plural: Plural, name: string, spec: Fields, dryRun = false) {
    const query = `?fieldValidation=Strict${dryRun ? '&dryRun=All' : ''}`;
    return send('POST', path(plural, query), object(plural, name, spec));
  }

  function merge(plural: Plural, name: string, patch: Fields, subresource = '') {
    return send('PATCH', path(plural, `/${name}${subresource}`), patch, 'application/merge-patch+json');
  }

  it('G-10: are namespaced, of one category, with short names and subresources', async () => {
    const { body } = await send('GET', '/apis/gati.dev/v1alpha1');
    const resources = (body['resources'] as Fields[]).map(({ name, kind, namespaced, shortNames, categories }) =>
      [name, kind, namespaced, ...((shortNames ?? []) as []), ...((categories ?? []) as [])].join(' '),
    );
    expect(resources.toSorted()).toEqual([
      'gatihandlers GatiHandler true gh gati',
      'gatihandlers/scale Scale true',
      'gatihandlers/status GatiHandler true',
      'gatimodules GatiModule true gm gati',
      'gatimodules/scale Scale true',
      'gatimodules/status GatiModule true',
      'gativersions GatiVersion true gv gati',
      'gativersions/status GatiVersion true',
    ]);
  });

  describe('samples', () => {
    it.each([
      ['gatihandlers', 'gati-handler'],
      ['gatimodules', 'gati-module'],
      ['gativersions', 'gati-version'],
    ] as const)(
      'G-12 G-31: the sample of %s is accepted as it is, and nothing is added to it',
      async (plural, file) => {
        const { metadata, ...rest } = sample(file);
        const body = { ...rest, metadata: { ...metadata, namespace } };
        const answer = await send('POST', path(plural, '?fieldValidation=Strict'), body);
        expect(answer).toMatchObject({ status: 201, warning: undefined });
        expect(answer.body['spec']).toEqual(rest.spec);
      },
    );

    it.each([
      [
        'user-handler-2',
        {
          handlerPath: '/api/users',
          version: 'v1.0.0',
          replicas: 2,
          resources: { requests: { cpu: '100m', memory: '128Mi' } },
        },
      ],
      ['test', { handlerPath: '/api/test', version: 'v1', replicas: 1 }],
      ['any-version', { handlerPath: '/', version: ' tsv:1700-users/001 ', replicas: 10 }],
    ])('G-12: %s of the plan is accepted once it has image and port', async (name, spec) => {
      const answer = await create('gatihandlers', name, { ...spec, image: 'my-app:v1.0.0', port: 3000 });
      expect(answer).toMatchObject({ status: 201, warning: undefined });
    });

    it('G-31: a handler with every field set is stored as it was written', async () => {
      const answer = await create('gatihandlers', 'full', FULL_HANDLER);
      expect(answer).toMatchObject({ status: 201, warning: undefined });
      expect(answer.body['spec']).toEqual(FULL_HANDLER);
    });

    it('G-31: so is a module', async () => {
      const answer = await create('gatimodules', 'full', FULL_MODULE);
      expect(answer).toMatchObject({ status: 201, warning: undefined });
      expect(answer.body['spec']).toEqual(FULL_MODULE);
    });
  });

  describe('what cannot work', () => {
    it.each(BAD)('G-14: %s %j is refused: %s', async (plural, fields, problem) => {
      const answer = await create(plural, 'bad', merged(SPEC[plural], fields), true);
      expect(answer).toMatchObject({ status: 422 });
      expect(answer.body['message']).toContain(problem);
    });

    it.each([
      [{ rollouts: {} }, 'spec.rollouts'],
      [{ volumes: [{ name: 'docker', hostPath: { path: '/' } }] }, 'spec.volumes[0].hostPath'],
      [{ securityContext: { privileged: true } }, 'spec.securityContext.privileged'],
    ])('G-14: %j has a field that does not exist, and is refused by its name', async (fields, field) => {
      const answer = await create('gatihandlers', 'bad', { ...SPEC.gatihandlers, ...fields }, true);
      expect(answer.status).toBe(400);
      expect(answer.body['message']).toContain(`unknown field "${field}"`);
    });

    it.each(GOOD)('G-15: %s %j is accepted', async (plural, fields) => {
      const answer = await create(plural, 'good', merged(SPEC[plural], fields), true);
      expect(answer).toMatchObject({ status: 201, warning: undefined });
    });
  });

  describe('versions', () => {
    const template = { handlerPath: '/api/users', image: 'my-app:v1.0.0', port: 3000 };

    it('G-15: template and handlerRef can be added once, and stay', async () => {
      await create('gativersions', 'fixed', SPEC.gativersions);
      const added = await merge('gativersions', 'fixed', { spec: { template, handlerRef: { name: 'users' } } });
      expect(added.status).toBe(200);
      for (const [spec, problem] of [
        [{ versionId: 'v2' }, 'spec.versionId: Invalid value: "v2": a version keeps its id: make another one'],
        [{ template: { image: 'other' } }, 'a version does not change: make another one'],
        [{ template: { env: { A: '1' } } }, 'a version does not change: make another one'],
        [{ template: null }, 'template cannot be taken away once it is set'],
        [{ handlerRef: { name: 'orders' } }, 'a version stays with its handler: make another one'],
        [{ handlerRef: null }, 'handlerRef cannot be taken away once it is set'],
      ] as const) {
        const answer = await merge('gativersions', 'fixed', { spec });
        expect(answer.status, problem).toBe(422);
        expect(answer.body['message']).toContain(problem);
      }
      const rest = {
        breaking: true,
        routingWeight: 5,
        transformers: ['v0->v1'],
        tags: ['stable'],
        scaling: { cpu: 50 },
      };
      expect((await merge('gativersions', 'fixed', { spec: rest })).status).toBe(200);
    });
  });

  describe('status', () => {
    it('G-16: objects without one, and with one of the first release, stay usable', async () => {
      await create('gatihandlers', 'older', SPEC.gatihandlers);
      const status = {
        phase: 'Running',
        replicas: 2,
        readyReplicas: 2,
        lastUpdated: 'yesterday',
        conditions: [{ type: 'Available', status: 'yes' }],
      };
      expect((await merge('gatihandlers', 'older', { status }, '/status')).body['status']).toEqual(status);
      expect((await merge('gatihandlers', 'older', { spec: { replicas: 3 } })).body).toMatchObject({
        spec: { replicas: 3 },
        status,
      });
    });

    it('G-87: a rollout is kept as the engine wrote it', async () => {
      await create('gatihandlers', 'rolling', SPEC.gatihandlers);
      const rollout = {
        from: 'v1.0.0',
        to: 'v1.1.0',
        phase: 'Progressing',
        step: '10 % (step 1 of 3)',
        since: '2026-01-01T00:00:00Z',
        wakeAt: '2026-01-01T00:01:00Z',
        encoded: 'H4sIAAAAAAAAA6sGADlH1RUBAAAA',
      };
      const put = await send('PUT', path('gatihandlers', '/rolling/status'), {
        ...(await send('GET', path('gatihandlers', '/rolling'))).body,
        status: { rollout },
      });
      expect(put.body['status']).toEqual({ rollout });
    });

    it('G-96: a sample that is not known is null, and stays so', async () => {
      await create('gativersions', 'sampled', SPEC.gativersions);
      const trafficHistory = [
        { at: '2026-01-01T00:00:00Z', count: null, inFlight: null, reason: 'timeout' },
        { at: '2026-01-01T00:01:00Z', count: 0, inFlight: 2 },
      ];
      const applied = { ...object('gativersions', 'sampled', {}), spec: undefined, status: { trafficHistory } };
      const query = '/sampled/status?fieldManager=gati-operator&force=true';
      const answer = await send('PATCH', path('gativersions', query), applied, 'application/apply-patch+yaml');
      expect(answer).toMatchObject({ status: 200, body: { status: { trafficHistory } } });
      expect((await send('GET', path('gativersions', '/sampled'))).body['status']).toEqual({ trafficHistory });
    });

    it('scale: shows replicas and selector, and sets replicas', async () => {
      await create('gatimodules', 'scaled', SPEC.gatimodules);
      await merge('gatimodules', 'scaled', { status: { replicas: 1, selector: 'gati.dev/module=scaled' } }, '/status');
      const scale = await merge('gatimodules', 'scaled', { spec: { replicas: 4 } }, '/scale');
      expect(scale.body).toMatchObject({
        spec: { replicas: 4 },
        status: { replicas: 1, selector: 'gati.dev/module=scaled' },
      });
    });

    it.each([
      [
        'gatihandlers',
        {
          stableVersion: 'v0.9.0',
          phase: 'Running',
          conditions: [
            { type: 'Synced', status: 'False' },
            { type: 'Ready', status: 'True' },
          ],
          rollout: { phase: 'Paused' },
          traffic: { mode: 'Exact' },
        },
        'Name Path Version Stable Ready Phase Rollout Age Image* Mode*',
        ['shown', '/api/users', 'v1.0.0', 'v0.9.0', 'True', 'Running', 'Paused', 'age', 'my-app:v1.0.0', 'Exact'],
      ],
      [
        'gatimodules',
        { phase: 'Pending', conditions: [{ type: 'Ready', status: 'False' }] },
        'Name Module Type Runtime Ready Phase Age',
        ['shown', 'database', 'node', 'node:20', 'False', 'Pending', 'age'],
      ],
      [
        'gativersions',
        {
          handlerName: 'user-handler',
          effectiveWeight: 0,
          stage: 'Draining',
          phase: 'Draining',
          trafficCount: 7,
          lastTrafficTimestamp: new Date().toISOString(),
          blockers: [{ reason: 'InFlight', since: new Date().toISOString() }],
        },
        'Name Handler Version Weight Stage Phase Traffic Age Last-Traffic* Blocker*',
        ['shown', 'user-handler', 'v1.0.0', 0, 'Draining', 'Draining', 7, 'age', 'age', 'InFlight'],
      ],
    ] as const)('G-166: kubectl get %s shows what is asked first', async (plural, status, columns, cells) => {
      await create(plural, 'shown', SPEC[plural]);
      expect((await merge(plural, 'shown', { status }, '/status')).status).toBe(200);
      const table = await requestAs(cluster().kubeconfig, path(plural, '/shown'), {
        headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
      });
      const { columnDefinitions, rows } = JSON.parse(table.body) as {
        columnDefinitions: { name: string; priority: number }[];
        rows: { cells: unknown[] }[];
      };
      // Wide ones are marked.
      expect(columnDefinitions.map(({ name, priority }) => `${name}${priority > 0 ? '*' : ''}`).join(' ')).toBe(
        columns,
      );
      const shown = rows[0]?.cells.map((cell) => (/^\d+(?:ms|s|m)$/.test(String(cell)) ? 'age' : cell));
      expect(shown).toEqual(cells);
    });
  });
});

/** Fields of one spec over those of another, to any depth; lists are replaced. */
function merged(base: Fields, change: Fields): Fields {
  const isObject = (value: unknown): value is Fields =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const result = { ...base };
  for (const [key, value] of Object.entries(change)) {
    const present = result[key];
    result[key] = isObject(value) && isObject(present) ? merged(present, value) : value;
  }
  return result;
}
