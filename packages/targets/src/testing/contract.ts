import { objectCases } from './object-cases.ts';
import { setCases } from './set-cases.ts';
import { watchCases } from './watch-cases.ts';
import type { ContractCase } from './world.ts';

export type { ContractCase, ContractContext } from './world.ts';

/** What every target promises (G-137, G-138, G-139) and, where it has them, of its optional methods. */
export const targetContract: readonly ContractCase[] = [...objectCases, ...watchCases, ...setCases];
