import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { selectorsOf } from './selectors.ts';

describe('what an expression reads', () => {
  test.each<[string, string[]]>([
    ['up', ['up']],
    ['sum(rate(ok{version="v2"}[1m]))', ['ok{version="v2"}']],
    ['sum by (pod) (a) / on (pod) group_left (node) b', ['a', 'b']],
    ['sum(a) by (pod, instance) > bool 2', ['a']],
    ['avg without(pod)({__name__=~"x|y", job="}{"})', ['{__name__=~"x|y",job="}{"}']],
    ['a offset 1h or a @ 1700000000 unless a @ end()', ['a']],
    ['max_over_time(rate(a[1h30m])[10m:30s])', ['a']],
    [
      'histogram_quantile(0.99, sum by (le) (rate(job:d_bucket:rate{route!~"/x|\\"y"}[5m])))',
      ['job:d_bucket:rate{route!~"/x|\\"y"}'],
    ],
    ["label_replace(up{a='(b'}, 'x', '$1', 'y', '(.*)') # and up{job=\"no\"}", ["up{a='(b'}"]],
    ['1 - 0x1F + 1e3 + .5 + Inf + NaN + vector(1) + time()', []],
    ['count_values("version", build_info) and topk(3, `a` == 1)', ['build_info']],
    ['absent(nonexistent{job="a"}) OR on() vector(0)', ['nonexistent{job="a"}']],
    ['sum(rate(a[5m])) / sum(rate(a[5m]))', ['a']],
    ['sum(rate(', []],
    ['a{b="', ['a{b="']],
  ])('%s', (expression, selectors) => {
    expect(selectorsOf(expression)).toEqual(selectors);
  });

  test('every selector of an expression is found, and nothing else, however it is nested and spaced', () => {
    const value = fc.string({ unit: fc.constantFrom('a', '{', '}', '(', ')', '[', ']', ',', ' ', '#', "'") });
    const name = fc.stringMatching(/^m[a-z_:]{0,4}$/);
    const selector = fc.oneof(
      name,
      fc.tuple(name, value).map(([metric, text]) => `${metric}{l="${text}"}`),
      value.map((text) => `{l="${text}"}`),
    );
    const { expression } = fc.letrec<{ expression: { text: string; reads: string[] } }>((tie) => {
      const inner = tie('expression');
      const wrap = (before: string, after: string) =>
        inner.map(({ text, reads }) => ({ text: `${before}${text}${after}`, reads }));
      return {
        expression: fc.oneof(
          { maxDepth: 4, depthIdentifier: 'expression' },
          selector.map((text) => ({ text, reads: [text] })),
          selector.map((text) => ({ text: `rate ( ${text} [5m] offset 1m )`, reads: [text] })),
          fc.constant({ text: 'vector(0)', reads: new Array<string>() }),
          wrap('sum by (a, mb) (', ')'),
          wrap('max(', ') without (mc)'),
          wrap('-(', ') * 100\n'),
          wrap('label_replace(', ', "a", "m", "b", "(.*)") # mx{y="z"}\n'),
          fc
            .tuple(
              inner,
              fc.constantFrom(' and on (ma) ', ' / ignoring(mb) group_left(mc) ', ' or ', ' > bool '),
              inner,
            )
            .map(([a, operator, b]) => ({ text: `(${a.text}${operator}${b.text})`, reads: [...a.reads, ...b.reads] })),
        ),
      };
    });
    fc.assert(
      fc.property(expression, ({ text, reads }) => {
        expect(new Set(selectorsOf(text))).toEqual(new Set(reads));
      }),
    );
  });
});
