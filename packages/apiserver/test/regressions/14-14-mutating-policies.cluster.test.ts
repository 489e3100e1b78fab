import { type Cluster, connect, isKubeError } from '@slipway/kube';
import { Namespace } from '@slipway/kube/kinds';
import type { KubeRequest } from '@slipway/kube/transport';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeCluster } from '../../../../test/clusters/suite.ts';
import { configuration, useWebhookServer } from '../admission/webhook-server.ts';

interface Some {
  readonly metadata: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: unknown;
  readonly data?: Readonly<Record<string, string>>;
}

const REGISTRATION = '/apis/admissionregistration.k8s.io/v1';
const POLICIES = `${REGISTRATION}/mutatingadmissionpolicies`;
const BINDINGS = `${REGISTRATION}/mutatingadmissionpolicybindings`;
const WAIT = { timeout: 20_000, interval: 50 };

const applying = (expression: string) => ({ patchType: 'ApplyConfiguration', applyConfiguration: { expression } });
const patching = (expression: string) => ({ patchType: 'JSONPatch', jsonPatch: { expression } });
const MARK = applying('Object{metadata: Object.metadata{labels: {"mark": request.name}}}');
const container = (name: string): object => ({ name, image: `${name}:1`, imagePullPolicy: 'Always' });
const DEPLOYMENT = {
  spec: {
    selector: { matchLabels: { app: 'a' } },
    template: { metadata: { labels: { app: 'a' } }, spec: { containers: [container('one'), container('two')] } },
  },
};

describeCluster('policies that change objects', { needs: ['objects', 'schema'] }, (on) => {
  const server = useWebhookServer();
  let cluster: Cluster;
  let namespace: string;
  beforeAll(async () => {
    cluster = await connect({ text: on().kubeconfig });
    const made = await cluster.client.create(Namespace, { metadata: { generateName: 'policies-' } });
    namespace = made.metadata.name ?? '';
  });
  afterAll(async () => {
    await cluster?.client.delete(Namespace, { name: namespace });
    await cluster?.close();
  });

  const send = <T = Some>(method: KubeRequest['method'], path: string, body?: unknown): Promise<T> =>
    cluster.transport.json<T>({ method, path, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const maps = (): string => `/api/v1/namespaces/${namespace}/configmaps`;
  const refusal = async (sent: Promise<unknown>) =>
    sent.then(
      () => 'accepted',
      (error: unknown) =>
        isKubeError(error) ? `${error.status} ${error.body?.reason}: ${error.body?.message}` : String(error),
    );
  /** What comes of a write that is not stored. */
  type Trial = (name: string, body?: object) => Promise<Some>;
  const trialOf =
    (policy: string): Trial =>
    (name, body = {}) => {
      const path = 'spec' in body ? `/apis/apps/v1/namespaces/${namespace}/deployments` : maps();
      const metadata = { name, labels: { policy }, annotations: { own: 'yes' } };
      return send('POST', `${path}?dryRun=All`, { metadata, ...body });
    };
  const policyOf = (name: string, spec: object): object => {
    const rule = {
      apiGroups: ['', 'apps'],
      apiVersions: ['v1'],
      operations: ['CREATE', 'UPDATE'],
      resources: ['configmaps', 'deployments'],
    };
    const within = { matchLabels: { 'kubernetes.io/metadata.name': namespace } };
    return {
      metadata: { name: `${name}.${namespace}` },
      spec: {
        // A real server drops a policy some time after its deletion, so each is about objects of its own.
        matchConstraints: {
          resourceRules: [rule],
          namespaceSelector: within,
          objectSelector: { matchLabels: { policy: name } },
        },
        reinvocationPolicy: 'Never',
        ...spec,
      },
    };
  };
  /** A policy with its binding, for as long as `work` tries what it does. */
  const withPolicy = async (
    name: string,
    spec: object,
    work: (tried: Trial) => Promise<unknown>,
    binding: object = {},
  ): Promise<void> => {
    const full = `${name}.${namespace}`;
    await send('POST', POLICIES, policyOf(name, spec));
    try {
      await send('POST', BINDINGS, { metadata: { name: full }, spec: { policyName: full, ...binding } });
      await work(trialOf(name));
    } finally {
      await send('DELETE', `${BINDINGS}/${full}`).catch(() => {});
      await send('DELETE', `${POLICIES}/${full}`);
    }
  };
  const eventually = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, WAIT);

  it('L-10: an apply configuration is merged as server-side apply merges it, in the order of the mutations', async () => {
    const mutations = [
      applying('Object{spec: Object.spec{replicas: 3}}'),
      applying(`Object{
        metadata: Object.metadata{annotations: {"replicas": string(object.spec.replicas)}},
        spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{
          containers: object.spec.template.spec.containers.filter(c, c.name == "two").map(c,
            Object.spec.template.spec.containers{name: c.name, image: "changed"}) +
            [Object.spec.template.spec.containers{name: "three", image: "new"}],
          ?priorityClassName: object.metadata.?labels.none
        }}}}`),
    ];
    await withPolicy('merged', { mutations }, (tried) =>
      eventually(async () => {
        expect(await tried('merged', DEPLOYMENT)).toMatchObject({
          metadata: { annotations: { own: 'yes', replicas: '3' } },
          spec: {
            replicas: 3,
            template: {
              spec: {
                containers: [
                  { name: 'one', image: 'one:1' },
                  { name: 'two', image: 'changed', imagePullPolicy: 'Always' },
                  { name: 'three', image: 'new', terminationMessagePath: '/dev/termination-log' },
                ],
              },
            },
          },
        });
      }),
    );
  });

  it('L-10: a JSON patch is applied with variables and params, and not where one of its tests fails', async () => {
    await send('POST', maps(), { metadata: { name: 'params' }, data: { key: 'k8s.io/label' } });
    const spec = {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      variables: [{ name: 'key', expression: 'params.data.key' }],
      matchConditions: [{ name: 'not-out', expression: "request.name != 'out'" }],
      mutations: [
        patching(`[
          JSONPatch{op: "test", path: "/data/a", value: "other"},
          JSONPatch{op: "add", path: "/data/never", value: "added"}
        ]`),
        patching(`[
          JSONPatch{op: "test", path: "/data/a", value: "1"},
          JSONPatch{op: "add", path: "/metadata/labels", value: Object.metadata.labels{first: "yes"}},
          JSONPatch{op: "add", path: "/metadata/labels/" + jsonpatch.escapeKey(variables.key), value: "set"},
          JSONPatch{op: "move", from: "/data/a", path: "/data/b"},
          JSONPatch{op: "remove", path: "/data/c"}
        ]`),
      ],
    };
    const paramRef = { name: 'params', namespace, parameterNotFoundAction: 'Deny' };
    await withPolicy(
      'patched',
      spec,
      async (tried) => {
        await eventually(async () => {
          const made = await tried('in', { data: { a: '1', c: '3' } });
          expect(made.data).toEqual({ b: '1' });
          expect(made.metadata.labels).toEqual({ first: 'yes', 'k8s.io/label': 'set' });
        });
        expect((await tried('out', { data: { a: '1', c: '3' } })).data).toEqual({ a: '1', c: '3' });
      },
      { paramRef },
    );
  });

  it('L-10: a mutation that cannot be carried out refuses the write, or is left out where the policy says so', async () => {
    const failing: readonly (readonly [name: string, mutation: object, why: string])[] = [
      [
        'atomic',
        applying('Object{spec: Object.spec{selector: Object.spec.selector{matchLabels: {"a": "b"}}}}'),
        'error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: .spec.selector',
      ],
      [
        'unknown',
        applying('Object{spec: Object.spec{nothing: 1}}'),
        'error applying patch: failed to convert patch object to typed object: .spec.nothing: field not declared in schema',
      ],
      [
        'misplaced',
        applying('Object{spec: Object.wrong{replicas: 1}}'),
        'type mismatch: unexpected type name "Object.wrong", expected "Object.spec", which matches field name path from root Object type',
      ],
      [
        'error',
        applying('Object{spec: Object.spec{replicas: object.spec.nothing}}'),
        "expression 'Object{spec: Object.spec{replicas: object.spec.nothing}}' resulted in error: no such key: nothing",
      ],
      [
        'nested',
        applying('Object{spec: {"strategy": {"type": "Recreate"}}}'),
        'error applying patch: failed to convert patch object to typed object: .spec.strategy: expected map, got &{map[type:Recreate]}',
      ],
      [
        'null',
        applying('Object{spec: Object.spec{replicas: null}}'),
        'error applying patch: failed to convert patch object to typed object: .spec.replicas: expected numeric (int or float), got structpb.NullValue',
      ],
      [
        'fraction',
        applying('Object{spec: Object.spec{replicas: 3.5}}'),
        'unable to convert unstructured object to apps/v1, Kind=Deployment: ',
      ],
      [
        'missing',
        patching('[JSONPatch{op: "remove", path: "/spec/nothing/at/all"}]'),
        'JSON Patch: remove operation does not apply: doc is missing path: "/spec/nothing/at/all": missing value',
      ],
      [
        'type',
        patching('[JSONPatch{op: "add", path: "/spec/replicas", value: type(1)}]'),
        'JSONPath valueExpression evaluated to a type that could not marshal to JSON: ',
      ],
    ];
    const refused = failing.map(([name, mutation, why]) =>
      withPolicy(name, { mutations: [mutation, MARK] }, (tried) =>
        eventually(async () => {
          const text = await refusal(tried('refused', DEPLOYMENT));
          const full = `${name}.${namespace}`;
          const start = `403 Invalid: policy '${full}' with binding '${full}' denied request: ${why}`;
          expect(text.slice(0, start.length)).toBe(start);
        }),
      ),
    );
    await Promise.all(refused);
    const mutations = [...failing.map(([, mutation]) => mutation), MARK];
    await withPolicy('ignored', { mutations, failurePolicy: 'Ignore' }, (tried) =>
      eventually(async () => {
        expect((await tried('marked', DEPLOYMENT)).metadata.labels).toEqual({ policy: 'ignored', mark: 'marked' });
      }),
    );
  });

  it('L-10: a field that the kind does not know is an error of the server, whatever the policy says of failures', async () => {
    const mutations = [patching('[JSONPatch{op: "add", path: "/nothing", value: 1}]')];
    await withPolicy('strict', { mutations, failurePolicy: 'Ignore' }, (tried) =>
      eventually(async () => {
        expect(await refusal(tried('strict'))).toBe(
          '500 InternalError: Internal error occurred: strict decoding error: unknown field "nothing"',
        );
      }),
    );
  });

  it('L-10: a policy for another version of a built-in kind than that of the request refuses it', async () => {
    const kind = { apiGroups: ['autoscaling'], apiVersions: ['v1'], resources: ['horizontalpodautoscalers'] };
    const objectSelector = { matchLabels: { policy: 'versions' } };
    const matchConstraints = { resourceRules: [{ ...kind, operations: ['CREATE'] }], objectSelector };
    const mutations = [applying('Object{spec: Object.spec{targetCPUUtilizationPercentage: 33}}')];
    const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'any' };
    const scaler = {
      metadata: { name: 'versions', labels: { policy: 'versions' } },
      spec: { maxReplicas: 3, scaleTargetRef },
    };
    const made = (version: string) =>
      send('POST', `/apis/autoscaling/${version}/namespaces/${namespace}/horizontalpodautoscalers?dryRun=All`, scaler);
    await withPolicy('versions', { mutations, matchConstraints }, async () => {
      await eventually(async () => {
        expect((await made('v1')).spec).toMatchObject({ targetCPUUtilizationPercentage: 33 });
      });
      expect(await refusal(made('v2'))).toContain(
        'denied request: converting (v1.HorizontalPodAutoscaler) to (v2.HorizontalPodAutoscaler): unknown conversion',
      );
    });
  });

  it('L-10: a policy moves no object to another namespace, and one whose params have no kind refuses', async () => {
    const moving = [applying('Object{metadata: Object.metadata{namespace: "default"}}')];
    await withPolicy('moving', { mutations: moving }, (tried) =>
      eventually(async () => {
        expect(await refusal(tried('moved'))).toBe(
          '400 BadRequest: the namespace of the provided object does not match the namespace sent on the request',
        );
      }),
    );
    const paramKind = { apiVersion: 'example.dev/v1', kind: 'Nothing' };
    await withPolicy('no-kind', { mutations: [MARK], paramKind }, (tried) =>
      eventually(async () => {
        const why = "failed to find resource referenced by paramKind: 'example.dev/v1, Kind=Nothing'";
        expect(await refusal(tried('refused'))).toBe(
          `403 Forbidden: policy "no-kind.${namespace}" denied request: failed to configure policy: ${why}`,
        );
      }),
    );
  });

  it('L-10: a policy takes part in the second round only if it wishes to', async () => {
    const count = 'object.data.?count.orValue("0")';
    const mutations = [applying(`Object{data: {"count": string(int(${count}) + 1)}}`)];
    for (const [reinvocationPolicy, expected] of [
      ['Never', '1'],
      ['IfNeeded', '2'],
    ] as const) {
      await withPolicy(reinvocationPolicy.toLowerCase(), { mutations, reinvocationPolicy }, (tried) =>
        eventually(async () => {
          expect((await tried('counted', { data: { a: '1' } })).data?.['count']).toBe(expected);
        }),
      );
    }
  });

  it('L-10: webhooks see what policies made, and policies see in the second round what webhooks made', async () => {
    const patch = [{ op: 'add', path: '/data/hook', value: 'yes' }];
    server.on('/after-policies', () => ({ patch }));
    const hooks = `${REGISTRATION}/mutatingwebhookconfigurations`;
    const hook = configuration(server, 'Mutating', 'after-policies', '/after-policies') as {
      webhooks: readonly object[];
    };
    const within = { matchLabels: { 'kubernetes.io/metadata.name': namespace } };
    const webhooks = hook.webhooks.map((one) => ({ ...one, namespaceSelector: within }));
    await send('POST', hooks, { ...hook, webhooks });
    const mutations = [applying('Object{data: {"policy": has(object.data.hook) ? "after" : "before"}}')];
    try {
      await withPolicy('order', { mutations, reinvocationPolicy: 'IfNeeded' }, (tried) =>
        eventually(async () => {
          server.seen.length = 0;
          const made = await tried('ordered', { data: { a: '1' } });
          expect(made.data).toEqual({ a: '1', hook: 'yes', policy: 'after' });
          expect(server.seen.map(({ request }) => request.object.data.policy)).toEqual(['before']);
        }),
      );
    } finally {
      await send('DELETE', `${hooks}/after-policies`);
    }
  });

  it('L-10: a policy or a binding that makes no sense is refused with all that is wrong', async () => {
    const full = `bad.${namespace}`;
    const refused = async (spec: object): Promise<string[]> => {
      const error: unknown = await send('POST', `${POLICIES}?dryRun=All`, policyOf('bad', spec)).catch(
        (e: unknown) => e,
      );
      const causes = isKubeError(error) ? (error.body?.details?.causes ?? []) : [];
      return causes.map(({ field, message }) => `${field}: ${message}`);
    };
    expect(await refused({ reinvocationPolicy: undefined, matchConstraints: undefined })).toEqual([
      'spec.matchConstraints: Required value',
      'spec.mutations: Required value: mutations must contain at least one item',
      'spec.reinvocationPolicy: Required value',
    ]);
    const rule = { apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], operations: ['DELETE'] };
    expect(
      await refused({
        failurePolicy: 'Never',
        reinvocationPolicy: 'Always',
        matchConstraints: { resourceRules: [rule] },
        variables: [{ name: 'made', expression: 'Object{}' }],
        mutations: [
          { patchType: 'Other' },
          { applyConfiguration: { expression: 'Object{}' } },
          { patchType: 'JSONPatch', applyConfiguration: { expression: 'Object{}' } },
          applying(' '),
          applying('Object.spec{}'),
          applying('[Object{}]'),
          patching('[]'),
          patching('JSONPatch{op: "add"}'),
          applying('Thing{}'),
          patching('[JSONPatch{op: 1}]'),
        ],
      }),
    ).toMatchInlineSnapshot(`
      [
        "spec.failurePolicy: Unsupported value: "Never": supported values: "Fail", "Ignore"",
        "spec.matchConstraints.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"",
        "spec.variables[0].expression: Invalid value: "Object{}": compilation failed: ERROR: <input>:1:7: undeclared reference to 'Object' (in container '')
       | Object{}
       | ......^",
        "spec.mutations[0].patchType: Unsupported value: "Other": supported values: "ApplyConfiguration", "JSONPatch"",
        "spec.mutations[1].patchType: Required value",
        "spec.mutations[2].jsonPatch: Required value: must be specified when patchType is JSONPatch",
        "spec.mutations[2].applyConfiguration: Invalid value: "{applyConfiguration}": must not be specified when patchType is JSONPatch",
        "spec.mutations[3].applyConfiguration.expression: Required value",
        "spec.mutations[4].applyConfiguration.expression: Invalid value: "Object.spec{}": must evaluate to Object but got Object.spec",
        "spec.mutations[5].applyConfiguration.expression: Invalid value: "[Object{}]": must evaluate to Object but got list(Object)",
        "spec.mutations[6].jsonPatch.expression: Invalid value: "[]": must evaluate to list(JSONPatch) but got list(dyn)",
        "spec.mutations[7].jsonPatch.expression: Invalid value: "JSONPatch{op: \\"add\\"}": must evaluate to list(JSONPatch) but got JSONPatch",
        "spec.mutations[8].applyConfiguration.expression: Invalid value: "Thing{}": compilation failed: ERROR: <input>:1:6: undeclared reference to 'Thing' (in container '')
       | Thing{}
       | .....^",
        "spec.mutations[9].jsonPatch.expression: Invalid value: "[JSONPatch{op: 1}]": compilation failed: ERROR: <input>:1:14: expected type of field 'op' is 'string' but provided type is 'int'
       | [JSONPatch{op: 1}]
       | .............^",
        "spec.reinvocationPolicy: Unsupported value: "Always": supported values: "IfNeeded", "Never"",
      ]
    `);
    const binding = {
      metadata: { name: full },
      spec: { policyName: 'Not A Name', matchResources: { resourceRules: [rule] } },
    };
    expect(await refusal(send('POST', `${BINDINGS}?dryRun=All`, binding))).toContain(
      'spec.policyName: Invalid value: "Not A Name"',
    );
  });
});
