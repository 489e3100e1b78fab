import { describe, expect, test } from 'vitest';
import {
  CONFIG_MAPS,
  configMap,
  POD_SPEC,
  podTemplate,
  useCluster,
  WIDGETS,
  widget,
  widgetDefinition,
} from './support/fixture.ts';

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

describe('update', () => {
  test('K-85: a stale resource version is 409 Conflict', async () => {
    const { client } = fixture;
    await client.post(CONFIG_MAPS, configMap('stale'));
    const answer = await client.put(`${CONFIG_MAPS}/stale`, { metadata: { name: 'stale', resourceVersion: '1' } });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      reason: 'Conflict',
      message:
        'Operation cannot be fulfilled on configmaps "stale": the object has been modified; please apply your changes to the latest version and try again',
      details: { name: 'stale', kind: 'configmaps' },
    });
  });

  test('K-70: without a resource version the object is overwritten; custom kinds insist on one', async () => {
    const { client } = fixture;
    await client.post(CONFIG_MAPS, configMap('over', { data: { a: '1' } }));
    const written = await client.put(`${CONFIG_MAPS}/over`, configMap('over', { data: { b: '2' } }));
    expect(written.body.data).toEqual({ b: '2' });
    await client.post(WIDGETS, widget('over'));
    const refused = await client.put(`${WIDGETS}/over`, widget('over', { spec: {} }));
    expect(refused.status).toBe(422);
    expect(refused.body.message).toBe(
      'widgets.demo.io "over" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
    );
  });

  test('K-70: a PUT to a missing name is 404, but creates leases', async () => {
    const { client } = fixture;
    expect((await client.put(`${CONFIG_MAPS}/none`, configMap('none'))).status).toBe(404);
    const lease = '/apis/coordination.k8s.io/v1/namespaces/default/leases/put';
    expect((await client.put(lease, { metadata: { name: 'put', resourceVersion: '4' }, spec: {} })).status).toBe(201);
    expect((await client.get(lease)).status).toBe(200);
  });

  test('K-69: a write that changes nothing keeps resource version and generation', async () => {
    const { client, cluster } = fixture;
    const made = await client.post(WIDGETS, widget('same', { spec: { size: 1, list: [{ a: 1, b: 2 }] } }));
    const before = cluster.resourceVersion;
    const put = await client.put(`${WIDGETS}/same`, { ...made.body, spec: { list: [{ b: 2, a: 1 }], size: 1 } });
    const patched = await client.merge(`${WIDGETS}/same`, { spec: { size: 1 } });
    const jsonPatched = await client.jsonPatch(`${WIDGETS}/same`, [{ op: 'replace', path: '/spec/size', value: 1 }]);
    for (const answer of [put, patched, jsonPatched]) {
      expect(answer.status).toBe(200);
      expect(answer.body.metadata).toEqual(made.body.metadata);
    }
    expect(cluster.resourceVersion).toBe(before);
  });

  test('K-71: generation counts changes of the spec, not of labels, status or finalizers', async () => {
    const { client } = fixture;
    const generation = (answer: { body: { metadata: { generation?: number } } }): number | undefined =>
      answer.body.metadata.generation;
    expect(generation(await client.post(WIDGETS, widget('gen', { spec: { a: 1 } })))).toBe(1);
    expect(generation(await client.merge(`${WIDGETS}/gen`, { metadata: { labels: { a: 'b' } } }))).toBe(1);
    expect(generation(await client.merge(`${WIDGETS}/gen/status`, { status: { ready: true } }))).toBe(1);
    expect(generation(await client.merge(`${WIDGETS}/gen`, { spec: { a: 2 } }))).toBe(2);
    expect(generation(await client.merge(`${WIDGETS}/gen`, { metadata: { generation: 9 } }))).toBe(2);
    expect(generation(await client.merge(`${WIDGETS}/gen`, { metadata: { finalizers: ['demo.io/x'] } }))).toBe(2);
    expect(generation(await client.delete(`${WIDGETS}/gen`))).toBe(3);
    await client.merge(`${WIDGETS}/gen`, { metadata: { finalizers: null } });
    expect(generation(await client.post(CONFIG_MAPS, configMap('no-gen')))).toBeUndefined();
  });

  test('K-71: on a Deployment annotations count too, except through its status', async () => {
    const { client } = fixture;
    const path = '/apis/apps/v1/namespaces/default/deployments';
    await client.post(path, {
      metadata: { name: 'dep' },
      spec: { selector: { matchLabels: { app: 'dep' } }, template: podTemplate('dep') },
    });
    expect(
      (await client.merge(`${path}/dep`, { metadata: { annotations: { a: '1' } } })).body.metadata.generation,
    ).toBe(2);
    const viaStatus = await client.merge(`${path}/dep/status`, {
      metadata: { annotations: { b: '1' }, labels: { no: '1' } },
    });
    expect(viaStatus.body.metadata).toMatchObject({ generation: 2, annotations: { a: '1', b: '1' } });
    expect(viaStatus.body.metadata.labels).toBeUndefined();
  });

  test('L-9: the status subresource takes the status and nothing else, the object everything else', async () => {
    const { client } = fixture;
    await client.post(WIDGETS, widget('sub', { spec: { a: 1 }, status: { dropped: true } }));
    const status = await client.merge(`${WIDGETS}/sub/status`, {
      status: { phase: 'Up' },
      spec: { a: 2 },
      metadata: { labels: { a: 'b' } },
    });
    expect(status.body).toMatchObject({ spec: { a: 1 }, status: { phase: 'Up' } });
    expect(status.body.metadata.labels).toBeUndefined();
    const spec = await client.merge(`${WIDGETS}/sub`, { status: { phase: 'Down' }, spec: { a: 3 } });
    expect(spec.body).toMatchObject({ spec: { a: 3 }, status: { phase: 'Up' } });
  });

  test('K-68: identity cannot be changed', async () => {
    const { client } = fixture;
    await client.post(CONFIG_MAPS, configMap('self'));
    const uid = await client.merge(`${CONFIG_MAPS}/self`, { metadata: { uid: 'bad' } });
    expect(uid.status).toBe(422);
    expect(uid.body.message).toBe(
      'ConfigMap "self" is invalid: metadata.uid: Invalid value: "bad": field is immutable',
    );
    const name = await client.merge(`${CONFIG_MAPS}/self`, { metadata: { name: 'other' } });
    expect(name.status).toBe(400);
    expect(name.body.message).toBe('the name of the object (other) does not match the name on the URL (self)');
  });

  test('K-94: a failed JSON patch test or path is 422 and changes nothing', async () => {
    const { client, cluster } = fixture;
    await client.post(CONFIG_MAPS, configMap('tested', { data: { a: '1' } }));
    const before = cluster.resourceVersion;
    for (const operation of [
      { op: 'test', path: '/data/a', value: '2' },
      { op: 'remove', path: '/data/none' },
    ]) {
      const answer = await client.jsonPatch(`${CONFIG_MAPS}/tested`, [
        { op: 'add', path: '/data/b', value: 'x' },
        operation,
      ]);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        reason: 'Invalid',
        message: 'the server rejected our request due to an error in our request',
        details: {},
      });
    }
    expect(cluster.resourceVersion).toBe(before);
  });

  test('K-95: a patch type that is not served is 415', async () => {
    const { client } = fixture;
    const strategic = { type: 'application/strategic-merge-patch+json' };
    const answer = await client.send('PATCH', `${WIDGETS}/over`, { body: {}, ...strategic });
    expect(answer.status).toBe(415);
    expect(answer.body.message).toBe(
      'the body of the request was in an unknown format - accepted media types include: application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml',
    );
    expect((await client.send('PATCH', `${CONFIG_MAPS}/self`, { body: {} })).status).toBe(415);
  });

  test('L-6: a merge patch key named __proto__ is data and reaches no prototype', async () => {
    const { client } = fixture;
    await client.post(CONFIG_MAPS, configMap('proto', { data: {} }));
    const raw = '{"data":{"__proto__":"x","constructor":"y"}}';
    const answer = await client.send('PATCH', `${CONFIG_MAPS}/proto`, { raw, type: 'application/merge-patch+json' });
    expect(answer.text).toContain('"data":{"__proto__":"x","constructor":"y"}');
    await client.send('PATCH', `${CONFIG_MAPS}/proto`, {
      raw: '{"__proto__":{"polluted":true}}',
      type: 'application/merge-patch+json',
    });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('delete', () => {
  test('K-75: what goes at once is answered with a Status that has the uid', async () => {
    const { client } = fixture;
    const { body } = await client.post(CONFIG_MAPS, configMap('goes'));
    const gone = await client.delete(`${CONFIG_MAPS}/goes`, { propagationPolicy: 'Background' });
    expect(gone.status).toBe(200);
    expect(gone.body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'goes', kind: 'configmaps', uid: body.metadata.uid },
    });
    expect((await client.get(`${CONFIG_MAPS}/goes`)).status).toBe(404);
  });

  test('K-75: service accounts and their like are answered with the object', async () => {
    const { client } = fixture;
    const path = '/api/v1/namespaces/default/serviceaccounts';
    await client.post(path, { metadata: { name: 'sa' } });
    expect((await client.delete(`${path}/sa`)).body).toMatchObject({
      kind: 'ServiceAccount',
      metadata: { name: 'sa' },
    });
  });

  test('L-7: finalizers keep an object in deletion until the last one is taken', async () => {
    const { client } = fixture;
    await client.post(CONFIG_MAPS, { metadata: { name: 'held', finalizers: ['a.io/x', 'b.io/y'] } });
    const marked = await client.delete(`${CONFIG_MAPS}/held`);
    expect(marked.body.metadata).toMatchObject({ deletionGracePeriodSeconds: 0, finalizers: ['a.io/x', 'b.io/y'] });
    expect(marked.body.metadata.deletionTimestamp).toBeDefined();
    const again = await client.delete(`${CONFIG_MAPS}/held`);
    expect(again.body.metadata.resourceVersion).toBe(marked.body.metadata.resourceVersion);
    const added = await client.merge(`${CONFIG_MAPS}/held`, { metadata: { finalizers: ['a.io/x', 'c.io/z'] } });
    expect(added.status).toBe(422);
    expect(added.body.message).toMatch(/no new finalizers can be added if the object is being deleted/);
    await client.merge(`${CONFIG_MAPS}/held`, { metadata: { finalizers: ['b.io/y'] } });
    expect((await client.get(`${CONFIG_MAPS}/held`)).status).toBe(200);
    expect((await client.merge(`${CONFIG_MAPS}/held`, { metadata: { finalizers: null } })).status).toBe(200);
    expect((await client.get(`${CONFIG_MAPS}/held`)).status).toBe(404);
  });

  test('K-74: Foreground and Orphan leave the work to the garbage collector as finalizers', async () => {
    const { client } = fixture;
    for (const [propagationPolicy, finalizer] of [
      ['Foreground', 'foregroundDeletion'],
      ['Orphan', 'orphan'],
    ] as const) {
      await client.post(CONFIG_MAPS, configMap('waits'));
      const answer = await client.delete(`${CONFIG_MAPS}/waits`, { propagationPolicy });
      expect(answer.body.metadata.finalizers).toEqual([finalizer]);
      await client.merge(`${CONFIG_MAPS}/waits`, { metadata: { finalizers: null } });
    }
    await client.post(CONFIG_MAPS, configMap('query'));
    const byQuery = await client.delete(`${CONFIG_MAPS}/query?propagationPolicy=Foreground`);
    expect(byQuery.body.metadata.finalizers).toEqual(['foregroundDeletion']);
  });

  test('K-76: jobs orphan their pods by default and say so', async () => {
    const { client } = fixture;
    const path = '/apis/batch/v1/namespaces/default/jobs';
    await client.post(path, {
      metadata: { name: 'job' },
      spec: { template: podTemplate('job', { restartPolicy: 'Never' }) },
    });
    const answer = await client.delete(`${path}/job`);
    expect(answer.body.metadata.finalizers).toEqual(['orphan']);
    expect(answer.headers['warning']).toMatch(/^299 - "child pods are preserved by default when jobs are deleted;/);
  });

  test('K-86: a precondition that does not hold is 409 with the Kind in its details', async () => {
    const { client } = fixture;
    const { body } = await client.post(CONFIG_MAPS, configMap('guarded'));
    const answer = await client.delete(`${CONFIG_MAPS}/guarded`, { preconditions: { uid: 'other' } });
    expect(answer.status).toBe(409);
    expect(answer.body.details).toEqual({ name: 'guarded', kind: 'ConfigMap' });
    expect(answer.body.message).toContain('the UID in the precondition (other) does not match the UID in record (');
    const { uid, resourceVersion } = body.metadata;
    expect((await client.delete(`${CONFIG_MAPS}/guarded`, { preconditions: { uid, resourceVersion } })).status).toBe(
      200,
    );
  });

  test('K-73: a dry run of a deletion deletes nothing, also when asked for in the body', async () => {
    const { client } = fixture;
    await client.post(CONFIG_MAPS, configMap('stays'));
    expect((await client.delete(`${CONFIG_MAPS}/stays`, { dryRun: ['All'] })).status).toBe(200);
    expect((await client.delete(`${CONFIG_MAPS}/stays?dryRun=All`)).status).toBe(200);
    expect((await client.get(`${CONFIG_MAPS}/stays`)).status).toBe(200);
  });

  test('K-76: deletecollection deletes what is selected and returns it', async () => {
    const { client } = fixture;
    for (const name of ['many-1', 'many-2'])
      await client.post(CONFIG_MAPS, { metadata: { name, labels: { many: '1' } } });
    await client.post(CONFIG_MAPS, configMap('many-3'));
    const answer = await client.delete(`${CONFIG_MAPS}?labelSelector=many=1`);
    expect(answer.body.kind).toBe('ConfigMapList');
    expect(answer.body.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual([
      'many-1',
      'many-2',
    ]);
    expect((await client.get(`${CONFIG_MAPS}/many-3`)).status).toBe(200);
  });

  test('L-7: an unbound pod goes at once; a bound one keeps its grace period, which may only shrink', async () => {
    const { client } = fixture;
    const pods = '/api/v1/namespaces/default/pods';
    const watch = await client.watch(`${pods}?watch=true&fieldSelector=metadata.name%3Dfree`);
    await client.post(pods, { metadata: { name: 'free' }, spec: POD_SPEC });
    await client.delete(`${pods}/free`);
    expect((await client.get(`${pods}/free`)).status).toBe(404);
    expect([(await watch.next()).type, (await watch.next()).type, (await watch.next()).type]).toEqual([
      'ADDED',
      'MODIFIED',
      'DELETED',
    ]);
    watch.close();
    await client.post(pods, { metadata: { name: 'bound' }, spec: { ...POD_SPEC, nodeName: 'n1' } });
    const grace = async (options?: object): Promise<number> =>
      (await client.delete(`${pods}/bound`, options)).body.metadata.deletionGracePeriodSeconds;
    expect(await grace()).toBe(30);
    expect(await grace({ gracePeriodSeconds: 60 })).toBe(30);
    expect(await grace({ gracePeriodSeconds: 5 })).toBe(5);
    expect((await client.delete(`${pods}/bound`, { gracePeriodSeconds: 0 })).status).toBe(200);
    expect((await client.get(`${pods}/bound`)).status).toBe(404);
  });
});
