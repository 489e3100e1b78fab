import { type Cluster, connect, isKubeError } from '@slipway/kube';
import { Namespace, Service } from '@slipway/kube/kinds';
import type { KubeRequest } from '@slipway/kube/transport';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeCluster } from '../../../../test/clusters/suite.ts';
import { RECORDED_DEFINITION } from './14-14-recorded-definition.ts';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

interface Some {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status?: { readonly conditions?: readonly Condition[] };
}

const SERVICES = '/apis/apiregistration.k8s.io/v1/apiservices';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const FLOW = '/apis/flowcontrol.apiserver.k8s.io/v1';
const NETWORKING = '/apis/networking.k8s.io/v1';
const WAIT = { timeout: 20_000, interval: 100 };

describeCluster('objects of the API server itself', { needs: ['objects', 'schema'] }, (on) => {
  let cluster: Cluster;
  let namespace: string;
  beforeAll(async () => {
    cluster = await connect({ text: on().kubeconfig });
    const made = await cluster.client.create(Namespace, { metadata: { generateName: 'api-objects-' } });
    namespace = made.metadata.name ?? '';
  });
  afterAll(async () => {
    await cluster?.client.delete(Namespace, { name: namespace });
    await cluster?.close();
  });

  const get = <T = Some>(path: string): Promise<T> => cluster.transport.json<T>({ method: 'GET', path });
  const send = <T = Some>(method: KubeRequest['method'], path: string, body: unknown): Promise<T> =>
    cluster.transport.json<T>({ method, path, body: JSON.stringify(body) });
  const refusal = async (sent: Promise<unknown>): Promise<string> =>
    sent.then(
      () => 'accepted',
      (error: unknown) => (isKubeError(error) ? (error.body?.message ?? error.message) : String(error)),
    );
  const available = async (name: string): Promise<string> => {
    const { status } = await get(`${SERVICES}/${name}`);
    const found = status?.conditions?.find(({ type }) => type === 'Available');
    return `${found?.status} ${found?.reason}: ${found?.message}`;
  };
  const local = 'True Local: Local APIServices are always available';

  describe('a CustomResourceDefinition in protobuf', () => {
    const remove = (): Promise<unknown> =>
      cluster.transport
        .json({ method: 'DELETE', path: `${DEFINITIONS}/gadgets.recorded.io` })
        .catch((error: unknown) => expect(isKubeError(error, 'KUBE_NOT_FOUND')).toBe(true));
    afterAll(remove);

    it('K-4: is accepted, serves its kind with schema and rules, and is registered as an APIService', async () => {
      const created = await cluster.transport.json<Some>({
        method: 'POST',
        path: DEFINITIONS,
        body: Buffer.from(RECORDED_DEFINITION, 'base64'),
        contentType: 'application/vnd.kubernetes.protobuf',
      });
      expect(created.metadata.name).toBe('gadgets.recorded.io');
      const gadgets = `/apis/recorded.io/v1/namespaces/${namespace}/gadgets`;
      const gadget = (spec: object): object => ({
        apiVersion: 'recorded.io/v1',
        kind: 'Gadget',
        metadata: { generateName: 'g-' },
        spec,
      });
      await vi.waitFor(() => get(gadgets), WAIT);
      expect((await send('POST', gadgets, gadget({ size: 3 }))).spec).toEqual({ size: 3, colour: 'red' });
      expect(await refusal(send('POST', gadgets, gadget({ size: 0 })))).toContain(
        'should be greater than or equal to 1',
      );
      expect(await refusal(send('POST', gadgets, gadget({ size: 12 })))).toContain('too large');
      expect(await refusal(send('POST', gadgets, gadget({ size: 3, limits: { a: 0.3 } })))).toContain(
        'multiple of 0.5',
      );
      await vi.waitFor(async () => expect(await available('v1.recorded.io')).toBe(local), WAIT);
      const { spec, metadata } = await get(`${SERVICES}/v1.recorded.io`);
      expect(spec).toEqual({ group: 'recorded.io', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 100 });
      expect(metadata.labels).toEqual({ 'kube-aggregator.kubernetes.io/automanaged': 'true' });

      await remove();
      await vi.waitFor(
        async () => expect(await refusal(get(`${SERVICES}/v1.recorded.io`))).toContain('"v1.recorded.io" not found'),
        WAIT,
      );
    });
  });

  describe('an APIService', () => {
    it('L-2: stands for every group version that is built in, and is available', async () => {
      const { items } = await get<{ items: readonly Some[] }>(SERVICES);
      const built = items.filter(
        ({ metadata }) => metadata.labels?.['kube-aggregator.kubernetes.io/automanaged'] === 'onstart',
      );
      const shown = built.map(
        ({ metadata, spec }) =>
          `${metadata.name} ${String(spec['groupPriorityMinimum'])} ${String(spec['versionPriority'])}`,
      );
      expect(shown).toEqual(
        expect.arrayContaining([
          'v1. 18000 1',
          'v1.apps 17800 15',
          'v2.autoscaling 17500 30',
          'v1.storage.k8s.io 16800 15',
        ]),
      );
      expect(built).toHaveLength(21);
      expect(await available('v1.apps')).toBe(local);
      const { groups } = await get<{ groups: readonly { name: string }[] }>('/apis');
      expect(groups.map(({ name }) => name)).toContain('apiregistration.k8s.io');
    });

    it('L-2: that names a Service which does not exist says so', async () => {
      const name = `v1.${namespace}.example.com`;
      const spec = {
        group: `${namespace}.example.com`,
        version: 'v1',
        groupPriorityMinimum: 100,
        versionPriority: 100,
        service: { namespace, name: 'absent' },
        insecureSkipTLSVerify: true,
      };
      const created = await send('POST', SERVICES, { metadata: { name }, spec });
      expect(created.spec).toEqual({ ...spec, service: { ...spec.service, port: 443 } });
      const reported = `False ServiceNotFound: service/absent in "${namespace}" is not present`;
      await vi.waitFor(async () => expect(await available(name)).toBe(reported), WAIT);
      await cluster.transport.json({ method: 'DELETE', path: `${SERVICES}/${name}` });
    });

    it.each([
      [
        'another name',
        { name: 'v2.example.com' },
        {},
        'metadata.name: Invalid value: "v2.example.com": must be `spec.version+"."+spec.group`: "v1.example.com"',
      ],
      [
        'no priorities',
        {},
        { groupPriorityMinimum: 0, versionPriority: 0 },
        'spec.groupPriorityMinimum: Invalid value: 0: must be positive and less than 20000',
      ],
      ['no version', { name: '.example.com' }, { version: '' }, 'spec.version: Invalid value'],
    ])('L-2: with %s is refused', async (_what, metadata, spec, message) => {
      const body = {
        metadata: { name: 'v1.example.com', ...metadata },
        spec: { group: 'example.com', version: 'v1', groupPriorityMinimum: 100, versionPriority: 100, ...spec },
      };
      expect(await refusal(send('POST', SERVICES, body))).toContain(message);
    });
  });

  describe('flow control', () => {
    it('L-2: has the levels and schemas that a real server starts with', async () => {
      const names = async (plural: string): Promise<string[]> =>
        (await get<{ items: readonly Some[] }>(`${FLOW}/${plural}`)).items.map(({ metadata }) => metadata.name);
      expect(await names('prioritylevelconfigurations')).toEqual(
        expect.arrayContaining([
          'catch-all',
          'exempt',
          'global-default',
          'leader-election',
          'node-high',
          'system',
          'workload-high',
          'workload-low',
        ]),
      );
      expect(await names('flowschemas')).toEqual(
        expect.arrayContaining(['exempt', 'probes', 'service-accounts', 'system-nodes']),
      );
      expect((await get(`${FLOW}/prioritylevelconfigurations/workload-high`)).spec).toEqual({
        type: 'Limited',
        limited: {
          nominalConcurrencyShares: 40,
          limitResponse: { type: 'Queue', queuing: { queues: 128, handSize: 6, queueLengthLimit: 50 } },
          lendablePercent: 50,
        },
      });
      const { spec, status } = await get(`${FLOW}/flowschemas/system-leader-election`);
      expect(spec).toMatchObject({ matchingPrecedence: 100, priorityLevelConfiguration: { name: 'leader-election' } });
      expect(status?.conditions).toMatchObject([{ type: 'Dangling', status: 'False', reason: 'Found' }]);
    });

    it('L-2: fills in what a new level and a new schema leave open', async () => {
      const level = {
        metadata: { name: namespace },
        spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue' } } },
      };
      const levels = `${FLOW}/prioritylevelconfigurations`;
      expect(
        (
          await send('POST', levels, {
            ...level,
            spec: { ...level.spec, limited: { limitResponse: { type: 'Queue', queuing: {} } } },
          })
        ).spec,
      ).toEqual({
        type: 'Limited',
        limited: {
          nominalConcurrencyShares: 30,
          limitResponse: { type: 'Queue', queuing: { queues: 64, handSize: 8, queueLengthLimit: 50 } },
          lendablePercent: 0,
        },
      });
      const schema = { metadata: { name: namespace }, spec: { priorityLevelConfiguration: { name: namespace } } };
      expect((await send('POST', `${FLOW}/flowschemas`, schema)).spec).toEqual({
        priorityLevelConfiguration: { name: namespace },
        matchingPrecedence: 1000,
      });
      await cluster.transport.json({ method: 'DELETE', path: `${FLOW}/flowschemas/${namespace}` });
      await cluster.transport.json({ method: 'DELETE', path: `${levels}/${namespace}` });
    });
  });

  describe('the addresses of Services', () => {
    it('K-170: come from the range of ServiceCIDR kubernetes, which is ready', async () => {
      const { spec, status } = await get(`${NETWORKING}/servicecidrs/kubernetes`);
      expect(spec).toEqual({ cidrs: ['10.96.0.0/16'] });
      expect(status?.conditions).toMatchObject([{ type: 'Ready', status: 'True' }]);
    });

    it('K-150: are IPAddresses as long as the Service is there', async () => {
      const spec = { ports: [{ port: 80 }] };
      const service = await cluster.client.create(Service, { metadata: { name: 'held', namespace }, spec });
      const ip = service.spec?.clusterIP ?? '';
      const address = await vi.waitFor(() => get(`${NETWORKING}/ipaddresses/${ip}`), WAIT);
      expect(address.spec).toEqual({ parentRef: { resource: 'services', namespace, name: 'held' } });
      expect(address.metadata.labels).toEqual({
        'ipaddress.kubernetes.io/ip-family': 'IPv4',
        'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
      });
      await cluster.client.delete(Service, { namespace, name: 'held' });
      const gone = async (): Promise<void> =>
        expect(await refusal(get(`${NETWORKING}/ipaddresses/${ip}`))).toContain('not found');
      await vi.waitFor(gone, WAIT);
    });
  });

  describe('an address with /watch/', () => {
    const seen = async (path: string): Promise<string[]> => {
      const text = await cluster.transport.text({ method: 'GET', path, query: { timeoutSeconds: 1 } });
      const events = text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { type: string; object: Some });
      return events.map(({ type, object }) => `${type} ${object.metadata.name}`);
    };

    it('K-50: watches a collection, or one object of it', async () => {
      expect(await seen('/api/v1/watch/namespaces')).toEqual(
        expect.arrayContaining(['ADDED default', 'ADDED kube-system']),
      );
      expect(await seen('/api/v1/watch/namespaces/default')).toEqual(['ADDED default']);
      expect(await seen('/api/v1/watch/namespaces/default/services/kubernetes')).toEqual(['ADDED kubernetes']);
      expect(await seen(`/apis/apps/v1/watch/namespaces/${namespace}/deployments`)).toEqual([]);
      expect(await refusal(cluster.transport.text({ method: 'GET', path: '/api/v1/watch/nothings' }))).toBe(
        'the server could not find the requested resource',
      );
    });
  });

  describe('/metrics', () => {
    it('L-1: counts requests in the names of a real server', async () => {
      await get('/api/v1/namespaces/default');
      const text = await cluster.transport.text({ method: 'GET', path: '/metrics' });
      const labels = /^apiserver_request_total\{(.*code="200".*resource="namespaces".*)\} [1-9]/m.exec(text)?.[1] ?? '';
      const names = labels.split(',').map((label) => label.split('=')[0]);
      expect(names.toSorted((a = '', b = '') => (a < b ? -1 : 1))).toEqual([
        'code',
        'component',
        'dry_run',
        'group',
        'resource',
        'scope',
        'subresource',
        'verb',
        'version',
      ]);
      expect(text).toMatch(
        /^apiserver_request_total\{.*resource="namespaces",scope="resource",subresource="",verb="GET",version="v1"\} /m,
      );
      expect(text).toMatch(/^kubernetes_build_info\{/m);
    });
  });
});
