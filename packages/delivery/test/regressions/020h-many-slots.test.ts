import { describe, expect, test } from 'vitest';
import { startDelivery, step } from '../../src/machine/index.ts';
import type { Plan } from '../../src/model/index.ts';
import { SimulatedWorld } from '../../src/simulator/simulated-world.ts';
import { MINUTE, wave } from '../canary.ts';

/** A swap of so many slots without room beside any of them. */
const swap = (slots: number, floor: number): Plan => ({
  ...wave(slots),
  actuator: 'swap',
  swapMode: 'auto',
  slotNeeds: { 'example.com/gpu': 1 },
  floor,
  stages: [{ name: 'all', kind: 'swap', maxConcurrent: 2, deadline: 60 * MINUTE, gates: [] }],
});

describe('a step over many slots', () => {
  // Each look at the room counts the pods that were asked for since: over all slots that is their square.
  test.each([
    ['none may go below the floor', (slots: number) => slots],
    ['all may begin', () => 0],
  ])('looks at the free room as often for 400 slots as for 40 where %s', (_, floor) => {
    const looks = (slots: number): number => {
      const plan = swap(slots, floor(slots));
      const world = new SimulatedWorld(plan, 0);
      let count = 0;
      const free = (): Readonly<Record<string, number>> => {
        count += 1;
        return {};
      };
      let state = startDelivery(plan, 0);
      for (const now of [0, 20_000, 40_000]) {
        const value = {
          get free() {
            return free();
          },
        };
        const decision = step(plan, state, { ...world.look(now), capacity: { at: now, value } }, [], now);
        state = decision.state;
        world.apply(decision.desired, now);
      }
      expect(Object.values(state.members).some(({ phase }) => phase !== 'Pending')).toBe(floor(slots) === 0);
      return count;
    };
    expect(looks(400)).toBe(looks(40));
  });
});
