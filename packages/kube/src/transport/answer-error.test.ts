import { describe, expect, it } from 'vitest';
import { errorFromAnswer, type RefusedAnswer } from './answer-error.ts';

const refused = (status: number, body: object): RefusedAnswer => ({
  asked: 'GET /api/v1/namespaces/a/secrets/b',
  status,
  contentType: 'application/json',
  text: JSON.stringify({ kind: 'Status', code: status, ...body }),
  isSecret: true,
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
