import { describe, expect, test } from 'vitest';
import { freshnessOf } from './freshness.ts';

describe('whether samples are young', () => {
  const freshness = freshnessOf('sum(rate(errors[5m])) / sum(rate(requests[5m]))', 90_000);
  const seen = (counts: readonly (number | undefined)[]): string | undefined =>
    freshness?.judge(
      counts.flatMap((value, index) =>
        value === undefined ? [] : [{ value, labels: { slipway_selector: String(index) } }],
      ),
    );

  test.each([
    ['both young', [2, 2], undefined],
    ['one young, the other never seen or ended', [undefined, 2], undefined],
    ['one young, the other old and not ended', [0, 2], /^no sample of errors in the last 90 s, only older ones/],
    ['none young', [undefined, undefined], /^no sample of errors, requests in the last 90 s$/],
  ])('G-92: %s', (_, counts, words) => {
    if (words === undefined) expect(seen(counts)).toBeUndefined();
    else expect(seen(counts)).toMatch(words);
  });

  test('G-92: a series that goes on counts as old only after the time in which Prometheus would have ended it', () => {
    const [errors = ''] = freshness?.query.split(' or label_replace') ?? [];
    expect(errors).toBe(
      'label_replace(count(last_over_time(errors[90000ms])) or ' +
        '0 * (count(errors) unless count(last_over_time(errors[135000ms]))), "slipway_selector", "0", "", "")',
    );
  });

  test('what reads no series does not age', () => {
    expect(freshnessOf('vector(1) + time()', 90_000)).toBeUndefined();
  });
});
