import { expect, test } from 'vitest';
import { PrometheusClient } from '../../src/prometheus/index.ts';

/** As VictoriaMetrics 1.79 answers: 422 whatever is wrong, and the query before the reason. */
const victoria = (query: string, reason: string): Response =>
  Response.json(
    {
      status: 'error',
      errorType: '422',
      error: `error when executing query=${JSON.stringify(query)} for (time=1795027644855, step=300000): ${reason}`,
    },
    { status: 422 },
  );

const asked = (reason: string, query = 'sum(rate(requests_total[1m])') =>
  new PrometheusClient({ url: 'http://metrics', fetch: async () => victoria(query, reason) }).query(query, 1_000);

test.each([
  'argList: unexpected token ""; want ",", ")"; unparsed data: ""',
  'unknown func "nosuchfn"',
  'cannot expand WITH expressions: invalid regexp in code="(": error parsing regexp: missing closing ): `^(?:()$`',
])('G-83: a query that VictoriaMetrics cannot read is refused for good, with its reason: %s', async (reason) => {
  expect(await asked(reason)).toEqual({ failure: `the query was refused (422): ${reason}`, isPermanent: true });
});

test('G-83: the reason is not cut off behind a long query', async () => {
  const query = `sum(rate(requests_total{pod=~"${'x'.repeat(500)}"}[1m])`;
  expect((await asked('argList: unexpected token ""; unparsed data: ""', query)).failure).toContain('unexpected token');
});

test('G-83: what fails while VictoriaMetrics executes it may pass the next time', async () => {
  const reason = 'cannot evaluate "a * on () b": duplicate time series on the right side of * on ()';
  expect(await asked(reason)).toEqual({ failure: `the query was refused (422): ${reason}` });
});

test('G-83: a store that cannot be asked how old samples are is reported at once', async () => {
  const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> =>
    (await new Request(url, init).text()).includes('last_over_time')
      ? Response.json({ status: 'error', errorType: 'bad_data', error: 'unknown function' }, { status: 400 })
      : Response.json({ status: 'success', data: { resultType: 'scalar', result: [1, '1'] } });
  const result = await new PrometheusClient({ url: 'http://metrics', fetch }).query('sum(a)', 1_000, {
    maxAgeMs: 90_000,
  });
  expect(result).toEqual({
    failure: 'how old its samples are cannot be asked: the query was refused (400): unknown function',
    isPermanent: true,
  });
});
