import { inspect } from 'node:util';
import type { Logger } from '@slipway/kube';
import { withoutQuotedValues } from '@slipway/kube/secrecy';
import type { KubeRequest } from '@slipway/kube/transport';
import { expect, test } from 'vitest';
import { ApiServer, json } from '../transport/api-server.ts';

const SECRET = 'hunter2-3f9a';
const AT = 'spec.template.spec.containers[0].env[0]';
const request: KubeRequest = {
  method: 'PATCH',
  path: '/apis/apps/v1/namespaces/shop/deployments/web',
  retry: false,
  body: JSON.stringify({
    metadata: { name: 'web' },
    spec: { template: { spec: { containers: [{ name: 'web', env: [{ name: 'KEY', value: SECRET }] }] } } },
  }),
};

test.each([
  ['validation', `Deployment.apps "web" is invalid: ${AT}.value: Invalid value: "${SECRET}": too short`],
  ['a webhook', `admission webhook "policy.example.com" denied the request: KEY=${SECRET} is not allowed`],
])(
  'R-19: a variable that %s quotes is in no error, log line or warning; the field and its name are',
  async (_who, message) => {
    const lines: unknown[] = [];
    const write = (fields: unknown, text: string): number => lines.push(fields, text);
    const logger: Logger = { debug: write, info: write, warn: write, error: write };
    const server = await ApiServer.start((_request, response) => {
      const causes = [{ reason: 'FieldValueInvalid', field: `${AT}.value`, message: `Invalid value: "${SECRET}"` }];
      const status = { kind: 'Status', code: 422, reason: 'Invalid', message, details: { name: 'web', causes } };
      json(response, status, 422, { warning: `299 - "${message.replaceAll('"', "'")}"` });
    });
    const error: unknown = await server
      .connect({ logger })
      .json(request)
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'KUBE_INVALID', body: { details: { causes: [{ field: `${AT}.value` }] } } });
    const shown = inspect([error, lines], { depth: Number.POSITIVE_INFINITY, showHidden: true });
    expect(shown).not.toContain(SECRET);
    expect(shown).toContain('web');
    expect(lines).not.toEqual([]);
  },
);

test('R-19: what a controller repeats of a refusal is cleared the same way', () => {
  const refusal = `Pod "web-1" is invalid: spec.containers[0].env[0].value: Invalid value: "${SECRET}": too short`;
  expect(withoutQuotedValues(refusal)).not.toContain(SECRET);
});
