import type { AnyObject } from '@slipway/kube';
import type { Stored } from '@slipway/kube/kinds';
import { describe, expect, it } from 'vitest';
import { and, annotationsChanged, generationChanged, labelsChanged, not, or, resourceVersionChanged } from './index.ts';

const base = { name: 'a', uid: 'a', generation: 1, resourceVersion: '5', labels: { a: '1' }, annotations: { b: '1' } };
const object = (change: object = {}): Stored<AnyObject> => ({ metadata: { ...base, ...change } });
const all = { generationChanged, labelsChanged, annotationsChanged, resourceVersionChanged };

describe('predicates', () => {
  it('R-95: each sees its own kind of change and no other', () => {
    const changes = {
      generationChanged: { generation: 2 },
      labelsChanged: { labels: { a: '2' } },
      annotationsChanged: { annotations: {} },
      resourceVersionChanged: { resourceVersion: '6' },
    };
    for (const [name, predicate] of Object.entries(all)) {
      for (const [changed, change] of Object.entries(changes)) {
        expect([name, changed, predicate(object(), object(change))]).toEqual([name, changed, name === changed]);
      }
    }
  });

  it('R-96: appearing, going and starting to be deleted pass all four', () => {
    for (const predicate of Object.values(all)) {
      expect(predicate(undefined, object())).toBe(true);
      expect(predicate(object(), undefined)).toBe(true);
      expect(predicate(object(), object({ deletionTimestamp: '2026-01-01T00:00:00Z' }))).toBe(true);
    }
  });

  it('R-95: of a kind without a generation every change may be one of its content', () => {
    const { generation: _generation, ...rest } = base;
    expect(generationChanged({ metadata: rest }, { metadata: rest })).toBe(true);
  });

  it('R-96: and, or, not are plain logic, also for deletes', () => {
    const yes = () => true;
    const no = () => false;
    expect(and(yes, no)(object(), undefined)).toBe(false);
    expect(or(no, yes)(object(), undefined)).toBe(true);
    expect(not(yes)(object(), undefined)).toBe(false);
    expect(and()(undefined, undefined)).toBe(true);
    expect(or()(undefined, undefined)).toBe(false);
  });
});
