import { describe, expect, it } from 'vitest';
import { isKubeError } from '../errors.ts';
import { parseLabelSelector } from './label-selector.ts';

describe('parseLabelSelector', () => {
  it('R-46: selects by labels; an empty selector selects everything', () => {
    expect(parseLabelSelector('app=web,!canary')({ app: 'web' })).toBe(true);
    expect(parseLabelSelector('app=web')(undefined)).toBe(false);
    expect(parseLabelSelector('')(undefined)).toBe(true);
  });

  it('R-46: what is no selector is refused with a code and what to write', () => {
    let error: unknown;
    try {
      parseLabelSelector('tier in (a');
    } catch (thrown) {
      error = thrown;
    }
    expect(isKubeError(error, 'KUBE_INVALID')).toBe(true);
    expect(String(error)).toContain('"tier in (a" is not a label selector');
  });
});
