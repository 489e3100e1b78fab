import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { PrometheusMetric } from './analysis.ts';
import { PrometheusClient } from './client.ts';

const NOW = 1_700_000_000_000;
const vector = (...values: string[]): string =>
  JSON.stringify({
    status: 'success',
    data: { resultType: 'vector', result: values.map((value) => ({ metric: {}, value: [NOW / 1000, value] })) },
  });

describe('a Prometheus that lies', () => {
  let server: Server;
  let answers: { code?: number; body: string }[];
  let asked: string[];
  let lookbacks: (string | null)[];
  /** What is answered where the age of samples is asked for. */
  let ages: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => {
        body += piece.toString();
      });
      request.on('end', () => {
        const form = new URLSearchParams(body);
        const query = form.get('query') ?? '';
        if (query.includes('slipway_selector')) {
          response.writeHead(200).end(ages);
          return;
        }
        asked.push(query);
        lookbacks.push(form.get('lookback_delta'));
        const answer = answers.shift() ?? { body: vector() };
        response.writeHead(answer.code ?? 200).end(answer.body);
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    answers = [];
    asked = [];
    lookbacks = [];
    ages = vector('1');
  });

  const metric = (more = {}): PrometheusMetric =>
    new PrometheusMetric(new PrometheusClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }), {
      query: 'sum(rate(ok{version="$version"}[1m]))',
      successCondition: 'result >= 0.95',
      failureCondition: 'result < 0.9',
      ...more,
    });

  test.each([
    ['above', vector('0.97'), 'Pass', '0.97, at least 0.95 asked'],
    ['below', vector('0.5'), 'Fail', '0.5, at least 0.95 asked'],
    ['between', vector('0.92'), 'Inconclusive', '0.92, at least 0.95 asked'],
    ['nothing', vector(), 'Inconclusive', 'no data'],
    ['no number', vector('NaN'), 'Inconclusive', 'the value is NaN'],
    ['no end', vector('+Inf'), 'Inconclusive', 'the value is Infinity'],
    ['two series', vector('1', '1'), 'Inconclusive', '2 series where one was asked for; aggregate the query'],
    ['something stale', vector('1').replaceAll(String(NOW / 1000), '1'), 'Inconclusive', 'the newest sample is stale'],
    ['a web page', '<html>', 'Error', 'the answer (200) is not JSON; is this a Prometheus?'],
    ['a refusal', '{"status":"error","error":"parse error"}', 'Error', 'the query was refused (200): parse error'],
    [
      'a range',
      '{"status":"success","data":{"resultType":"matrix","result":[]}}',
      'Error',
      'the answer has no instant values (matrix)',
    ],
    ['no text for a number', vector(''), 'Error', 'the answer has no instant values (vector)'],
    ['another number system', vector('0x1'), 'Error', 'the answer has no instant values (vector)'],
    ['null', 'null', 'Error', 'the query was refused (200): no reason given'],
    [
      'a part',
      `{"warnings":["store b is away"],${vector('0.97').slice(1)}`,
      'Error',
      'the answer may lack data: store b is away',
    ],
    [
      'a remark',
      `{"warnings":["PromQL info: no counter"],${vector('0.97').slice(1)}`,
      'Pass',
      '0.97, at least 0.95 asked',
    ],
    [
      'too much',
      `"${'x'.repeat(1_100_000)}"`,
      'Error',
      'the query failed: the answer is longer than 1048576 bytes; reading stopped there and the connection was closed',
    ],
  ])('I8: %s: the measurement is what it is worth', async (_title, body, outcome, message) => {
    answers = [{ body }];
    expect(await metric().measure(NOW, { version: 'v2' })).toEqual({ at: NOW, outcome, message });
  });

  test('I8: what reads no young sample is no data, whatever its value; so is what nobody measures', async () => {
    const old = vector('1').replace('"metric":{}', '"metric":{"slipway_selector":"0"}').replace('"1"]', '"0"]');
    for (const [answer, message] of [
      [old, 'no sample of ok{version="v2"} in the last 30 s, only older ones: is it still scraped?'],
      [vector(), 'no sample of ok{version="v2"} in the last 30 s'],
    ] as const) {
      ages = answer;
      answers = [{ body: vector('0.97') }];
      expect(await metric({ maxAgeMs: 30_000 }).measure(NOW, { version: 'v2' })).toEqual({
        at: NOW,
        outcome: 'Inconclusive',
        message,
      });
    }
    ages = '{"status":"error","error":"no such function"}';
    answers = [{ body: vector('0.97') }];
    expect(await metric().measure(NOW, { version: 'v2' })).toMatchObject({
      outcome: 'Error',
      message: 'how old its samples are cannot be asked: the query was refused (200): no such function',
    });
  });

  test('a query with a syntax error is permanent, with the words of the server; one that fails is not', async () => {
    const refusal = (errorType: string): string => JSON.stringify({ status: 'error', errorType, error: 'its words' });
    answers = [{ code: 400, body: refusal('bad_data') }];
    expect(await metric().measure(NOW, { version: 'v2' })).toEqual({
      at: NOW,
      outcome: 'Error',
      message: 'the query was refused (400): its words',
      isPermanent: true,
    });
    for (const [code, errorType] of [
      [422, 'execution'],
      [400, 'other'],
      [503, 'bad_data'],
    ] as const) {
      answers = [{ code, body: refusal(errorType) }];
      expect(await metric().measure(NOW, { version: 'v2' })).not.toHaveProperty('isPermanent');
    }
  });

  test('a small answer that unpacks to a large one is given up at the limit', async () => {
    const packed = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
    const bomb = createServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
    });
    await new Promise<void>((resolve) => {
      bomb.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => void bomb.close());
    const client = new PrometheusClient({ url: `http://127.0.0.1:${(bomb.address() as AddressInfo).port}` });
    const { failure } = await client.query('up', NOW);
    expect(failure).toMatch(/^the query failed: the answer is longer than 1048576 bytes/);
  });

  test('a server that is away is an error, not a zero', async () => {
    const away = new PrometheusMetric(new PrometheusClient({ url: 'http://127.0.0.1:2' }), {
      query: 'up',
      successCondition: 'result == 0',
    });
    expect(await away.measure(NOW, {})).toEqual({
      at: NOW,
      outcome: 'Error',
      message: 'the query failed: ECONNREFUSED',
    });
  });

  test('what stands before the @ of its address is sent as credentials and shown to nobody', async () => {
    const sent: (string | null)[] = [];
    const spying: typeof fetch = async (input, init) => {
      sent.push(new Request(input, init).headers.get('authorization'));
      return new Response(vector('1'));
    };
    const url = 'http://ann:s%40cret@127.0.0.1:2/prometheus';
    expect((await new PrometheusClient({ url, fetch: spying }).query('up', NOW)).samples).toHaveLength(1);
    expect(sent).toEqual([`Basic ${Buffer.from('ann:s@cret').toString('base64')}`]);
    const { failure } = await new PrometheusClient({ url }).query('up', NOW);
    expect(failure).toBe('the query failed: ECONNREFUSED');
  });

  test.each([500, 503, 404])('an answer with code %s is an error, whatever it says', async (code) => {
    answers = [{ code, body: vector('0.97') }];
    const { outcome, message } = await metric().measure(NOW, { version: 'v2' });
    expect([outcome, message]).toEqual(['Error', `the query was refused (${code}): no reason given`]);
  });

  test('I8: whatever text stands for a number, only a number passes', async () => {
    const always = (text: string): PrometheusMetric =>
      new PrometheusMetric(
        new PrometheusClient({
          url: 'http://nowhere',
          fetch: async (input, init) => {
            const body = await new Request(input, init).text();
            return new Response(vector(body.includes('slipway_selector') ? '1' : text));
          },
        }),
        { query: 'up', successCondition: 'result == result' },
      );
    const texts = fc.oneof(
      fc.double().map(String),
      fc.string({ maxLength: 4 }),
      fc.string({ unit: fc.constantFrom('+', '-', '.', '0', 'e', 'x', 'N', ' ') }),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const { outcome } = await always(text).measure(NOW, {});
        const isNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
        expect(outcome === 'Pass').toBe(isNumber);
      }),
    );
  });

  test('asks the server for nothing older than what counts', async () => {
    await metric({ maxAgeMs: 30_000 }).measure(NOW, { version: 'v2' });
    await metric().measure(NOW, { version: 'v2' });
    expect(lookbacks).toEqual(['30', '300']);
  });

  test('compares with the version before, over the same interval', async () => {
    const compared = metric({ successCondition: 'result <= baseline * 1.1', failureCondition: undefined });
    answers = [{ body: vector('105') }, { body: vector('100') }];
    const measured = await compared.measure(NOW, { version: 'v2' }, { version: 'v1' });
    expect(measured.outcome).toBe('Pass');
    expect(new Set(asked.map((query) => /"(.*)"/.exec(query)?.[1]))).toEqual(new Set(['v1', 'v2']));
    answers = [{ body: vector('105') }, { body: vector() }];
    expect((await compared.measure(NOW, { version: 'v2' }, { version: 'v1' })).outcome).toBe('Inconclusive');
  });

  test('refuses what cannot be asked, by its words', async () => {
    expect(() => metric({ successCondition: 'result >=' })).toThrow(/successCondition "result >=": /);
    await expect(metric().measure(NOW, {})).rejects.toThrow('the query uses $version');
    const nonsense = metric({ successCondition: 'result + 1.0' });
    answers = [{ body: vector('1') }];
    expect((await nonsense.measure(NOW, { version: 'v2' })).message).toBe('result + 1.0 is neither true nor false');
  });

  test('a value cannot leave the quotes it stands in', async () => {
    answers = [{ body: vector('1') }];
    await metric().measure(NOW, { version: 'v2"} or up{job="x' });
    expect(asked).toEqual([String.raw`sum(rate(ok{version="v2\"} or up{job=\"x"}[1m]))`]);
  });
});
