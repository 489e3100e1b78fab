import { describe, expect, it } from 'vitest';
import { FORMAT_CASES } from '../../test/format-cases.ts';
import { stringFormat } from './formats.ts';

describe('CRD-V02: string formats', () => {
  it.each(FORMAT_CASES)('%s', (name, valid, wrong) => {
    const check = stringFormat(name);
    expect(valid.filter((text) => check?.(text) !== true)).toEqual([]);
    expect(wrong.filter((text) => check?.(text) !== false)).toEqual([]);
  });

  it('CRD-N12: dashes do not count, and unknown formats are no formats', () => {
    expect(stringFormat('datetime')).toBe(stringFormat('date-time'));
    expect(['int32', 'time', 'regex', '', 'toString'].map(stringFormat)).toEqual(Array(5).fill(undefined));
  });
});
