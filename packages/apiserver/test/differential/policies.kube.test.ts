import { describe, expect, test } from 'vitest';
import { type Step, useTwins } from './twins.ts';

const twins = useTwins();

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const REGISTRATION = '/apis/admissionregistration.k8s.io/v1';

type Row = readonly [method: string, path: string, body?: unknown, type?: Step['type']];

async function compare(rows: readonly Row[]): Promise<void> {
  for (const [method, path, body, type] of rows) {
    const step: Step = { method, path, ...(body !== undefined && { body }), ...(type && { type }) };
    const { kube, local } = await twins.settle(step);
    expect.soft({ step, outcome: local }).toEqual({ step, outcome: kube });
  }
}

const PROBE: Step = { method: 'POST', path: `${CONFIG_MAPS}?dryRun=All`, body: { metadata: { name: 'probe' } } };
const REFUSES_PROBE = {
  expression: "request.operation == 'DELETE' || object.metadata.name != 'probe'",
  message: 'probed',
};

/** Works with a policy once the real server has taken notice of it. */
async function withPolicy(name: string, spec: object, binding: object, work: () => Promise<void>): Promise<void> {
  const { validations = [], ...rest } = spec as { validations?: object[] };
  const matchConstraints = {
    resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] }],
  };
  await twins.ask({
    method: 'POST',
    path: `${REGISTRATION}/validatingadmissionpolicies`,
    body: { metadata: { name }, spec: { matchConstraints, validations: [REFUSES_PROBE, ...validations], ...rest } },
  });
  await twins.ask({
    method: 'POST',
    path: `${REGISTRATION}/validatingadmissionpolicybindings`,
    body: {
      metadata: { name: `${name}-binding` },
      spec: { policyName: name, validationActions: ['Deny'], ...binding },
    },
  });
  const isInForce = async (): Promise<boolean> => {
    const { kube } = await twins.ask(PROBE);
    return kube.status !== 201 || (kube.warning?.includes('probed') ?? false);
  };
  while (!(await isInForce()));
  try {
    await work();
  } finally {
    await twins.ask({ method: 'DELETE', path: `${REGISTRATION}/validatingadmissionpolicybindings/${name}-binding` });
    await twins.ask({ method: 'DELETE', path: `${REGISTRATION}/validatingadmissionpolicies/${name}` });
    while (await isInForce());
  }
}

const create = (name: string, rest: object = {}): Row => [
  'POST',
  `${CONFIG_MAPS}?dryRun=All`,
  { metadata: { name }, ...rest },
];

describe('policies of a real API server', () => {
  test('L-10: validations, their messages and reasons', () =>
    withPolicy(
      'rules',
      {
        variables: [
          {
            name: 'size',
            expression: "request.operation == 'DELETE' ? 0 : (has(object.data) ? size(object.data) : 0)",
          },
          { name: 'isLarge', expression: 'variables.size > 2' },
          { name: 'broken', expression: 'object.data.none' },
        ],
        validations: [
          {
            expression: '!variables.isLarge',
            messageExpression: "'too large: ' + string(variables.size)",
            reason: 'RequestEntityTooLarge',
          },
          {
            expression: "request.operation == 'DELETE' || !has(object.data) || !('secret' in object.data)",
            message: ' no secrets ',
            reason: 'Forbidden',
          },
          { expression: "request.operation == 'DELETE' || !has(object.data) || !has(object.data.plain)" },
          { expression: "request.operation == 'DELETE' || !has(object.data) || object.data.must == 'be'" },
          {
            expression: "request.operation == 'DELETE' || object.metadata.name != 'broken' || variables.broken == 'x'",
          },
          { expression: "request.operation != 'DELETE' || oldObject.metadata.name != 'kept'", message: 'it stays' },
          { expression: "request.userInfo.username != 'nobody' && namespaceObject.metadata.name == 'default'" },
          {
            expression: "request.operation == 'DELETE' || object.metadata.name != 'multi'",
            message: 'plain',
            messageExpression: "'two\\nlines'",
          },
        ],
      },
      {},
      () =>
        compare([
          create('fine', { data: { must: 'be' } }),
          create('probe'),
          create('large', { data: { must: 'be', b: '1', c: '1' } }),
          create('secret', { data: { secret: 'x', must: 'be' } }),
          create('plain', { data: { plain: 'x', must: 'be' } }),
          create('missing', { data: { a: 'b' } }),
          create('broken'),
          create('multi'),
          ['POST', CONFIG_MAPS, { metadata: { name: 'kept' } }],
          ['DELETE', `${CONFIG_MAPS}/kept`],
          ['PATCH', `${CONFIG_MAPS}/kept`, { data: { secret: 'x', must: 'be' } }, 'merge'],
          [
            'PATCH',
            `${CONFIG_MAPS}/kept?fieldManager=a`,
            { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kept' }, data: { a: 'b' } },
            'apply',
          ],
        ]),
    ));

  test('L-10: expressions ask who may do what', () =>
    withPolicy(
      'authorizes',
      {
        validations: [
          {
            expression:
              "request.operation == 'DELETE' || object.metadata.name != 'own' || !authorizer.requestResource.check('create').allowed()",
            message: 'may create',
          },
          {
            expression:
              "request.operation == 'DELETE' || object.metadata.name != 'account' || authorizer.serviceAccount('default', 'nobody').group('apps').resource('deployments').namespace('default').name('x').subresource('scale').check('update').allowed()",
            message: 'may not scale',
          },
          {
            expression:
              "request.operation == 'DELETE' || object.metadata.name != 'path' || !authorizer.path('/healthz').check('get').allowed()",
            message: 'may look',
          },
        ],
      },
      {},
      () => compare([create('own'), create('account'), create('path'), create('other')]),
    ));

  test('L-10: what warns does not refuse', () =>
    withPolicy(
      'warns',
      { validations: [{ expression: 'object.data.x == "y"' }] },
      { validationActions: ['Warn', 'Audit'] },
      () => compare([create('fine', { data: { x: 'y' } }), create('odd', { data: { x: 'z' } }), create('none')]),
    ));

  test('L-10: what cannot be evaluated is ignored where the policy says so', () =>
    withPolicy('lenient', { failurePolicy: 'Ignore', validations: [{ expression: 'object.data.x == "y"' }] }, {}, () =>
      compare([create('none'), create('odd', { data: { x: 'z' } })]),
    ));

  test('L-10: conditions decide whether a policy applies', () =>
    withPolicy(
      'picky',
      {
        matchConditions: [
          { name: 'not-skipped', expression: "!has(object.metadata.labels) || !('skip' in object.metadata.labels)" },
          { name: 'fragile', expression: "object.metadata.name != 'fragile' || object.data.x == 'y'" },
        ],
        validations: [{ expression: 'false', message: 'never' }],
      },
      {},
      () =>
        compare([
          create('any'),
          create('fragile'),
          create('skipped', { metadata: { name: 'skipped', labels: { skip: 'x' } } }),
        ]),
    ));

  test('L-10: parameters come from the objects that a binding names', async () => {
    await compare([
      ['POST', CONFIG_MAPS, { metadata: { name: 'limits', labels: { role: 'limits' } }, data: { max: '1' } }],
    ]);
    const spec = {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      validations: [
        {
          expression: 'params == null || !has(object.data) || size(object.data) <= int(params.data.max)',
          messageExpression: "'at most ' + params.data.max + ' of ' + params.metadata.name",
        },
      ],
    };
    const rows = [create('one', { data: { a: '1' } }), create('two', { data: { a: '1', b: '2' } })];
    await withPolicy(
      'by-name',
      spec,
      { paramRef: { name: 'limits', namespace: 'default', parameterNotFoundAction: 'Deny' } },
      () => compare(rows),
    );
    await withPolicy(
      'by-label',
      spec,
      { paramRef: { selector: { matchLabels: { role: 'limits' } }, parameterNotFoundAction: 'Allow' } },
      () => compare(rows),
    );
    await withPolicy(
      'missing',
      spec,
      { paramRef: { name: 'nowhere', namespace: 'default', parameterNotFoundAction: 'Deny' } },
      () => compare(rows),
    );
  });

  test('L-10: bindings and exclusions narrow what a policy is about', () =>
    withPolicy(
      'narrow',
      {
        matchConstraints: {
          resourceRules: [{ apiGroups: [''], apiVersions: ['*'], operations: ['CREATE'], resources: ['configmaps'] }],
          excludeResourceRules: [
            {
              apiGroups: [''],
              apiVersions: ['v1'],
              operations: ['*'],
              resources: ['configmaps'],
              resourceNames: ['free'],
            },
          ],
        },
        validations: [{ expression: "object.metadata.name == 'probe'", message: 'no' }],
      },
      { matchResources: { objectSelector: { matchExpressions: [{ key: 'free', operator: 'DoesNotExist' }] } } },
      () =>
        compare([
          create('any'),
          create('free'),
          create('labelled', { metadata: { name: 'labelled', labels: { free: 'x' } } }),
        ]),
    ));

  test('L-10 K-88: what makes no sense is refused at once', () => {
    const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] };
    const policy = (spec: object): Row => [
      'POST',
      `${REGISTRATION}/validatingadmissionpolicies?dryRun=All`,
      { metadata: { name: 'p' }, spec: { matchConstraints: { resourceRules: [rule] }, ...spec } },
    ];
    const binding = (spec: object): Row => [
      'POST',
      `${REGISTRATION}/validatingadmissionpolicybindings?dryRun=All`,
      { metadata: { name: 'b' }, spec: { policyName: 'p', validationActions: ['Deny'], ...spec } },
    ];
    const hook = (rest: object): Row => {
      const plain = { name: 'a.b.c', clientConfig: { url: 'https://x/y' }, rules: [rule], sideEffects: 'None' };
      return [
        'POST',
        `${REGISTRATION}/mutatingwebhookconfigurations?dryRun=All`,
        { metadata: { name: 'h' }, webhooks: [{ ...plain, admissionReviewVersions: ['v1'], ...rest }] },
      ];
    };
    const validation = (rest: object) => policy({ validations: [rest] });
    const fine = [{ expression: 'true' }];
    return compare([
      validation({ expression: 'object.x ==' }),
      validation({ expression: 'object.x' }),
      validation({ expression: '[1]' }),
      validation({ expression: 'request.nope == 1' }),
      validation({ expression: 'params.x == 1' }),
      validation({ expression: 'true', messageExpression: '1' }),
      validation({ expression: 'true', reason: 'Because' }),
      validation({ expression: 'true', message: 'a\nb' }),
      policy({ variables: [{ name: 'a', expression: 'foo' }], validations: [{ expression: 'variables.a == 1' }] }),
      policy({ matchConditions: [{ name: 'a', expression: '1' }], validations: fine }),
      policy({ validations: [] }),
      policy({ validations: fine, matchConstraints: { resourceRules: [] } }),
      policy({ validations: fine, paramKind: { kind: 'ConfigMap' } }),
      binding({ validationActions: [] }),
      binding({ validationActions: ['Deny', 'Warn', 'Deny', 'Shout'] }),
      binding({ paramRef: { parameterNotFoundAction: 'Maybe' } }),
      binding({ paramRef: { name: 'x', selector: {} } }),
      hook({ matchConditions: [{ name: 'a', expression: 'object.x ==' }] }),
      hook({
        matchConditions: [
          { name: 'a', expression: '1' },
          { name: 'a', expression: 'true' },
        ],
      }),
      hook({ sideEffects: 'Some' }),
      hook({ sideEffects: undefined }),
      hook({ name: 'short' }),
      hook({ admissionReviewVersions: ['v3'] }),
      hook({ admissionReviewVersions: [] }),
      hook({ clientConfig: {} }),
      hook({ clientConfig: { url: 'http://x?y=z#f' } }),
      hook({ clientConfig: { service: { name: 'x' } } }),
      hook({ timeoutSeconds: 60 }),
      hook({ reinvocationPolicy: 'Always' }),
      hook({ failurePolicy: 'Maybe', matchPolicy: 'x' }),
      hook({ rules: [{ apiGroups: ['*', 'a'], apiVersions: [], operations: ['X'], resources: ['*/*', 'a'] }] }),
      hook({ rules: [{ ...rule, resources: ['a/*', 'a/b', '*', 'c'], scope: 'Here' }] }),
    ]);
  });
});
