import fc from 'fast-check';

/** Objects of one kind, good and bad, and where in them a JSON patch may point. */
export interface Subject {
  readonly resource: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** All of an object but its type and its name. */
  readonly content: fc.Arbitrary<Readonly<Record<string, unknown>>>;
  readonly status?: fc.Arbitrary<object>;
  readonly hasScale?: boolean;
  readonly pointers: readonly string[];
  readonly fieldSelectors?: readonly string[];
  /** @default anything, good or bad */
  readonly metadata?: fc.Arbitrary<object>;
  /** One that the last object of a sequence (`SENTINEL`) is seen by. */
  readonly sentinel: Readonly<Record<string, unknown>>;
}

export const word = fc.constantFrom('a', 'b', 'c');
const words = fc.dictionary(word, word, { maxKeys: 3 });
const port = fc.constantFrom(80, 443, 8080);
const count = fc.constantFrom(0, 1, 2, 5);

/** Now and then what should not be there. */
export function odd<T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  const wrong = fc.constantFrom<unknown>('', 0, -1, 'Bad Value!', true, [], {}, 1.5, 'x'.repeat(70));
  return fc.oneof({ weight: 70, arbitrary: usual }, { weight: 1, arbitrary: wrong });
}

/** Maps that are never empty: a real server refuses a custom object whose map loses its last key to an apply. */
const sound = new WeakSet<fc.Arbitrary<unknown>>();

function full<T>(values: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  const map = fc.dictionary(word, values, { minKeys: 1, maxKeys: 3 });
  sound.add(map);
  return map;
}

function some(model: Record<string, fc.Arbitrary<unknown>>, requiredKeys: string[] = []) {
  const odds = Object.fromEntries(
    Object.entries(model).map(([key, value]) => [key, key === 'metadata' || sound.has(value) ? value : odd(value)]),
  );
  return fc.record(odds, { requiredKeys });
}

const owner = fc.constantFrom('1', '2').map((digit) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: `owner-${digit}`,
  uid: `11111111-1111-1111-1111-11111111111${digit}`,
}));

const metadata = some({
  labels: fc.oneof(fc.constantFrom({ a: 'a' }, { a: 'b' }, { a: 'a', b: 'b' }), words),
  annotations: words,
  finalizers: fc.uniqueArray(fc.constantFrom('x.io/a', 'x.io/b'), { maxLength: 2 }),
  ownerReferences: fc.uniqueArray(owner, { maxLength: 2, selector: ({ uid }) => uid }),
});

/**
 * With nothing empty in it, and always with labels. A real server stores what it then shows otherwise:
 * empty lists of custom objects, Jobs without labels. The first write after that is a change.
 */
const fullMetadata = fc.record(
  {
    labels: fc.constantFrom({ a: 'a' }, { a: 'b' }, { a: 'a', b: 'b' }),
    annotations: fc.dictionary(word, word, { minKeys: 1, maxKeys: 3 }),
    finalizers: fc.uniqueArray(fc.constantFrom('x.io/a', 'x.io/b'), { minLength: 1, maxLength: 2 }),
    ownerReferences: fc.uniqueArray(owner, { minLength: 1, maxLength: 2, selector: ({ uid }) => uid }),
  },
  { requiredKeys: ['labels'] },
);

const unknownFields = { bogus: word };
const maybeUnknown = (model: Record<string, fc.Arbitrary<unknown>>, requiredKeys: string[] = []) =>
  fc.oneof(
    { weight: 12, arbitrary: some(model, requiredKeys) },
    { weight: 1, arbitrary: some({ ...model, ...unknownFields }, [...requiredKeys, 'bogus']) },
  );

const quantities = fc.constantFrom('1', '1000m', '0.5', '1Gi', '1024Mi', '100M', '1e3');
const resources = some({
  limits: fc.record({ cpu: quantities, memory: quantities }, { requiredKeys: [] }),
  requests: fc.record({ cpu: fc.constantFrom('100m', '0.1') }, { requiredKeys: [] }),
});
const probe = some({
  httpGet: fc.record({ port: fc.oneof(port, fc.constant('web')), path: fc.constant('/x') }, { requiredKeys: ['port'] }),
  periodSeconds: count,
});
const container = some(
  {
    name: word,
    image: fc.constantFrom('x', 'x:1', 'x:latest', 'r.io/x@sha256:abc'),
    args: fc.array(word, { maxLength: 2 }),
    env: fc.uniqueArray(fc.record({ name: word, value: word }), { maxLength: 2, selector: ({ name }) => name }),
    ports: fc.uniqueArray(some({ containerPort: port, protocol: fc.constantFrom('TCP', 'UDP') }, ['containerPort']), {
      maxLength: 2,
      selector: JSON.stringify,
    }),
    resources,
    readinessProbe: probe,
  },
  ['name', 'image'],
);
const podSpec = maybeUnknown(
  {
    containers: fc.uniqueArray(container, { minLength: 1, maxLength: 2, selector: JSON.stringify }),
    nodeSelector: words,
    terminationGracePeriodSeconds: count,
    volumes: fc.uniqueArray(fc.record({ name: word, emptyDir: fc.constant({}) }), {
      maxLength: 2,
      selector: ({ name }) => name,
    }),
    serviceAccountName: word,
  },
  ['containers'],
);
const SELECTED = { app: 'x' };
const template = fc.record({ metadata: fc.constant({ labels: SELECTED }), spec: podSpec });
const selector = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ matchLabels: SELECTED }) },
  { weight: 1, arbitrary: fc.constantFrom({ matchLabels: { app: 'y' } }, {}) },
);
const conditions = fc.uniqueArray(
  fc.record({
    type: fc.constantFrom('Ready', 'Available', 'Progressing'),
    status: fc.constantFrom('True', 'False'),
    reason: word,
    message: word,
    lastTransitionTime: fc.constantFrom('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'),
  }),
  { maxLength: 2, selector: ({ type }) => type },
);
const COMMON = [
  '/metadata/labels',
  '/metadata/labels/a',
  '/metadata/annotations/b',
  '/metadata/annotations',
  '/metadata/finalizers',
  '/metadata/finalizers/-',
  '/metadata/finalizers/0',
  '/metadata/name',
  '/nope/x',
];
/** Those that leave nothing empty. */
const FULL = ['/metadata/labels/b', '/metadata/annotations/b', '/metadata/finalizers/-', '/metadata/name', '/nope/x'];
const POD = { containers: [{ name: 'c', image: 'x' }] };
const core = { group: '', version: 'v1' };
const apps = { group: 'apps', version: 'v1' };

const subjects: readonly Subject[] = [
  {
    ...core,
    resource: 'configmaps',
    kind: 'ConfigMap',
    content: maybeUnknown({ metadata, data: words, immutable: fc.constantFrom(false, false, false, true) }),
    pointers: [...COMMON, '/data', '/data/a', '/data/b', '/immutable'],
    sentinel: {},
  },
  {
    ...core,
    resource: 'secrets',
    kind: 'Secret',
    content: maybeUnknown({
      metadata,
      data: fc.dictionary(word, fc.constantFrom('YQ==', 'Yg==', ''), { maxKeys: 2 }),
      stringData: words,
      type: fc.constantFrom('Opaque', 'x.io/y', 'kubernetes.io/basic-auth'),
    }),
    pointers: [...COMMON, '/data', '/data/a', '/stringData', '/type'],
    fieldSelectors: ['type=Opaque', 'type!=x.io/y'],
    sentinel: { type: 'Opaque' },
  },
  {
    ...core,
    resource: 'services',
    kind: 'Service',
    content: maybeUnknown(
      {
        metadata,
        spec: some(
          {
            selector: words,
            type: fc.constantFrom('ClusterIP', 'NodePort'),
            externalName: fc.constant('x.example.com'),
            clusterIP: fc.constantFrom('None', ''),
            sessionAffinity: fc.constantFrom('None', 'ClientIP'),
            ports: fc.uniqueArray(
              some(
                {
                  name: word,
                  port,
                  targetPort: fc.oneof(port, word),
                  protocol: fc.constantFrom('TCP', 'UDP'),
                },
                ['name', 'port'],
              ),
              // Of ports that are alike a real server allocates some before it complains.
              { maxLength: 2, comparator: (a, b) => a['name'] === b['name'] || a['port'] === b['port'] },
            ),
          },
          ['ports'],
        ),
      },
      ['spec'],
    ),
    status: fc.record({ loadBalancer: fc.constantFrom({}, { ingress: [{ ip: '1.2.3.4' }] }) }),
    pointers: [
      ...COMMON,
      '/spec/selector',
      '/spec/ports/0',
      '/spec/ports/0/port',
      '/spec/type',
      '/spec/sessionAffinity',
    ],
    fieldSelectors: ['spec.type=ClusterIP', 'spec.type!=NodePort'],
    sentinel: { spec: { ports: [{ port: 80 }] } },
  },
  {
    ...core,
    resource: 'pods',
    kind: 'Pod',
    content: maybeUnknown({ metadata, spec: podSpec }, ['spec']),
    status: some({
      phase: fc.constantFrom('Running', 'Pending', 'Succeeded'),
      podIP: fc.constant('10.0.0.1'),
      conditions,
    }),
    pointers: [
      ...COMMON,
      '/spec/containers/0/image',
      '/spec/containers/0',
      '/spec/nodeSelector',
      '/spec/tolerations/-',
      '/spec/terminationGracePeriodSeconds',
      '/status/phase',
    ],
    fieldSelectors: ['spec.nodeName=', 'status.phase!=Running', 'status.phase=Pending', 'spec.restartPolicy=Always'],
    sentinel: { spec: POD },
  },
  {
    ...apps,
    resource: 'deployments',
    kind: 'Deployment',
    content: maybeUnknown(
      {
        metadata,
        spec: some(
          {
            replicas: count,
            selector,
            template,
            paused: fc.boolean(),
            minReadySeconds: count,
            strategy: fc.constantFrom(
              { type: 'Recreate' },
              { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: '10%' } },
              { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } },
            ),
          },
          ['selector', 'template'],
        ),
      },
      ['spec'],
    ),
    status: some({ replicas: count, readyReplicas: count, observedGeneration: count, conditions }),
    hasScale: true,
    pointers: [
      ...COMMON,
      '/spec/replicas',
      '/spec/paused',
      '/spec/template/spec/containers/0/image',
      '/spec/template/spec/containers/-',
      '/spec/selector/matchLabels/app',
      '/spec/strategy',
    ],
    sentinel: {
      spec: { selector: { matchLabels: SELECTED }, template: { metadata: { labels: SELECTED }, spec: POD } },
    },
  },
  {
    group: 'batch',
    version: 'v1',
    resource: 'jobs',
    metadata: fullMetadata,
    kind: 'Job',
    content: maybeUnknown(
      {
        metadata: fullMetadata,
        spec: some(
          {
            parallelism: count,
            completions: count,
            suspend: fc.constant(false),
            template: fc.record({
              spec: fc.tuple(podSpec, fc.constantFrom('Never', 'OnFailure')).map(([spec, restartPolicy]) => ({
                ...spec,
                restartPolicy,
              })),
            }),
          },
          ['template'],
        ),
      },
      ['metadata', 'spec'],
    ),
    status: some({ active: count }),
    pointers: [...FULL, '/spec/parallelism', '/spec/completions', '/spec/suspend'],
    fieldSelectors: ['status.successful=0'],
    sentinel: { spec: { template: { spec: { ...POD, restartPolicy: 'Never' } } } },
  },
  {
    group: 'rbac.authorization.k8s.io',
    version: 'v1',
    resource: 'roles',
    kind: 'Role',
    content: maybeUnknown({
      metadata,
      rules: fc.array(
        some(
          { apiGroups: fc.constant(['']), resources: fc.array(word, { maxLength: 2 }), verbs: fc.constant(['get']) },
          ['apiGroups', 'resources', 'verbs'],
        ),
        { maxLength: 2 },
      ),
    }),
    pointers: [...COMMON, '/rules', '/rules/0', '/rules/-', '/rules/0/verbs/0'],
    sentinel: {},
  },
  {
    group: 'coordination.k8s.io',
    version: 'v1',
    resource: 'leases',
    kind: 'Lease',
    content: maybeUnknown({
      metadata,
      spec: some({
        holderIdentity: word,
        leaseDurationSeconds: count,
        renewTime: fc.constantFrom('2026-01-01T00:00:00.000000Z', '2026-01-01T00:00:00Z'),
      }),
    }),
    pointers: [...COMMON, '/spec/holderIdentity', '/spec/leaseDurationSeconds', '/spec'],
    sentinel: {},
  },
  {
    group: 'policy',
    version: 'v1',
    resource: 'poddisruptionbudgets',
    kind: 'PodDisruptionBudget',
    content: maybeUnknown({
      metadata,
      spec: some({ minAvailable: fc.oneof(count, fc.constant('50%')), maxUnavailable: count, selector }),
    }),
    status: some({ currentHealthy: count, desiredHealthy: count, disruptionsAllowed: count, expectedPods: count }),
    pointers: [...COMMON, '/spec/minAvailable', '/spec/maxUnavailable', '/spec/selector'],
    sentinel: { spec: { minAvailable: 1 } },
  },
  {
    group: 'networking.k8s.io',
    version: 'v1',
    resource: 'ingresses',
    kind: 'Ingress',
    content: maybeUnknown(
      {
        metadata,
        spec: some({
          ingressClassName: word,
          defaultBackend: fc.record({ service: fc.record({ name: word, port: fc.record({ number: port }) }) }),
          rules: fc.array(some({ host: fc.constantFrom('x.example.com', '*.example.com') }), { maxLength: 2 }),
        }),
      },
      ['spec'],
    ),
    status: fc.record({ loadBalancer: fc.constantFrom({}, { ingress: [{ ip: '1.2.3.4' }] }) }),
    pointers: [...COMMON, '/spec/rules', '/spec/rules/-', '/spec/ingressClassName'],
    sentinel: { spec: { rules: [{ host: 'x.example.com' }] } },
  },
  {
    group: 'twin.test',
    version: 'v1',
    resource: 'gadgets',
    metadata: fullMetadata,
    kind: 'Gadget',
    content: maybeUnknown(
      {
        metadata: fullMetadata,
        spec: maybeUnknown({
          color: fc.constantFrom('red', 'blue'),
          replicas: count,
          labels: full(word),
          tags: fc.uniqueArray(word),
          args: fc.array(word, { maxLength: 3 }),
          whole: words,
          parts: fc.array(some({ name: word, port: fc.constantFrom(80, 443), image: word }, ['name']), {
            maxLength: 3,
          }),
          free: full(
            fc.oneof(word, fc.dictionary(word, word, { minKeys: 1, maxKeys: 3 }), fc.array(word, { maxLength: 2 })),
          ),
        }),
      },
      ['metadata', 'spec'],
    ),
    status: fc.record({ phase: word, replicas: count, selector: fc.constant('a=b') }, { requiredKeys: [] }),
    hasScale: true,
    pointers: [
      ...FULL,
      '/spec/color',
      '/spec/tags/-',
      '/spec/tags/0',
      '/spec/parts/0',
      '/spec/replicas',
      '/spec/free/x',
    ],
    fieldSelectors: ['spec.color=red', 'spec.color!=blue'],
    sentinel: { spec: { color: 'red' } },
  },
];
const text = { type: 'string' };

/** A custom kind with every type of list, defaults, a rule and both subresources. */
export const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gadgets.twin.test' },
  spec: {
    group: 'twin.test',
    scope: 'Namespaced',
    names: { plural: 'gadgets', kind: 'Gadget', shortNames: ['gd'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        selectableFields: [{ jsonPath: '.spec.color' }],
        additionalPrinterColumns: [{ name: 'Color', type: 'string', jsonPath: '.spec.color' }],
        subresources: {
          status: {},
          scale: {
            specReplicasPath: '.spec.replicas',
            statusReplicasPath: '.status.replicas',
            labelSelectorPath: '.status.selector',
          },
        },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                'x-kubernetes-validations': [
                  { rule: "!has(self.color) || self.color != 'blue' || self.replicas < 5", message: 'blue is rare' },
                ],
                properties: {
                  color: { type: 'string', enum: ['red', 'blue'] },
                  replicas: { type: 'integer', default: 1, minimum: 0 },
                  labels: { type: 'object', additionalProperties: text },
                  tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
                  args: { type: 'array', items: text },
                  whole: { type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: text },
                  parts: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['name', 'port'],
                    items: {
                      type: 'object',
                      required: ['name'],
                      properties: { name: text, port: { type: 'integer', default: 80 }, image: text },
                    },
                  },
                  free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                },
              },
              status: {
                type: 'object',
                properties: { phase: text, replicas: { type: 'integer' }, selector: text },
              },
            },
          },
        },
      },
    ],
  },
};

export { metadata, subjects };
