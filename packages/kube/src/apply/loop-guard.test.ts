import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterApply, blockedForMs, type LoopState } from './loop-guard.ts';

/** After the first apply of `x`, which wrote over nothing. */
const begun = afterApply(undefined, { intent: 'x', overwritten: false, now: 0 });
const run = (applies: { at: number; intent?: string; overwritten?: boolean }[]): LoopState =>
  applies.reduce<LoopState>(
    (state, { at, intent = 'x', overwritten = true }) => afterApply(state, { intent, overwritten, now: at }),
    begun,
  );

describe('the loop guard', () => {
  it('R-107: one desired state written over another value for the third time within a minute is blocked', () => {
    expect(blockedForMs(run([{ at: 0 }, { at: 20_000 }]), 'x', 20_000)).toBe(0);
    expect(blockedForMs(run([{ at: 0 }, { at: 20_000 }, { at: 59_999 }]), 'x', 59_999)).toBe(60_000);
    expect(blockedForMs(run([{ at: 0 }, { at: 20_000 }, { at: 60_000 }]), 'x', 60_000)).toBe(0);
  });

  it('R-107: applies that write over nothing, and other desired states, are not counted', () => {
    expect(blockedForMs(run([{ at: 0 }, { at: 1 }, { at: 2, overwritten: false }, { at: 3 }]), 'x', 3)).toBe(0);
    expect(blockedForMs(run([{ at: 0 }, { at: 1 }, { at: 2, intent: 'y' }]), 'y', 2)).toBe(0);
  });

  it('R-107: a block doubles up to ten minutes while the rewriting goes on, and ends with it', () => {
    let state = run([{ at: 0 }, { at: 1 }, { at: 2 }]);
    const blocks = [];
    let now = 2;
    for (let round = 0; round < 6; round++) {
      blocks.push(blockedForMs(state, 'x', now));
      now += blockedForMs(state, 'x', now) + 1;
      state = afterApply(state, { intent: 'x', overwritten: true, now });
    }
    expect(blocks).toEqual([60_000, 120_000, 240_000, 480_000, 600_000, 600_000]);
    now += 600_001;
    state = afterApply(state, { intent: 'x', overwritten: false, now });
    expect(blockedForMs(afterApply(state, { intent: 'x', overwritten: true, now }), 'x', now)).toBe(0);
  });

  it('R-107: whatever the history, a block is at most ten minutes and needs three overwrites', () => {
    const apply = fc.record({ gap: fc.nat(120_000), overwritten: fc.boolean(), intent: fc.constantFrom('x', 'y') });
    fc.assert(
      fc.property(fc.array(apply), (applies) => {
        let now = 0;
        let state: LoopState | undefined;
        let count = 0;
        for (const { gap, overwritten, intent } of applies) {
          now += gap;
          if (blockedForMs(state, intent, now) > 0) continue;
          state = afterApply(state, { intent, overwritten, now });
          if (overwritten) count++;
          const blocked = blockedForMs(state, intent, now);
          expect(blocked).toBeLessThanOrEqual(600_000);
          if (blocked > 0) expect(count).toBeGreaterThanOrEqual(3);
        }
      }),
    );
  });
});
