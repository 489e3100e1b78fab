import { type ControlPlane, startControlPlane } from '@slipway/tools/control-plane/index';
import { waitUntil } from '@slipway/tools/processes/index';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/schema/index.ts';
import { RealServer } from '../real-server.ts';
import { widgets } from './widgets.ts';

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const OBJECTS = '/apis/demo.slipway.dev/v1/namespaces/default/widgets?fieldValidation=Strict';

describe('a generated CRD on a real API server', () => {
  let controlPlane: ControlPlane;
  let server: RealServer;

  beforeAll(async () => {
    controlPlane = await startControlPlane();
    server = new RealServer(controlPlane.kubeconfig);
    const { status, body, warnings } = await server.send('POST', `${CRDS}?fieldValidation=Strict`, widgets.manifest);
    expect(body).toMatchObject({ kind: 'CustomResourceDefinition' });
    expect([status, warnings]).toEqual([201, []]);
  });

  afterAll(async () => {
    server?.close();
    await controlPlane?.stop();
  });

  it('is accepted without a warning and established', async () => {
    const conditions = await waitUntil(async () => {
      const { body } = await server.send('GET', `${CRDS}/widgets.demo.slipway.dev`);
      const found = (body['status'] as { conditions?: JsonObject[] } | undefined)?.conditions ?? [];
      return found.some(({ type, status }) => type === 'Established' && status === 'True') ? found : undefined;
    });
    expect(conditions.filter(({ type }) => type === 'NonStructuralSchema')).toEqual([]);
  });

  it('is stored as it was written', async () => {
    const { body } = await server.send('GET', `${CRDS}/widgets.demo.slipway.dev`);
    const { conversion: _conversion, ...spec } = body['spec'] as JsonObject;
    expect(spec).toEqual(widgets.manifest['spec']);
  });

  it.each<[string, JsonObject]>([
    ['its smallest object', { size: 3 }],
    ['an object with a list, a map and a template', full()],
    ['a rule that is broken', { size: 30, mode: 'Fast' }],
    ['wrong values', { size: 0, mode: 'Slow', owner: 'nobody', ports: [{ name: 'A', port: true }], timeout: 'soon' }],
  ])('makes the server and the engine agree on %s', async (_title, spec) => {
    const object = { apiVersion: 'demo.slipway.dev/v1', kind: 'Widget', metadata: { name: 'blue' }, spec };
    const { status, body } = await waitUntil(async () => {
      const answer = await server.send('POST', `${OBJECTS}&dryRun=All`, object);
      return answer.status === 404 ? undefined : answer;
    });
    const { object: admitted, problems } = widgets.kinds.v1.schema.admit(object);
    expect(status).toBe(problems.length === 0 ? 201 : 422);
    if (status === 201) expect(body['spec']).toEqual(admitted['spec']);
    else {
      const { causes } = body['details'] as { causes: { field: string; message: string }[] };
      expect(causes.map(({ field, message }) => `${field}: ${message}`).sort()).toEqual(
        problems.map(({ field, message }) => `${field}: ${message}`).sort(),
      );
    }
  });
});

function full(): JsonObject {
  return {
    size: 100,
    owner: null,
    ports: [
      { name: 'http', port: 80 },
      { name: 'dns', port: 'domain', protocol: 'UDP' },
    ],
    limits: { cpu: '500m', memory: 1 },
    settings: { any: { thing: [1, 'two'] } },
    template: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'inner' }, data: { a: 'b' } },
    retry: { times: 5 },
    extra: ['anything'],
  };
}
