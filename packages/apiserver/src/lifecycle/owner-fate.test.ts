import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fateOf, type OwnerState } from './owner-fate.ts';

const owner = fc.record<OwnerState>({
  uid: fc.uuid(),
  state: fc.constantFrom('present' as const, 'absent' as const, 'waiting' as const, 'unknown' as const),
});

describe('what becomes of an object when its owners go', () => {
  it('L-7: nothing that has an owner, or of whose owners nothing is known, is deleted', () => {
    fc.assert(
      fc.property(fc.array(owner, { maxLength: 4 }), fc.boolean(), (owners, hasDependents) => {
        const fate = fateOf(owners, hasDependents, []);
        const keeps = owners.length === 0 || owners.some(({ state }) => state === 'present' || state === 'unknown');
        expect(fate.do === 'delete').toBe(!keeps);
        if (fate.do === 'release') {
          const gone = owners.filter(({ state }) => state !== 'present').map(({ uid }) => uid);
          expect(fate.uids).toEqual(gone);
        }
      }),
    );
  });

  it('L-7: what depends on an owner that waits goes in the foreground if others depend on it', () => {
    const waiting = [{ uid: 'a', state: 'waiting' as const }];
    expect(fateOf(waiting, true, [])).toEqual({ do: 'delete', policy: 'Foreground' });
    expect(fateOf(waiting, false, [])).toEqual({ do: 'delete', policy: 'Background' });
    expect(fateOf(waiting, false, ['orphan'])).toEqual({ do: 'delete', policy: 'Orphan' });
  });
});
