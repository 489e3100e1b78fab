import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Step, useTwins } from './twins.ts';

const twins = useTwins();

const word = fc.constantFrom('a', 'b', 'c');
const managers = fc.constantFrom('one', 'two', 'three');
const words = fc.dictionary(word, word, { maxKeys: 3 });
const metadata = fc.record(
  { labels: words, annotations: words, finalizers: fc.uniqueArray(word.map((one) => `x.io/${one}`)) },
  { requiredKeys: [] },
);

/** A kind of object to write: where, and with what content. */
interface Subject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly path: string;
  readonly content: fc.Arbitrary<object>;
}

const configMaps: Subject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  path: '/api/v1/namespaces/default/configmaps',
  content: fc.record({ data: words, metadata }, { requiredKeys: [] }),
};

const THINGS = '/apis/twin.test/v1/namespaces/default/things';
const text = { type: 'string' };
const part = {
  type: 'object',
  required: ['name', 'port'],
  properties: { name: text, port: { type: 'integer' }, image: text },
};
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.twin.test' },
  spec: {
    group: 'twin.test',
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions: ['v1', 'v2'].map((name) => ({
      name,
      served: true,
      storage: name === 'v1',
      subresources: { status: {} },
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: {
            spec: {
              type: 'object',
              properties: {
                size: { type: 'integer' },
                labels: { type: 'object', additionalProperties: text },
                tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
                args: { type: 'array', items: text },
                whole: { type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: text },
                parts: {
                  type: 'array',
                  'x-kubernetes-list-type': 'map',
                  'x-kubernetes-list-map-keys': ['name', 'port'],
                  items: part,
                },
                free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                maybe: { type: 'object', nullable: true, additionalProperties: text },
                usual: { type: 'object', additionalProperties: text, default: { b: '2' } },
              },
            },
            status: { type: 'object', properties: { phase: text } },
          },
        },
      },
    })),
  },
};
const parts = fc.record(
  { name: word, port: fc.constantFrom(80, 443), image: word },
  { requiredKeys: ['name', 'port'] },
);
const things: Subject = {
  apiVersion: 'twin.test/v1',
  kind: 'Thing',
  path: THINGS,
  content: fc.record(
    {
      metadata,
      spec: fc.record(
        {
          size: fc.constantFrom(1, 2),
          labels: words,
          tags: fc.uniqueArray(word),
          args: fc.array(word, { maxLength: 3 }),
          whole: words,
          parts: fc.uniqueArray(parts, { selector: ({ name, port }) => `${name} ${port}` }),
          free: fc.dictionary(word, fc.oneof(word, words, fc.array(word, { maxLength: 2 })), { maxKeys: 3 }),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  ),
};

/** Everything that the server would fill in is given: only merging and owning are compared. */
const containers = fc.record(
  {
    name: word,
    image: word,
    env: fc.uniqueArray(fc.record({ name: word, value: word }), { selector: ({ name }) => name }),
    ports: fc.uniqueArray(
      fc.record({ containerPort: fc.constantFrom(80, 443), protocol: fc.constantFrom('TCP', 'UDP') }),
      {
        selector: ({ containerPort }) => containerPort,
      },
    ),
    args: fc.array(word, { maxLength: 2 }),
    imagePullPolicy: fc.constant('Always'),
    terminationMessagePath: fc.constant('/log'),
    terminationMessagePolicy: fc.constant('File'),
  },
  { requiredKeys: ['name', 'image', 'imagePullPolicy', 'terminationMessagePath', 'terminationMessagePolicy'] },
);
const podTemplates: Subject = {
  apiVersion: 'v1',
  kind: 'PodTemplate',
  path: '/api/v1/namespaces/default/podtemplates',
  content: fc.record({
    metadata,
    template: fc.record({
      metadata: fc.record({ labels: words }),
      spec: fc.record(
        {
          containers: fc.uniqueArray(containers, { minLength: 1, selector: ({ name }) => name }),
          nodeSelector: words,
          volumes: fc.uniqueArray(fc.record({ name: word, emptyDir: fc.constant({}) }), {
            selector: ({ name }) => name,
          }),
          restartPolicy: fc.constant('Always'),
          terminationGracePeriodSeconds: fc.constantFrom(1, 2),
          dnsPolicy: fc.constant('ClusterFirst'),
          securityContext: fc.constant({}),
          schedulerName: word,
        },
        {
          requiredKeys: [
            'containers',
            'restartPolicy',
            'terminationGracePeriodSeconds',
            'dnsPolicy',
            'securityContext',
            'schedulerName',
          ],
        },
      ),
    }),
  }),
};

/** Writes of several managers to one object, of every kind that a server takes. */
function writes({ apiVersion, kind, path, content }: Subject): fc.Arbitrary<(name: string) => Step[]> {
  const whole = (name: string, value: object): object => {
    const { metadata: given } = value as { metadata?: object };
    return { ...value, apiVersion, kind, metadata: { ...given, name } };
  };
  const write = fc
    .record({
      how: fc.constantFrom('apply', 'apply', 'apply', 'force', 'force', 'put', 'merge', 'strategic'),
      manager: managers,
      value: content,
    })
    .map(({ how, manager, value }) => (name: string): Step => {
      const at = `${path}/${name}?fieldManager=${manager}`;
      const body = whole(name, value);
      if (how === 'apply' || how === 'force') {
        return { method: 'PATCH', path: `${at}&force=${how === 'force'}`, type: 'apply', body };
      }
      if (how === 'put' && kind !== 'Thing') return { method: 'PUT', path: at, body };
      if (how === 'strategic' && kind !== 'Thing') return { method: 'PATCH', path: at, type: 'strategic', body: value };
      return { method: 'PATCH', path: at, type: 'merge', body: value };
    });
  return fc.tuple(content, fc.array(write, { minLength: 2, maxLength: 8 })).map(([first, steps]) => (name) => [
    { method: 'POST', path, body: whole(name, first) },
    ...steps.map((step) => step(name)),
  ]);
}

let count = 0;

async function compare(subject: Subject, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(writes(subject), async (stepsFor) => {
      const done: unknown[] = [];
      for (const step of stepsFor(`twin-${count++}`)) {
        const { kube, local } = await twins.ask(step);
        done.push({ method: step.method, path: step.path, type: step.type, body: step.body });
        // A real server validates what it stores; after its refusal the two are no longer the same.
        if (kube.status === 422) return;
        expect({ done, outcome: local }).toEqual({ done, outcome: kube });
      }
    }),
    { numRuns: runs, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false },
  );
}

async function compareRows(rows: readonly Step[]): Promise<void> {
  for (const step of rows) {
    const { kube, local } = await twins.ask(step);
    expect({ step, outcome: local }).toEqual({ step, outcome: kube });
  }
}

describe('server-side apply beside a real API server', () => {
  beforeAll(async () => {
    await twins.ask({
      method: 'POST',
      path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      body: definition,
    });
    const isServed = async (): Promise<boolean> => {
      const { kube, local } = await twins.ask({ method: 'GET', path: '/apis/twin.test/v2/namespaces/default/things' });
      return kube.status === 200 && local.status === 200;
    };
    while (!(await isServed()));
  });

  test(
    'L-6 K-69 K-87: any writes of several managers to a ConfigMap end alike',
    () => compare(configMaps, 60),
    300_000,
  );

  test('L-6 L-9: so they do on a custom kind with every list type', () => compare(things, 80), 300_000);

  test('L-6 L-9: an empty map over a filled one is null, which its schema allows or not', async () => {
    const name = 'emptied';
    const apply = (spec: object): Step => ({
      method: 'PATCH',
      path: `${THINGS}/${name}?fieldManager=one`,
      type: 'apply',
      body: { apiVersion: 'twin.test/v1', kind: 'Thing', metadata: { name }, spec },
    });
    const filled = { a: '1' };
    const deep = (map: object): object => ({
      plan: { split: { baseline: map, goal: filled } },
      state: { weights: map },
    });
    const full = { labels: filled, whole: filled, free: deep(filled), maybe: filled, usual: filled };
    const emptied = { ...full, whole: {}, free: deep({}), maybe: {}, usual: {} };
    const named = (part: object): object => ({ name: 'a', port: 80, ...part });
    const rows = [
      apply(full),
      apply({ ...full, labels: {} }),
      apply({ ...full, labels: null }),
      apply({ ...full, free: {} }),
      apply(emptied),
      apply(emptied),
      apply(full),
      apply({ labels: filled, parts: [named({ image: 'a' })] }),
      apply({ labels: filled, parts: [named({})] }),
      apply({ labels: filled, parts: [] }),
      apply({ labels: filled }),
      apply({}),
    ];
    await compareRows(rows);
  });

  test('L-6: null in the lists of a merge patch, over every type', async () => {
    const patch = { a: [{ b: null, c: [null, { d: null }] }] };
    const targets = [undefined, {}, { a: 1 }, { a: null }, { a: [{ b: 1 }] }, { a: { b: 1 } }];
    for (const [at, free] of targets.entries()) {
      const name = `nulls-${at}`;
      const body = { apiVersion: 'twin.test/v1', kind: 'Thing', metadata: { name }, spec: { free } };
      const rows: Step[] = [
        { method: 'POST', path: THINGS, body },
        { method: 'PATCH', path: `${THINGS}/${name}`, type: 'merge', body: { spec: { free: patch } } },
        { method: 'PATCH', path: `${THINGS}/${name}`, type: 'merge', body: { spec: { free: patch } } },
      ];
      await compareRows(rows);
    }
  });

  test('L-6 K-78: so they do on a built-in kind with keyed lists', () => compare(podTemplates, 60), 300_000);
});
