import { describe, expect, test } from 'vitest';
import { useCluster, WIDGETS, widget, widgetDefinition } from './support/fixture.ts';

const fixture = useCluster();
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const DEFINITION = `${DEFINITIONS}/widgets.demo.io`;

const COLORED = {
  type: 'object',
  properties: {
    spec: { type: 'object', properties: { color: { type: 'string' }, size: { type: 'integer' } } },
    status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
};

interface Condition {
  type: string;
  status: string;
}

describe('custom resource definitions', () => {
  test('L-9: a new definition is served at once and says so in its conditions', async () => {
    const { client } = fixture;
    expect((await client.get(WIDGETS)).status).toBe(404);
    const made = await client.post(DEFINITIONS, widgetDefinition());
    expect(made.status).toBe(201);
    expect(made.body.spec.names).toMatchObject({ singular: 'widget', listKind: 'WidgetList' });
    expect((await client.get(WIDGETS)).body).toMatchObject({ kind: 'WidgetList', apiVersion: 'demo.io/v1', items: [] });
    const { status } = (await client.get(DEFINITION)).body;
    expect(status.conditions.map(({ type, status }: Condition) => [type, status])).toEqual([
      ['NamesAccepted', 'True'],
      ['Established', 'True'],
    ]);
    expect(status).toMatchObject({ storedVersions: ['v1'], acceptedNames: { kind: 'Widget', plural: 'widgets' } });
  });

  test('L-9: discovery shows its names, and the Etag changes with it', async () => {
    const { client } = fixture;
    const list = (await client.get('/apis/demo.io/v1')).body.resources;
    expect(list).toMatchObject([
      { name: 'widgets', singularName: 'widget', kind: 'Widget', shortNames: ['wd'], categories: ['all'] },
      { name: 'widgets/status', kind: 'Widget', verbs: ['get', 'patch', 'update'] },
    ]);
  });

  test('K-40: items of a custom list name their kind, items of a built-in one do not', async () => {
    const { client } = fixture;
    await client.post(WIDGETS, widget('one'));
    expect((await client.get(WIDGETS)).body.items[0]).toMatchObject({ kind: 'Widget', apiVersion: 'demo.io/v1' });
    const namespace = (await client.get('/api/v1/namespaces')).body.items[0];
    expect(Object.keys(namespace)).toEqual(['metadata', 'spec', 'status']);
  });

  test('L-9: several versions show the same object under their own apiVersion', async () => {
    const { client } = fixture;
    const versions = ['v1', 'v1beta1'].map((name) => ({
      name,
      served: true,
      storage: name === 'v1',
      subresources: { status: {} },
      schema: { openAPIV3Schema: { type: 'object' } },
    }));
    expect((await client.merge(DEFINITION, { spec: { versions } })).status).toBe(200);
    const beta = await client.get('/apis/demo.io/v1beta1/namespaces/default/widgets/one');
    expect(beta.body).toMatchObject({ apiVersion: 'demo.io/v1beta1', kind: 'Widget', metadata: { name: 'one' } });
    expect((await client.get('/apis/demo.io')).body.preferredVersion.version).toBe('v1');
    const wrong = await client.post(WIDGETS, { ...widget('two'), apiVersion: 'demo.io/v1beta1' });
    expect(wrong.body.message).toBe(
      'the API version in the data (demo.io/v1beta1) does not match the expected API version (demo.io/v1)',
    );
  });

  test('L-9: printer columns make its table, selectable fields its field selectors', async () => {
    const { client } = fixture;
    const version = {
      name: 'v1',
      served: true,
      storage: true,
      subresources: { status: {} },
      schema: { openAPIV3Schema: COLORED },
      selectableFields: [{ jsonPath: '.spec.color' }],
      additionalPrinterColumns: [
        { name: 'Color', type: 'string', jsonPath: '.spec.color' },
        { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
        { name: 'Size', type: 'integer', jsonPath: '.spec.size', priority: 1 },
      ],
    };
    await client.merge(DEFINITION, { spec: { versions: [version] } });
    await client.post(WIDGETS, widget('red', { spec: { color: 'red', size: 3 } }));
    const status = {
      conditions: [
        { type: 'Other', status: 'X' },
        { type: 'Ready', status: 'True' },
      ],
    };
    await client.merge(`${WIDGETS}/red/status`, { status });
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const table = await client.get(`${WIDGETS}/red`, { headers: { accept } });
    expect(table.body.columnDefinitions.map((column: { name: string }) => column.name)).toEqual([
      'Name',
      'Color',
      'Ready',
      'Size',
    ]);
    expect(table.body.rows[0].cells).toEqual(['red', 'red', 'True', 3]);
    const selected = await client.get(`${WIDGETS}?fieldSelector=spec.color%3Dred`);
    expect(selected.body.items).toHaveLength(1);
    const unknown = await client.get(`${WIDGETS}?fieldSelector=spec.size%3D3`);
    expect(unknown.body.message).toBe('field label not supported: spec.size');
  });

  test('L-9: deleting the definition deletes its objects and ends their watches', async () => {
    const { client } = fixture;
    const watch = await client.watch(`${WIDGETS}?watch=true&resourceVersion=${fixture.cluster.resourceVersion}`);
    const deleted = await client.delete(DEFINITION);
    expect(deleted.body.metadata.finalizers).toEqual(['customresourcecleanup.apiextensions.k8s.io']);
    expect((await watch.next()).type).toBe('DELETED');
    expect((await watch.next()).type).toBe('DELETED');
    expect(await watch.next()).toBeUndefined();
    expect((await client.get(DEFINITION)).status).toBe(404);
    const gone = await client.get(WIDGETS);
    expect(gone.status).toBe(404);
    expect(gone.text).toBe('404 page not found\n');
  });

  test('K-88: a definition whose name does not fit its spec is refused', async () => {
    const definition = { ...widgetDefinition(), metadata: { name: 'other.demo.io' } };
    const answer = await fixture.client.post(DEFINITIONS, definition);
    expect(answer.status).toBe(422);
    expect(answer.body.message).toContain(
      'metadata.name: Invalid value: "other.demo.io": must be spec.names.plural+"."+spec.group',
    );
  });
});
