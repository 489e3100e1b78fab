import type { AnyObject, Applier } from '@slipway/kube';
import { defineKind } from '@slipway/kube';
import { describe, expect, it } from 'vitest';
import { StatusWriter } from './status-writer.ts';

const Widget = defineKind<object, { phase?: string }>({
  group: 'demo.io',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  scope: 'Namespaced',
});

/** Writes `state` on an object and returns what was applied. */
async function written(
  object: AnyObject & { status?: object },
  state: (status: StatusWriter<{ phase?: string }>) => void,
) {
  const applied: unknown[] = [];
  const applier = {
    applyStatus: async (_kind: unknown, intent: unknown) => void applied.push(intent),
  } as unknown as Applier;
  const status = new StatusWriter<{ phase?: string }>({
    kind: Widget,
    object,
    now: () => new Date('2026-01-01T00:00:00Z'),
  });
  state(status);
  await status.write(applier, new AbortController().signal);
  return applied;
}
const metadata = { namespace: 'n', name: 'a', generation: 4 };
const ready = { type: 'Ready', status: 'True', reason: 'Done', message: '' } as const;

describe('the status of a run', () => {
  it('R-116 R-117: what was stated is applied once, with the generation that was read in it and in each condition', async () => {
    const applied = await written({ metadata }, (status) => {
      status.set({ phase: 'Up' });
      status.condition(ready);
    });
    expect(applied).toEqual([
      {
        metadata: { namespace: 'n', name: 'a' },
        status: {
          phase: 'Up',
          observedGeneration: 4,
          conditions: [{ ...ready, observedGeneration: 4, lastTransitionTime: '2026-01-01T00:00:00Z' }],
        },
      },
    ]);
  });

  it('R-117: a run that states nothing writes nothing', async () => {
    expect(await written({ metadata }, () => {})).toEqual([]);
  });

  it('R-116: a run that has read an older generation than the one reported writes nothing', async () => {
    const object = { metadata, status: { observedGeneration: 5 } };
    expect(await written(object, (status) => status.condition(ready))).toEqual([]);
  });

  it('R-118: the same state gives the same status, whenever it is stated', async () => {
    const conditions = [{ ...ready, observedGeneration: 4, lastTransitionTime: '2025-01-01T00:00:00Z' }];
    const object = { metadata, status: { observedGeneration: 4, conditions } };
    const [first] = await written(object, (status) => status.condition(ready));
    expect(first).toMatchObject({ status: { conditions } });
  });

  it('R-119: a wait is a condition and a requeue', async () => {
    const wait = { for: 'pods', until: new Date('2026-01-01T00:01:00Z'), owner: 'the scheduler' };
    let result: unknown;
    const [applied] = await written({ metadata }, (status) => {
      result = status.waiting(wait);
    });
    expect(result).toEqual({ requeueAfterMs: 60_000 });
    expect(applied).toMatchObject({ status: { conditions: [{ type: 'Ready', reason: 'Waiting' }] } });
  });
});
