import { describe, expect, test } from 'vitest';
import { CONFIG_MAPS, configMap, useCluster, WIDGETS, widget, widgetDefinition } from './support/fixture.ts';

const fixture = useCluster();

describe('create', () => {
  test('L-3: a new object has a uid, a creation time and the revision of its write', async () => {
    const { client, cluster } = fixture;
    const made = await client.post(CONFIG_MAPS, configMap('made', { data: { a: '1' } }));
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', data: { a: '1' } });
    expect(made.body.metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
    expect(made.body.metadata.creationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(made.body.metadata.resourceVersion).toBe(cluster.resourceVersion);
    expect((await client.get(`${CONFIG_MAPS}/made`)).body).toEqual(made.body);
  });

  test('K-84: a taken name is 409 AlreadyExists', async () => {
    const { client } = fixture;
    await client.post(CONFIG_MAPS, configMap('taken'));
    const again = await client.post(CONFIG_MAPS, configMap('taken'));
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ reason: 'AlreadyExists', message: 'configmaps "taken" already exists' });
    expect(again.body.details).toEqual({ name: 'taken', kind: 'configmaps' });
  });

  test('K-83: the namespace must exist', async () => {
    const answer = await fixture.client.post('/api/v1/namespaces/nope/configmaps', configMap('x'));
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ reason: 'NotFound', message: 'namespaces "nope" not found' });
  });

  test('K-92: a namespace in the body must be that of the path', async () => {
    const answer = await fixture.client.post(CONFIG_MAPS, { metadata: { name: 'x', namespace: 'other' } });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
  });

  test('K-70: a resourceVersion on a new object is a 500', async () => {
    const answer = await fixture.client.post(CONFIG_MAPS, { metadata: { name: 'x', resourceVersion: '1' } });
    expect(answer.status).toBe(500);
    expect(answer.body.message).toBe('resourceVersion should not be set on objects to be created');
  });

  test('K-159: generateName adds five characters', async () => {
    const { client } = fixture;
    const made = await client.post(CONFIG_MAPS, { metadata: { generateName: 'gen-' } });
    expect(made.body.metadata.name).toMatch(/^gen-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(made.body.metadata.generateName).toBe('gen-');
  });

  test('K-73: a dry run answers in full, without a resource version, and stores nothing', async () => {
    const { client, cluster } = fixture;
    const before = cluster.resourceVersion;
    const answer = await client.post(`${CONFIG_MAPS}?dryRun=All`, configMap('dry'));
    expect(answer.status).toBe(201);
    expect(answer.body.metadata.uid).toBeDefined();
    expect(answer.body.metadata.resourceVersion).toBeUndefined();
    expect(cluster.resourceVersion).toBe(before);
    expect((await client.get(`${CONFIG_MAPS}/dry`)).status).toBe(404);
  });

  test('K-93: options that are not known are 422', async () => {
    const answer = await fixture.client.post(`${CONFIG_MAPS}?dryRun=foo`, configMap('x'));
    expect(answer.status).toBe(422);
    expect(answer.body.message).toBe(
      'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["foo"]: supported values: "All"',
    );
  });

  test('K-88: a bad name is 422 with a cause', async () => {
    const answer = await fixture.client.post(CONFIG_MAPS, configMap('B_'));
    expect(answer.status).toBe(422);
    expect(answer.body.reason).toBe('Invalid');
    expect(answer.body.message).toMatch(
      /^ConfigMap "B_" is invalid: metadata.name: Invalid value: "B_": a lowercase RFC 1123 subdomain/,
    );
    expect(answer.body.details).toMatchObject({ name: 'B_', kind: 'ConfigMap' });
    expect(answer.body.details.causes).toMatchObject([{ reason: 'FieldValueInvalid', field: 'metadata.name' }]);
  });

  test('K-91: built-in kinds may leave out kind and apiVersion, custom kinds may not', async () => {
    const { client } = fixture;
    expect((await client.post(CONFIG_MAPS, { metadata: { name: 'bare' } })).status).toBe(201);
    await client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', widgetDefinition());
    const answer = await client.post(WIDGETS, { metadata: { name: 'bare' } });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(
      /^the object provided is unrecognized \(must be of type Widget\): Object 'Kind' is missing in/,
    );
    expect((await client.post(WIDGETS, widget('full'))).status).toBe(201);
  });
});
