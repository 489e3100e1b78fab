import { randomBytes } from 'node:crypto';
import type { Fault } from './faults.ts';
import type { RequestMatch, ScheduledFault } from './schedule.ts';

const MASK = (1n << 64n) - 1n;

/** Numbers in [0, 1) that follow from a 64-bit seed alone (SplitMix64). */
export function seededRandom(seed: bigint): () => number {
  let state = seed & MASK;
  return () => {
    state = (state + 0x9e3779b97f4a7c15n) & MASK;
    let mixed = state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return Number((mixed ^ (mixed >> 31n)) >> 11n) / 2 ** 53;
  };
}

/** The seed of this run: `SLIPWAY_FAULT_SEED` repeats an earlier one, else it is new (P-1). */
export function faultSeed(env: Readonly<Record<string, string | undefined>> = process.env): bigint {
  const given = env.SLIPWAY_FAULT_SEED;
  if (given === undefined || given === '') return randomBytes(8).readBigUInt64BE();
  if (!/^\d+$/.test(given))
    throw new Error(`SLIPWAY_FAULT_SEED is "${given}"; give the decimal number that was printed.`);
  return BigInt(given) & MASK;
}

/** A fault that may be chosen: at any of the first `among` requests that match. */
export type FaultChoice = Fault & { readonly match: RequestMatch; readonly among: number };

/** `count` faults, each a choice and an occurrence, all decided by `random`. */
export function randomSchedule(
  random: () => number,
  { choices, count }: { readonly choices: readonly FaultChoice[]; readonly count: number },
): ScheduledFault[] {
  if (choices.length === 0) return [];
  return Array.from({ length: count }, () => {
    const { among, ...fault } = choices[Math.floor(random() * choices.length)] as FaultChoice;
    return { ...fault, nth: 1 + Math.floor(random() * among) };
  });
}
