import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorFromAnswer } from '../transport/answer-error.ts';
import { hiderOf, withoutQuotedValues } from './index.ts';

const AT = 'spec.template.spec.containers[0]';

describe('what validation quotes', () => {
  test.each([
    [`${AT}.env[0].value: Invalid value: "hunter2": too short`, `${AT}.env[0].value: Invalid value: ***: too short`],
    [
      'spec.env.KEY: Unsupported value: "hunter2": supported values: "a"',
      'spec.env.KEY: Unsupported value: ***: supported values: "a"',
    ],
    ['spec.dbPassword: Not found: "hunter2"', 'spec.dbPassword: Not found: ***'],
    [
      'Job.batch "a" is invalid: spec.template: Invalid value: core.PodTemplateSpec{Env:[]core.EnvVar{core.EnvVar{Name:"A", Value:"hunt\\"er2"}}, N:(*int64)(0xc00)}: field is immutable',
      'Job.batch "a" is invalid: spec.template: Invalid value: ***: field is immutable',
    ],
    [
      'X is invalid: [spec.env[1]: Duplicate value: {"name":"A","value":"hunter2"}, spec.replicas: Invalid value: -1: must be positive]',
      'X is invalid: [spec.env[1]: Duplicate value: ***, spec.replicas: Invalid value: -1: must be positive]',
    ],
    [
      'Pod "a" is invalid: spec: Forbidden: pod updates may not change fields other than `spec.x`\n  core.PodSpec{\n  Value: "hunter2",\n }',
      'Pod "a" is invalid: spec: Forbidden: pod updates may not change fields other than `spec.x` ***',
    ],
    [
      '.spec.containers[name="a"].env[name="B"].value: expected string, got &value.valueUnstructured{Value:12345}',
      '.spec.containers[name="a"].env[name="B"].value: expected string, got ***',
    ],
    ['spec.env.A: Invalid value: "hunter2 cut of', 'spec.env.A: Invalid value: ***'],
    ['metadata.annotations[token]: Invalid value: "hunter2"', 'metadata.annotations[token]: Invalid value: ***'],
  ])('R-19: %s', (text, expected) => {
    expect(withoutQuotedValues(text)).toBe(expected);
  });

  test.each([
    'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    'metadata.annotations: Invalid value: "bad key": name part must consist of alphanumeric characters',
    `${AT}.env[0].name: Invalid value: "1a": a valid environment variable name`,
    'spec.template.spec.imagePullSecrets[1]: Duplicate value: {"name":"registry"}',
    'spec.strategy.type: Unsupported value: "x": supported values: "Recreate", "RollingUpdate"',
    'spec.env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty',
    'deployments.apps "web" not found',
    'spec.tls[0].secretName: Invalid value: "Shop-TLS": must be lower case',
    'spec.volumes[0].secret.defaultMode: Invalid value: 9999: must be a mode',
    'spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 5: may not be less than 600',
    'pods "a" is forbidden: exceeded quota: q, requested: pods=1',
  ])('people keep what they need: %s', (text) => {
    expect(withoutQuotedValues(text)).toBe(text);
  });
});

/** A value as people have them in variables: with quotes, braces, line ends and colons. */
const secret = fc
  .string({ unit: fc.constantFrom('a', 'B', '7', '"', '\\', '{', '}', '[', ']', ':', ' ', '\n', ',', '$', 'é') })
  .map((text) => `S3cr3t${text}x`);
const field = fc.constantFrom(
  `${AT}.env[3].value`,
  'spec.env[DB_URL]',
  'spec.env.DB_URL',
  `${AT}.args[0]`,
  `${AT}.command`,
  'metadata.annotations[example.com/x]',
  'spec.auth.password',
  'data[key.with space]',
);
const kind = fc.constantFrom('Invalid value', 'Duplicate value', 'Unsupported value', 'Not found');
const form = fc.constantFrom<(value: string) => string>(
  (value) => JSON.stringify(value),
  (value) => JSON.stringify({ name: 'A', value }),
  (value) => JSON.stringify([value, 'b']),
  (value) => `core.EnvVar{Name:"A", Value:${JSON.stringify(value)}, ValueFrom:(*core.EnvVarSource)(nil)}`,
  (value) => `[]string{"a", ${JSON.stringify(value)}}`,
);

test('R-19: whatever value a field holds and however validation writes it, the words around it are all that is left', () => {
  fc.assert(
    fc.property(secret, field, kind, form, (value, at, what, written) => {
      const before = `Thing.example.com "a" is invalid: [spec.size: Invalid value: 3: too small, ${at}: ${what}: `;
      const after = ': must match, spec.x: Required value]';
      expect(withoutQuotedValues(before + written(value) + after)).toBe(`${before}***${after}`);
    }),
  );
});

test('R-19: what was sent as a variable is in no error, in whatever words it comes back; names are', () => {
  const words = fc.constantFrom<(value: string) => string>(
    (value) => `admission webhook "a" denied the request: ${value} is not allowed for web`,
    (value) => `admission webhook "a" denied the request: got ${JSON.stringify(value)} in web`,
    (value) => `web: KEY=${value};`,
  );
  const body = fc.constantFrom<(value: string) => unknown>(
    (value) => ({ metadata: { name: 'web' }, spec: { containers: [{ env: [{ name: 'KEY', value }] }] } }),
    (value) => ({ metadata: { name: 'web', annotations: { KEY: value } } }),
    (value) => [{ op: 'add', path: '/spec/env/KEY', value }],
    (value) => ({ metadata: { name: 'web' }, spec: { env: { KEY: value } } }),
  );
  fc.assert(
    fc.property(secret, words, body, fc.boolean(), (value, say, sent, isJson) => {
      const message = say(value);
      const status = { kind: 'Status', message, details: { causes: [{ field: 'spec', message }] } };
      const error = errorFromAnswer({
        asked: 'PATCH /apis/apps/v1/namespaces/a/deployments/web',
        status: 403,
        contentType: isJson ? 'application/json' : 'text/plain',
        text: isJson ? JSON.stringify(status) : message,
        isSecret: false,
        sent: JSON.stringify(sent(value)),
        retryAfterMs: undefined,
        expectsJson: true,
      });
      const shown = [error.message, error.body?.message, error.body?.details?.causes?.[0]?.message].join('\n');
      expect(shown).not.toContain(value);
      expect(shown).not.toContain('S3cr3t');
      expect(shown).toContain('web');
    }),
  );
});

test('ordinary words that stand in a variable too stay in the sentences of the server', () => {
  const env = ['true', '8080', 'no', 'shop', 'info'].map((value) => ({ name: 'A', value }));
  const hide = hiderOf(JSON.stringify({ metadata: { namespace: 'shop' }, spec: { env } }));
  const text = 'no room for port 8080 in namespace shop is true information';
  expect(hide(text)).toBe(text);
});

test('words and references that a sentence needs stay in it', () => {
  const sent = {
    metadata: { name: 'web', annotations: { team: 'limits' } },
    spec: {
      tls: [{ secretName: 'shop-tls' }],
      containers: [
        {
          args: ['server'],
          env: [
            { name: 'NODE_ENV', value: 'production' },
            { name: 'POD_NAMESPACE', value: 'default' },
            { name: 'WHAT', value: 'request' },
          ],
        },
      ],
    },
  };
  const hide = hiderOf(JSON.stringify(sent));
  for (const text of [
    'denied the request: namespace default is not a production namespace of this server',
    'secret shop/shop-tls does not exist',
    'exceeded quota: requested: limits.cpu=2',
  ])
    expect(hide(text)).toBe(text);
  expect(hide('env NODE_ENV="production" is refused')).toBe('env NODE_ENV="***" is refused');
});

test('R-19: passwords are found as Go escapes them, as a part of an address, and where a name is the same', () => {
  const env = [
    { name: 'DB_PASSWORD', value: 'correcthorse' },
    { name: 'P', value: 'a<b&c-hunter2' },
    { name: 'DSN', value: 'postgres://shop:hunter2pw@db/shop' },
  ];
  const hide = hiderOf(
    JSON.stringify({ metadata: { name: 'correcthorse' }, spec: { url: 'https://u:geheim12@x/', env } }),
  );
  expect(hide('correcthorse is weak')).toBe('*** is weak');
  expect(hide(String.raw`env P=a\u003cb\u0026c-hunter2 is refused`)).toBe('env P=*** is refused');
  expect(hide('cannot parse password hunter2pw of DSN')).toBe('cannot parse password *** of DSN');
  expect(hide('spec.url: Invalid value: "https://u:geheim12@x/"')).not.toContain('geheim12');
  expect(hiderOf(undefined)('spec.url: Invalid value: "https://u:geheim12@x/"')).not.toContain('geheim12');
});

test('R-19: a long text without an end is read in no time', () => {
  const text = `${'a['.repeat(20_000)}: Invalid value: ${'{['.repeat(10_000)}`;
  expect(withoutQuotedValues(text)).toContain('Invalid value: ***');
});
