import { describe, expect, it } from 'vitest';
import { claimsOf } from './owner.ts';

const owner = { metadata: { name: 'web', uid: 'w' } };
const child = (name: string, rest: object = {}) => ({ metadata: { name, labels: { app: 'web' }, ...rest } });
const by = (uid: string) => ({ ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: 'x', uid, controller: true }] });
const isSelected = ({ metadata }: { metadata: { labels?: Record<string, string> } }): boolean =>
  metadata.labels?.['app'] === 'web';

const claims = (of: typeof owner, ...children: ReturnType<typeof child>[]) => {
  const { own, adopt, release } = claimsOf(of, children, isSelected);
  const names = (list: typeof children): string[] => list.map(({ metadata }) => metadata.name);
  return { own: names(own), adopt: names(adopt), release: names(release) };
};

describe('whose an object is', () => {
  it('L-20: what matches and has no controller is adopted, what no longer matches is let go, the rest is left alone', () => {
    const found = claims(
      owner,
      child('mine', by('w')),
      child('orphan'),
      child('stray', { ...by('w'), labels: { app: 'else' } }),
      child('theirs', by('other')),
      child('ending', { deletionTimestamp: 'now' }),
    );
    expect(found).toEqual({ own: ['mine'], adopt: ['orphan'], release: ['stray'] });
  });

  it('L-20: an owner that ends adopts nothing and lets nothing go', () => {
    const ending = { metadata: { ...owner.metadata, deletionTimestamp: 'now' } };
    const stray = child('stray', { ...by('w'), labels: { app: 'else' } });
    expect(claims(ending, child('mine', by('w')), child('orphan'), stray)).toEqual({
      own: ['mine'],
      adopt: [],
      release: [],
    });
  });
});
