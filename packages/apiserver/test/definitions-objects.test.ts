import { describe, expect, test } from 'vitest';
import { startConverter } from './differential/definitions/converter.ts';
import {
  ANYTHING,
  DEFINITIONS,
  definition,
  definitionAt,
  objectOf,
  objectsAt,
  versionOf,
  withSpec,
} from './differential/definitions/rows.ts';
import { useCluster } from './support/fixture.ts';

const fixture = useCluster();
const text = { type: 'string' };

async function define(...args: Parameters<typeof definition>): Promise<void> {
  const answer = await fixture.client.post(DEFINITIONS, definition(...args));
  expect(answer.body.message).toBeUndefined();
}

const raw = async (method: string, path: string, body: string, type = 'application/json'): Promise<string> =>
  (await fixture.client.send(method, path, { raw: body, type })).text;

describe('objects of custom kinds', () => {
  test('L-9: integers beyond 2^53 stay exact through writes, patches, applies, reads and watches', async () => {
    await define(
      'bigs',
      'Big',
      {},
      { schema: { openAPIV3Schema: withSpec({ n: { type: 'integer' }, m: { type: 'integer' } }) } },
    );
    const at = objectsAt('bigs');
    const { client, cluster } = fixture;
    const watch = await client.send(
      'GET',
      at(`?watch=true&timeoutSeconds=1&resourceVersion=${cluster.resourceVersion}`),
    );
    expect(watch.status).toBe(200);
    const head = '"apiVersion":"demo.io/v1","kind":"Big"';
    const made = await raw('POST', at(), `{${head},"metadata":{"name":"a"},"spec":{"n":9007199254740993}}`);
    expect(made).toContain('"n":9007199254740993');
    const merged = await raw('PATCH', at('/a'), '{"spec":{"m":-9223372036854775808}}', 'application/merge-patch+json');
    expect(merged).toContain('"n":9007199254740993,"m":-9223372036854775808');
    const applied = `{${head},"metadata":{"name":"a"},"spec":{"n":9007199254740995}}`;
    const type = 'application/apply-patch+yaml';
    expect(await raw('PATCH', at('/a?fieldManager=x&force=true'), applied, type)).toContain('9007199254740995');
    expect((await client.get(at())).text).toContain('"n":9007199254740995');
    expect(await raw('POST', at(), `{${head},"metadata":{"name":"b"},"spec":{"n":9223372036854775808}}`)).toContain(
      'must be of type integer',
    );
  });

  test('L-9: what a new schema does not know is gone on read, what it defaults is there', async () => {
    const { client } = fixture;
    await define('reads', 'Read', {}, { schema: { openAPIV3Schema: withSpec({ a: text, b: text }) } });
    const at = objectsAt('reads');
    await client.post(at(), objectOf('Read', 'x', { a: '1', b: '2' }));
    const changed = versionOf('v1', true, withSpec({ a: text, c: { ...text, default: 'C' } }));
    await client.merge(definitionAt('reads'), { spec: { versions: [changed] } });
    expect((await client.get(at('/x'))).body.spec).toEqual({ a: '1', c: 'C' });
    expect((await client.get(at())).body.items[0].spec).toEqual({ a: '1', c: 'C' });
  });

  test('L-9: a change of the definition ends the watches of its objects', async () => {
    const { client, cluster } = fixture;
    await define('ends', 'End');
    const watch = await client.watch(objectsAt('ends')(`?watch=true&resourceVersion=${cluster.resourceVersion}`));
    await client.merge(definitionAt('ends'), { metadata: { labels: { a: 'b' } } });
    await client.post(objectsAt('ends')(), objectOf('End', 'x', {}));
    expect((await watch.next()).type).toBe('ADDED');
    await client.merge(definitionAt('ends'), { spec: { versions: [versionOf('v1', true, withSpec({ a: text }))] } });
    expect(await watch.next()).toBeUndefined();
  });

  test('L-9: a webhook is asked once for a whole list, and watches show each version', async () => {
    const { client, cluster } = fixture;
    const converter = await startConverter();
    try {
      const { clientConfig } = converter;
      await define('hooks', 'Hook', {
        versions: [versionOf('v1', true, ANYTHING), versionOf('v2', false, ANYTHING)],
        conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } },
      });
      const [v1, v2] = [objectsAt('hooks'), objectsAt('hooks', 'v2')];
      const watch = await client.watch(v2(`?watch=true&resourceVersion=${cluster.resourceVersion}`));
      await client.post(v1(), objectOf('Hook', 'a', { host: 'h:1' }));
      const { type, object } = await watch.next();
      expect(type).toBe('ADDED');
      expect(object).toMatchObject({ apiVersion: 'demo.io/v2', spec: { hostname: 'h', port: '1' } });
      for (const name of ['b', 'c']) await client.post(v1(), objectOf('Hook', name, { host: 'h:2' }));
      // Another state of the definition: nothing is known of the objects in its versions yet.
      await client.merge(definitionAt('hooks'), { spec: { names: { shortNames: ['hk'] } } });
      const asked = converter.batches.length;
      const list = await client.get(v2());
      expect(list.body.items.map((item: { spec: { port: string } }) => item.spec.port)).toEqual(['1', '2', '2']);
      expect(converter.batches.slice(asked)).toEqual([3]);
    } finally {
      await converter.stop();
    }
    const refused = await client.post(objectsAt('hooks', 'v2')(), objectOf('Hook', 'd', {}, {}, 'v2'));
    expect(refused.status).toBe(500);
    expect(refused.body.message).toMatch(
      /^conversion webhook for demo.io\/v2, Kind=Hook failed: Post "https:\/\/127.0.0.1:\d+\/convert\?timeout=30s": dial tcp 127.0.0.1:\d+: connect: connection refused$/,
    );
  });

  test('L-9: nothing comes while a definition goes, and its objects keep it until they are gone', async () => {
    const { client } = fixture;
    await define('holds', 'Hold');
    const at = objectsAt('holds');
    await client.post(at(), objectOf('Hold', 'h', {}, { metadata: { name: 'h', finalizers: ['x.y/z'] } }));
    await client.delete(definitionAt('holds'));
    expect((await client.post(at(), objectOf('Hold', 'i', {}))).body.message).toBe(
      'holds.demo.io "i" is forbidden: create not allowed while custom resource definition is terminating',
    );
    const terminating = (await client.get(definitionAt('holds'))).body.status.conditions.at(-1);
    expect(terminating).toMatchObject({ type: 'Terminating', status: 'True', reason: 'InstanceDeletionInProgress' });
    await client.merge(at('/h'), { metadata: { finalizers: null } });
    expect((await client.get(definitionAt('holds'))).status).toBe(404);
  });

  test('L-9: a name that another kind has is not granted until it is free', async () => {
    const { client } = fixture;
    await define('firsts', 'First', { names: { plural: 'firsts', kind: 'First', shortNames: ['f'] } });
    await define('seconds', 'Second', { names: { plural: 'seconds', kind: 'Second', shortNames: ['f', 'firsts'] } });
    const conditions = async (): Promise<object[]> =>
      (await client.get(definitionAt('seconds'))).body.status.conditions.map(
        ({ lastTransitionTime: _time, ...condition }: { lastTransitionTime: string }) => condition,
      );
    expect(await conditions()).toEqual([
      {
        type: 'NamesAccepted',
        status: 'False',
        reason: 'ShortNamesConflict',
        message: '["f" is already in use, "firsts" is already in use]',
      },
      { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' },
    ]);
    expect((await client.get(objectsAt('seconds')())).status).toBe(404);
    await client.delete(definitionAt('firsts'));
    expect((await conditions())[0]).toMatchObject({ type: 'NamesAccepted', status: 'True', reason: 'NoConflicts' });
    expect((await client.get(objectsAt('seconds')())).status).toBe(200);
  });

  test('L-12: built-in kinds are scaled by the same code', async () => {
    const { client } = fixture;
    const deployments = '/apis/apps/v1/namespaces/default/deployments';
    const labels = { app: 'a' };
    const made = await client.post(deployments, {
      metadata: { name: 'a' },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'x' }] } },
      },
    });
    expect(made.status).toBe(201);
    const scaled = await client.merge(`${deployments}/a/scale`, { spec: { replicas: 3 } });
    expect(scaled.body).toMatchObject({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      spec: { replicas: 3 },
      status: { selector: 'app=a' },
    });
    const { spec, metadata } = (await client.get(`${deployments}/a`)).body;
    expect(spec.replicas).toBe(3);
    expect(metadata.generation).toBe(2);
  });
});
