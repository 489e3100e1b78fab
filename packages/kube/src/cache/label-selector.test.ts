import { describe, expect, it } from 'vitest';
import { isKubeError } from '../errors.ts';
import { parseLabelSelector } from './label-selector.ts';

const labels = { app: 'web', tier: 'a', 'example.com/role': '' };

describe('parseLabelSelector', () => {
  it.each([
    ['', true],
    ['app=web', true],
    ['app==web', true],
    ['app = web , tier=a', true],
    ['app=web,tier=b', false],
    ['app!=web', false],
    ['absent!=web', true],
    ['example.com/role=', true],
    ['tier in (a, b)', true],
    ['tier in (b)', false],
    ['tier notin (b,c),app', true],
    ['absent notin (x)', true],
    ['absent in (x)', false],
    ['app', true],
    ['absent', false],
    ['!absent', true],
    ['!app', false],
    ['toString', false],
  ])('R-46: %j selects: %s', (selector, expected) => {
    expect(parseLabelSelector(selector)(labels)).toBe(expected);
  });

  it('R-46: no labels at all are like none of the asked ones', () => {
    expect(parseLabelSelector('app=web')(undefined)).toBe(false);
    expect(parseLabelSelector('!app')(undefined)).toBe(true);
  });

  it.each(['app in web', 'a b', '=x', 'app=(x)', 'tier in (a', 'a=b=c'])('R-46: %j is refused', (selector) => {
    let error: unknown;
    try {
      parseLabelSelector(selector);
    } catch (thrown) {
      error = thrown;
    }
    expect(isKubeError(error, 'KUBE_INVALID')).toBe(true);
  });
});
