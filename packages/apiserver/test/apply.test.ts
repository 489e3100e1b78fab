import { describe, expect, test } from 'vitest';
import type { Answer } from './support/client.ts';
import { CONFIG_MAPS, configMap, useCluster, WIDGETS, widget, widgetDefinition } from './support/fixture.ts';

const fixture = useCluster();

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

function apply(path: string, body: unknown, query = 'fieldManager=one'): Promise<Answer> {
  return fixture.client.send('PATCH', `${path}?${query}`, { body, type: 'application/apply-patch+yaml' });
}

function applyMap(name: string, data: object, query?: string): Promise<Answer> {
  return apply(`${CONFIG_MAPS}/${name}`, configMap(name, { data }), query);
}

const owners = ({ body }: Answer): unknown[] =>
  (body.metadata.managedFields ?? []).map((entry: { manager: string; operation: string; fieldsV1: object }) => [
    entry.manager,
    entry.operation,
    entry.fieldsV1,
  ]);

describe('apply', () => {
  test('K-60: creates with 201, changes with 200, and keeps the revision when nothing changes (K-69)', async () => {
    const made = await applyMap('first', { a: '1' });
    expect(made.status).toBe(201);
    expect(made.body.metadata.managedFields).toEqual([
      {
        manager: 'one',
        operation: 'Apply',
        apiVersion: 'v1',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/) as string,
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:data': { 'f:a': {} } },
      },
    ]);
    const changed = await applyMap('first', { a: '2' });
    expect([changed.status, changed.body.data]).toEqual([200, { a: '2' }]);
    const again = await applyMap('first', { a: '2' });
    expect(again.body.metadata.resourceVersion).toBe(changed.body.metadata.resourceVersion);
  });

  test('K-60: the body may be YAML', async () => {
    const raw = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yaml\ndata:\n  a: "1"\n';
    const type = 'application/apply-patch+yaml';
    const made = await fixture.client.send('PATCH', `${CONFIG_MAPS}/yaml?fieldManager=one`, { raw, type });
    expect([made.status, made.body.data]).toEqual([201, { a: '1' }]);
  });

  test('L-6: what a manager leaves out goes; what another one owns stays', async () => {
    await applyMap('release', { mine: '1', both: '1' });
    await applyMap('release', { both: '1' }, 'fieldManager=two');
    const left = await applyMap('release', {});
    expect(left.body.data).toEqual({ both: '1' });
  });

  test('K-69: to share a value that is there is a write without a time', async () => {
    await applyMap('shared', { a: '1' });
    const { body } = await applyMap('shared', { a: '1' }, 'fieldManager=two');
    const [second, first] = body.metadata.managedFields;
    expect([second.manager, second.time, first.manager]).toEqual(['two', undefined, 'one']);
  });

  test('K-87: another value of a field with an owner is a conflict that names field and manager', async () => {
    await applyMap('conflict', { a: '1', b: '1' });
    const { body } = await applyMap('conflict', { a: '2' }, 'fieldManager=two');
    expect(body).toMatchObject({
      reason: 'Conflict',
      code: 409,
      message: 'Apply failed with 1 conflict: conflict with "one": .data.a',
      details: { causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "one"', field: '.data.a' }] },
    });
    const several = await applyMap('conflict', { a: '2', b: '2' }, 'fieldManager=two');
    expect(several.body.message).toBe('Apply failed with 2 conflicts: conflicts with "one":\n- .data.a\n- .data.b');
    await fixture.client.merge(`${CONFIG_MAPS}/conflict?fieldManager=three`, { data: { a: '3' } });
    const updater = await applyMap('conflict', { a: '2' }, 'fieldManager=two');
    expect(updater.body.message).toBe('Apply failed with 1 conflict: conflict with "three" using v1: .data.a');
  });

  test('L-6: force takes the field over', async () => {
    await applyMap('forced', { a: '1', b: '1' });
    const taken = await applyMap('forced', { a: '2' }, 'fieldManager=two&force=true');
    expect(taken.body.data).toEqual({ a: '2', b: '1' });
    expect(owners(taken)).toEqual([
      ['one', 'Apply', { 'f:data': { 'f:b': {} } }],
      ['two', 'Apply', { 'f:data': { 'f:a': {} } }],
    ]);
  });

  test('K-93: it needs a manager, and only it may be forced', async () => {
    const nobody = await applyMap('x', {}, '');
    expect([nobody.status, nobody.body.message]).toEqual([
      422,
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    ]);
    const merge = await fixture.client.merge(`${CONFIG_MAPS}/x?force=true`, {});
    expect(merge.body.message).toBe(
      'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    );
  });

  test('L-6: intents that make no sense are refused in the words of a real server', async () => {
    const refused = async (body: object): Promise<unknown> => (await apply(`${CONFIG_MAPS}/bad`, body)).body.message;
    expect(await refused(configMap('bad', { foo: 1 }))).toBe(
      'failed to create typed patch object (/bad; /v1, Kind=ConfigMap): .foo: field not declared in schema',
    );
    expect(await refused({ ...configMap('bad'), kind: 'Secret' })).toBe('invalid object type: /v1, Kind=Secret');
    expect(await refused({ ...configMap('bad'), metadata: { name: 'bad', managedFields: [] } })).toBe(
      'metadata.managedFields must be nil',
    );
    expect(await refused({ ...configMap('bad'), metadata: { name: 'other' } })).toBe(
      'the name of the object (other) does not match the name on the URL (bad)',
    );
    expect(await refused({ ...configMap('bad'), metadata: { name: 'bad', uid: 'u' } })).toBe(
      'Operation cannot be fulfilled on configmaps "bad": uid mismatch: the provided object specified uid u, and no existing object was found',
    );
  });

  test('L-6: a resourceVersion in the intent is a precondition', async () => {
    const made = await applyMap('version', { a: '1' });
    const stale = configMap('version', { data: { a: '2' } });
    const body = { ...stale, metadata: { name: 'version', resourceVersion: '1' } };
    expect((await apply(`${CONFIG_MAPS}/version`, body)).status).toBe(409);
    const { resourceVersion } = made.body.metadata;
    const fresh = { ...stale, metadata: { name: 'version', resourceVersion } };
    expect((await apply(`${CONFIG_MAPS}/version`, fresh)).status).toBe(200);
  });

  test('K-73: a dry run tells all and stores nothing', async () => {
    const dry = await applyMap('dry', { a: '1' }, 'fieldManager=one&dryRun=All');
    expect([dry.status, dry.body.metadata.resourceVersion]).toEqual([201, undefined]);
    expect(owners(dry)).toEqual([['one', 'Apply', { 'f:data': { 'f:a': {} } }]]);
    expect((await fixture.client.get(`${CONFIG_MAPS}/dry`)).status).toBe(404);
  });

  test('K-78: keys of list items count with their defaults', async () => {
    const path = '/api/v1/namespaces/default/services/keyed';
    const service = (port: object): object => ({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'keyed' },
      spec: { ports: [port] },
    });
    await apply(path, service({ port: 80, protocol: 'TCP', targetPort: 80 }));
    const { body } = await apply(path, service({ port: 80, name: 'http' }), 'fieldManager=two');
    expect(body.spec.ports).toEqual([{ port: 80, protocol: 'TCP', targetPort: 80, name: 'http' }]);
    expect(body.metadata.managedFields[1].fieldsV1['f:spec']['f:ports']).toEqual({
      'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:name': {}, 'f:port': {} },
    });
  });

  test('L-9: list types of custom kinds come from their schemas, and what has none is owned by field', async () => {
    const list = { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } };
    const spec = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { tags: list } };
    const status = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec, status } } };
    await fixture.client.post(DEFINITIONS, widgetDefinition({}, { schema }));
    await apply(`${WIDGETS}/typed`, widget('typed', { spec: { tags: ['a', 'b'], free: { x: 1, list: [1] } } }));
    const joined = await apply(
      `${WIDGETS}/typed`,
      widget('typed', { spec: { tags: ['b', 'c'], free: { y: 1 } } }),
      'fieldManager=two',
    );
    expect(joined.body.spec).toEqual({ tags: ['a', 'b', 'c'], free: { x: 1, list: [1], y: 1 } });
    const left = await apply(`${WIDGETS}/typed`, widget('typed', { spec: { tags: ['b'] } }));
    expect(left.body.spec).toEqual({ tags: ['b', 'c'], free: { y: 1 } });
  });

  test('L-6: status is owned apart, through its subresource', async () => {
    await apply(`${WIDGETS}/status`, widget('status', { spec: { tags: ['a'] }, status: { phase: 'ignored' } }));
    const { body } = await apply(`${WIDGETS}/status/status`, widget('status', { status: { phase: 'Up' } }));
    expect(body.status).toEqual({ phase: 'Up' });
    expect(body.metadata.managedFields).toMatchObject([
      { manager: 'one', fieldsV1: { 'f:spec': {} } },
      { manager: 'one', subresource: 'status', fieldsV1: { 'f:status': { 'f:phase': {} } } },
    ]);
    expect((await apply(`${WIDGETS}/nothing/status`, widget('nothing', { status: {} }))).status).toBe(404);
  });
});

describe('managedFields of other writes', () => {
  test('K-62 K-78: a creator owns what it sent; the manager is the parameter or the user agent', async () => {
    const { client } = fixture;
    const made = await client.post(CONFIG_MAPS, configMap('made', { data: { a: '1' } }));
    expect(owners(made)).toEqual([['test-client', 'Update', { 'f:data': { '.': {}, 'f:a': {} } }]]);
    const named = await client.merge(`${CONFIG_MAPS}/made?fieldManager=me`, { data: { b: '1', a: null } });
    expect(owners(named)).toEqual([
      ['me', 'Update', { 'f:data': { 'f:b': {} } }],
      ['test-client', 'Update', { 'f:data': {} }],
    ]);
  });

  test('K-69: a write that changes nothing leaves no trace', async () => {
    const { client } = fixture;
    const made = await client.post(CONFIG_MAPS, configMap('still', { data: { a: '1' } }));
    const { body } = await client.merge(`${CONFIG_MAPS}/still?fieldManager=other`, { data: { a: '1' } });
    expect(body.metadata).toEqual(made.body.metadata);
  });

  test('K-61: a client may write the entries; an empty list or entry clears them', async () => {
    const { client } = fixture;
    await client.post(CONFIG_MAPS, configMap('reset', { data: { a: '1' } }));
    const value = [{}];
    const cleared = await client.jsonPatch(`${CONFIG_MAPS}/reset`, [
      { op: 'replace', path: '/metadata/managedFields', value },
    ]);
    expect(cleared.body.metadata.managedFields).toBeUndefined();
    const applied = await applyMap('reset', { b: '1' });
    expect(owners(applied)).toEqual([
      ['one', 'Apply', { 'f:data': { 'f:b': {} } }],
      ['before-first-apply', 'Update', { 'f:data': { '.': {}, 'f:a': {} } }],
    ]);
    const again = await client.merge(`${CONFIG_MAPS}/reset`, { metadata: { managedFields: [] } });
    expect(again.body.metadata.managedFields).toBeUndefined();
  });

  test('K-61: kubectl takes over what client-side apply set, without a conflict', async () => {
    const { client } = fixture;
    const last = (data: object): string => `${JSON.stringify({ ...configMap('kubectl'), data })}\n`;
    const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
    const body = { metadata: { name: 'kubectl', annotations: { [annotation]: last({ a: '1' }) } }, data: { a: '1' } };
    await client.post(`${CONFIG_MAPS}?fieldManager=kubectl-client-side-apply`, body);
    expect((await applyMap('kubectl', { a: '2' }, 'fieldManager=other')).status).toBe(409);
    const taken = await applyMap('kubectl', { a: '2' }, 'fieldManager=kubectl');
    expect([taken.status, taken.body.data]).toEqual([200, { a: '2' }]);
    expect(JSON.parse(taken.body.metadata.annotations[annotation] as string)).toMatchObject({ data: { a: '2' } });
  });
});

describe('fields that a kind does not have', () => {
  test('K-72: they are dropped with a warning, or refused', async () => {
    const { client } = fixture;
    const body = { metadata: { name: 'unknown', zip: 1 }, foo: 1, data: { a: '1' } };
    const warned = await client.post(CONFIG_MAPS, body);
    expect([warned.status, warned.body.foo]).toEqual([201, undefined]);
    expect(warned.headers['warning']).toBe('299 - "unknown field \\"metadata.zip\\"", 299 - "unknown field \\"foo\\""');
    const ignored = await client.put(`${CONFIG_MAPS}/unknown?fieldValidation=Ignore`, body);
    expect(ignored.headers['warning']).toBeUndefined();
    const strict = await client.put(`${CONFIG_MAPS}/unknown?fieldValidation=Strict`, body);
    expect([strict.status, strict.body.message]).toEqual([
      400,
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "metadata.zip", unknown field "foo"',
    ]);
  });

  test('K-89: a value of the wrong type is refused as Go refuses it', async () => {
    const refused = async (spec: object): Promise<unknown> => {
      const path = '/apis/apps/v1/namespaces/default/deployments';
      return (await fixture.client.post(path, { metadata: { name: 'wrong' }, spec })).body.message;
    };
    const subject = 'Deployment in version "v1" cannot be handled as a Deployment: ';
    expect(await refused({ replicas: 'x' })).toBe(
      `${subject}json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32`,
    );
    expect(await refused({ template: { spec: { containers: {} } } })).toBe(
      `${subject}json: cannot unmarshal object into Go struct field PodSpec.spec.template.spec.containers of type []v1.Container`,
    );
    expect(await refused({ template: { spec: { containers: [{ args: [1] }] } } })).toBe(
      `${subject}json: cannot unmarshal number into Go struct field Container.spec.template.spec.containers.args of type string`,
    );
  });
});
