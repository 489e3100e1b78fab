import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { errorFromAnswer, isJson, type RefusedAnswer } from './answer-error.ts';

const refused = (status: number, body: object): RefusedAnswer => ({
  asked: 'GET /api/v1/namespaces/a/secrets/b',
  status,
  contentType: 'application/json',
  text: JSON.stringify({ kind: 'Status', code: status, ...body }),
  isSecret: true,
  sent: undefined,
  retryAfterMs: undefined,
  expectsJson: true,
});

describe('an answer about a Secret', () => {
  it('R-11, R-19: a refusal is as typed as any other', () => {
    const notFound = { reason: 'NotFound', message: 'secrets "b" not found', details: { name: 'b', kind: 'secrets' } };
    expect(errorFromAnswer(refused(404, notFound))).toMatchObject({
      code: 'KUBE_NOT_FOUND',
      message: 'GET /api/v1/namespaces/a/secrets/b was answered with 404: NotFound',
      body: { reason: 'NotFound', details: { name: 'b' } },
    });
    expect(errorFromAnswer(refused(403, { reason: 'Forbidden' }))).toMatchObject({ code: 'KUBE_FORBIDDEN' });
    expect(errorFromAnswer(refused(409, { reason: 'Conflict' }))).toMatchObject({ code: 'KUBE_CONFLICT' });
  });

  it('R-19: no sentence of the server is kept, since it may quote a value', () => {
    const details = { name: 'b', causes: [{ reason: 'FieldValueInvalid', message: 'bad: hunter2', field: 'data.x' }] };
    const error = errorFromAnswer(refused(422, { reason: 'Invalid', message: 'data.x: hunter2', details }));
    expect(error).toMatchObject({ code: 'KUBE_INVALID', body: { details: { causes: [{ field: 'data.x' }] } } });
    expect(error.message + JSON.stringify(error)).not.toContain('hunter2');
    const page = { ...refused(502, {}), contentType: 'text/html', text: '<html>hunter2' };
    expect(errorFromAnswer(page).message).not.toContain('hunter2');
  });
});

test.each([
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['application/json;as=Table;v=v1;g=meta.k8s.io', true],
  ['application/apply-patch+json', true],
  ['Application/JSON', true],
  ['text/html', false],
  ['application/jsonp', false],
  ['application/vnd.kubernetes.protobuf', false],
  ['', false],
  [undefined, false],
])('R-11: %s is JSON: %s', (type, expected) => {
  expect(isJson(type)).toBe(expected);
});

test('R-11: every answer has one code, and shows no more than 200 characters of a body it did not expect', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 200, max: 599 }),
      fc.string({ minLength: 0, maxLength: 600 }),
      fc.constantFrom('application/json', 'text/html', undefined),
      (status, text, contentType) => {
        const error = errorFromAnswer({
          asked: 'GET /x',
          status,
          contentType,
          text,
          isSecret: false,
          sent: undefined,
          retryAfterMs: undefined,
          expectsJson: true,
        });
        expect(error.status).toBe(status);
        expect(error.code).toMatch(/^KUBE_/);
        expect(error.message.length).toBeLessThan(200 + 200);
        if (status === 404 && contentType !== 'application/json') expect(error.code).toBe('KUBE_BAD_RESPONSE');
      },
    ),
  );
});

test('R-9: the Status body names a time to wait where the header does not', () => {
  const text = JSON.stringify({ kind: 'Status', details: { retryAfterSeconds: 3 } });
  const answer = {
    asked: 'GET /x',
    status: 504,
    contentType: 'application/json',
    text,
    isSecret: false,
    sent: undefined,
    expectsJson: true,
  };
  expect(errorFromAnswer({ ...answer, retryAfterMs: undefined }).retryAfterMs).toBe(3000);
  expect(errorFromAnswer({ ...answer, retryAfterMs: 1000 }).retryAfterMs).toBe(1000);
});
