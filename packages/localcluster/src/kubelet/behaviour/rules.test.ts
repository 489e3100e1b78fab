import { describe, expect, it } from 'vitest';
import { READ } from '../../../test/support/read.ts';
import { behaviourOf, durationMs, type Rule } from './index.ts';

const pod = {
  metadata: { ...READ, name: 'web-1', namespace: 'shop', labels: { app: 'web' } },
  spec: { nodeName: 'node-2', containers: [] },
};
const container = { name: 'main', image: 'reg/web:1' };

describe('rules', () => {
  it.each<[string, Rule['match'], boolean]>([
    ['nothing', undefined, true],
    ['the image by text', { image: 'reg/web:1' }, true],
    ['a part of the image by text', { image: 'web' }, false],
    ['a part of the image by pattern', { image: /web/g }, true],
    ['name, namespace and node', { name: /^web-/, namespace: 'shop', node: 'node-2' }, true],
    ['another node', { name: /^web-/, node: 'node-1' }, false],
    ['a label', { labels: { app: 'web' } }, true],
    ['a label that is not there', { labels: { tier: /.*/ } }, false],
    ['the container', { container: 'main' }, true],
  ])('L-22: a rule for %s', (_title, match, isMatch) => {
    const rule: Rule = { ...(match && { match }), behaviour: { readyAfter: false } };
    // Twice: a pattern with a flag for many matches must not remember the last.
    for (let i = 0; i < 2; i++) expect(behaviourOf([rule], pod, container)).toEqual(isMatch ? rule.behaviour : {});
  });

  it('L-22: the first rule that matches decides', () => {
    const rules: Rule[] = [
      { match: { image: /web/ }, behaviour: { startAfter: '1s' } },
      { behaviour: { startAfter: '2s' } },
    ];
    expect(behaviourOf(rules, pod, container)).toEqual({ startAfter: '1s' });
  });

  it.each([
    ['500ms', 500],
    ['1m30s', 90_000],
    ['1.5s', 1500],
    [20, 20],
  ])('L-22: %s is %d ms', (text, ms) => {
    expect(durationMs(text)).toBe(ms);
  });

  it.each(['', '5', 'soon', '1s!'])('L-22: "%s" is refused with what to write instead', (text) => {
    expect(() => durationMs(text)).toThrow(expect.objectContaining({ code: 'LOCALCLUSTER_RULE' }));
  });
});
