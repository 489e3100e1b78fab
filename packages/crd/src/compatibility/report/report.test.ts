import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { crdifyCases } from '../../../test/crdify-cases.ts';
import { stated, widgetWith } from '../../../test/widget.ts';
import { parseCrd } from '../../schema/index.ts';
import {
  compareCrds,
  conditionMessage,
  exitCodeOf,
  ObjectScan,
  printCrdify,
  printCrdifyText,
  printGithub,
  printJson,
  printMarkdown,
  printSarif,
  printTable,
  toCrdify,
  withWitnesses,
} from '../index.ts';

const text = { type: 'string' };
const old = widgetWith({ mode: { ...text, enum: ['New', 'Legacy'] } });
const now = widgetWith({ mode: { ...text, enum: ['New'] }, retries: { type: 'integer', default: 3 } });
const sources = { old: '1.13.0', new: 'crds/widgets.yaml' };
const report = compareCrds(old, now, { sources });

describe('reports', () => {
  test('CRD-15: the table has one header and the worst first', () => {
    expect(printTable([report]).split('\n')).toEqual([
      'widgets.example.com  1.13.0 → crds/widgets.yaml  platform   BLOCKED  1 BREAK 1 REVIEW   rollback: reversible-with-loss (^.spec.retries)',
      'VERDICT  RULE  VERSION  PATH            CHANGE                       HURTS  EVIDENCE  WHAT TO DO',
      'BREAK    V06   v1       ^.spec.mode     enum value "Legacy" removed  W S    –         keep the value as deprecated but allowed',
      "REVIEW   S04   v1       ^.spec.retries  property added, default 3    –      –         confirm that 3 equals today's behaviour when unset",
      '',
    ]);
  });

  test('CRD-15: the wide table cuts nothing, and a long cell moves only its own row', () => {
    const long = 'x'.repeat(300);
    const wide = compareCrds(
      widgetWith({ a: text, b: { ...text, maxLength: 9 } }),
      widgetWith({ a: { ...text, pattern: long }, b: { ...text, maxLength: 7 } }),
      { sources },
    );
    expect(printTable([wide])).not.toContain(long);
    const [, titles = '', ...rows] = printTable([wide], { isWide: true }).trimEnd().split('\n');
    expect(rows.map((row) => [row.split(/ {2,}/)[1], row.includes(long), row.length > 600])).toEqual([
      ['V19', true, false],
      ['V11', false, false],
    ]);
    expect(rows[1]?.slice(titles.indexOf('OLD'), titles.indexOf('WITNESS')).split(/ +/)).toEqual(['9', '7', '']);
  });

  test('CRD-15: a break without a witness says why in every format', () => {
    const [before, after] = [widgetWith({ a: text }), widgetWith({ a: { ...text, 'x-acme': 1 } })];
    const bare = withWitnesses(compareCrds(before, after, { sources }), before, after);
    const reason = bare.findings[0]?.noWitness ?? 'none';
    expect(printTable([bare])).toContain(`without an example:\n  V35 a ${reason}`);
    expect(printTable([bare], { isWide: true })).toContain(`  none: ${reason}`);
    expect(printMarkdown([bare])).toContain(`Without an example:\n\n- V35: ${reason}`);
    expect(printGithub([bare])).toContain(`%0AWithout an example: ${reason}`);
    expect(JSON.parse(printSarif([bare]))).toMatchObject({
      runs: [{ results: [{ properties: { noWitness: reason } }] }],
    });
  });

  test('CRD-15: evidence stands in its column, its objects below', () => {
    const scanning = new ObjectScan(report.findings);
    for (let at = 0; at < 1204; at++) {
      scanning.add({ metadata: { name: `w${at}` }, spec: { mode: at < 2 ? 'Legacy' : 'New' } });
    }
    const scans = [scanning.finish({ cluster: 'c', state: 'complete', isConverted: false, takenAt: 0 })];
    const printed = printTable([compareCrds(old, now, { evidence: 'on', scans })]);
    expect(printed).toContain('2 of 1,204');
    expect(printed).toContain('V06 mode w1');
  });

  test('CRD-15: markdown escapes what would end a cell', () => {
    const piped = compareCrds(widgetWith({ a: text }), widgetWith({ a: { ...text, pattern: 'a|b' } }));
    expect(printMarkdown([piped])).toContain('pattern "a\\|b" added');
  });

  test('CRD-15: JSON is the same for the same input', () => {
    expect(printJson([report])).toBe(printJson([compareCrds(old, now, { sources })]));
    expect(JSON.parse(printJson([report]))).toMatchObject({
      schema: 'slipway.dev/crd-report/v1',
      verdict: 'BREAK',
      blocked: true,
    });
  });

  test('CRD-15: SARIF has levels, lines and suppressions', () => {
    const waiver = {
      rule: 'V06',
      crd: 'widgets.example.com',
      path: '^.spec.mode',
      owner: 'o',
      reason: 'never released',
      expires: '2026-06-30',
    };
    const waived = compareCrds(old, now, { sources, waivers: [waiver], now: Date.parse('2026-06-01') });
    const { runs } = JSON.parse(printSarif([waived], () => 7)) as { runs: { results: Record<string, unknown>[] }[] };
    expect(runs[0]?.results.map(({ ruleId, level }) => `${String(ruleId)} ${String(level)}`)).toEqual([
      'V06 warning',
      'S04 warning',
    ]);
    expect(JSON.stringify(runs[0]?.results[0])).toContain('"startLine":7');
    expect(runs[0]?.results[0]?.['suppressions']).toHaveLength(1);
  });

  test('CRD-15: a condition never exceeds 1,024 bytes', () => {
    const long = compareCrds(
      widgetWith({ a: text }),
      widgetWith({ a: { ...text, pattern: 'ü'.repeat(5000) }, b: { ...text, pattern: '(' } }),
    );
    expect(Buffer.byteLength(conditionMessage(long))).toBeLessThanOrEqual(1024);
    expect(conditionMessage(report)).toBe(
      'widgets.example.com: 1 BREAK, 1 REVIEW; V06 v1 ^.spec.mode: enum value "Legacy" removed; S04 v1 ^.spec.retries: property added, default 3',
    );
  });

  test('CRD-15: exit codes', () => {
    expect(exitCodeOf([compareCrds(old, old)])).toBe(0);
    expect(exitCodeOf([compareCrds(old, old), report])).toBe(1);
    expect(exitCodeOf([compareCrds(null, now, { mode: 'crdify' })])).toBe(3);
    expect(exitCodeOf([compareCrds(null, now, { mode: 'olm' })])).toBe(0);
    expect(exitCodeOf([report, compareCrds(old, now, { evidence: 'required' })])).toBe(4);
  });
});

describe('crdify', () => {
  const results = (name: string, mode: 'crdify' | 'olm' | 'platform') => {
    const found = crdifyCases.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no case ${name}`);
    return compareCrds(parseCrd(found.old), parseCrd(found.new), { mode });
  };

  test('CRD-13: the bytes are those of Go', () => {
    expect(printCrdify(toCrdify(results('maximum-maxvaluedecreased', 'crdify')))).toBe(
      [
        '{',
        ' "sameVersionValidation": [',
        '  {',
        '   "version": "v1",',
        '   "propertyComparisons": [',
        '    {',
        '     "property": "^.spec.field",',
        '     "comparisonResults": [',
        '      {',
        '       "name": "maximum",',
        '       "errors": [',
        '        "maximum decreased : 10 -\\u003e 5"',
        '       ]',
        '      }',
        '     ]',
        '    }',
        '   ]',
        '  }',
        ' ]',
        '}',
      ].join('\n'),
    );
    expect(printCrdify(toCrdify(results('validchanges', 'crdify')))).toBe('{}');
    expect(printCrdifyText(toCrdify(results('scopechanged', 'crdify')))).toBe(
      '- scope - ERROR - scope changed : "Namespaced" -> "Cluster"\n',
    );
  });

  /** What crdify calls an error and the catalogue does not, or tells once. */
  const platform: readonly (readonly [string, string[]])[] = [
    ['validchanges', ['S03 SAFE ^.spec.other']],
    ['descriptionchanged', ['V33 INFO ^.spec.field']],
    ['patternremoved', ['V21 SAFE ^.spec.field']],
    ['requiredfieldadded', ['S08 REVIEW ^.spec.field']],
    ['enumvalueadded', ['V07 REVIEW ^.spec.field']],
    ['enumdropped', ['V08 REVIEW ^.spec.field']],
    ['existingfieldremoved', ['S01 BREAK WRD ^.spec.other']],
    ['existingobjectremoved', ['S01 BREAK WRD ^.spec.other']],
    ['typechanged', ['V01 BREAK WSR ^.spec.field']],
    ['minLength-zero', []],
    ['listtypewrittenout', []],
    ['combinatorreordered', []],
    ['mapvaluedescription', ['V33 INFO ^.spec.field.additionalProperties']],
    [
      'multipleincompatible',
      ['C01 REJECT', 'V12 SAFE ^.spec.a', 'V14 BREAK WS ^.spec.a', 'V07 REVIEW ^.spec.b', 'S08 REVIEW ^.spec.c'],
    ],
  ];
  test.each(platform)('CRD-13: platform mode on %s', (name, expected) => {
    expect(stated(results(name, 'platform')).filter((line) => !line.startsWith('J'))).toEqual(expected);
  });

  test('CRD-12: OLM lets descriptions and new enum values pass', () => {
    expect(results('descriptionchanged', 'olm').verdict).toBe('SAFE');
    expect(results('enumvalueadded', 'olm').verdict).toBe('SAFE');
    expect(results('mapvaluedescription', 'olm').blocked).toBe(true);
  });
});
