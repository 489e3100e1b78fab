import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readExposition } from './exposition.ts';

const wanted = new Set(['wanted_total']);
const read = (text: string) => readExposition(text, wanted);

describe('the Prometheus text format', () => {
  test('G-93: series of wanted names are read with labels, value and time; others are passed over', () => {
    const text = [
      '# HELP wanted_total What is wanted.',
      '# TYPE wanted_total counter',
      'wanted_total{route="/a",status="200",} 3',
      'wanted_total { route = "/b \\"q\\" \\\\ \\n" , status="500" } 1.5e+1 1700000000000',
      'other_total{broken 7',
      'wanted_total +Inf # {trace_id="x"} 1 2',
      'wanted_total_more 9',
      '',
    ].join('\n');
    expect(read(text).series).toEqual([
      { name: 'wanted_total', labels: { route: '/a', status: '200' }, value: 3 },
      { name: 'wanted_total', labels: { route: '/b "q" \\ \n', status: '500' }, value: 15, at: 1700000000000 },
      { name: 'wanted_total', labels: {}, value: Number.POSITIVE_INFINITY },
    ]);
  });

  test.each([
    ['a page', '<html></html>\n', 'the answer is not in the Prometheus text format'],
    ['JSON', '{"a": 1}\n', 'the answer is not in the Prometheus text format'],
    ['a number cut off', 'wanted_total 12', 'the metrics end in the middle of a line'],
    ['no value', 'wanted_total{a="b"}\n', 'a line of wanted_total cannot be read'],
    ['an open label', 'wanted_total{a="b 1\n', 'a line of wanted_total cannot be read'],
    ['two labels without a comma', 'wanted_total{a="b" c="d"} 1\n', 'a line of wanted_total cannot be read'],
    ['words', 'wanted_total many\n', 'a line of wanted_total cannot be read'],
    ['a hexadecimal', 'wanted_total 0x10\n', 'a line of wanted_total cannot be read'],
    ['too much', 'wanted_total 1\n'.repeat(10_001), 'more than 10000 series'],
  ])('G-92: %s is unparsable', (_title, text, problem) => {
    expect(read(text)).toEqual({ problem });
  });

  test('G-92: a counter that never counted is declared and has no series', () => {
    const { series, families } = read('# TYPE wanted_total counter\n');
    expect([series, families]).toEqual([[], new Set(['wanted_total'])]);
    expect(read('').families?.size).toBe(0);
  });

  test('G-93: whatever the labels hold, it comes back', () => {
    const label = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\r', ''));
    const escaped = (text: string): string =>
      text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
    fc.assert(
      fc.property(
        label,
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
        (text, value) => {
          const { series } = read(`wanted_total{route="${escaped(text)}"} ${value}\n`);
          expect(series).toEqual([{ name: 'wanted_total', labels: { route: text }, value }]);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
