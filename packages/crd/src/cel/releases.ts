import type { RuleNeed } from '../schema/index.ts';
import type { Checked } from './checking/index.ts';
import { introducedIn } from './library/index.ts';
import type { Macro } from './syntax/index.ts';

const TWO_VARIABLES = 32;
const SORT_BY = 34;

/**
 * What the youngest part of an expression needs, where some server of today does not know it. A server takes
 * a function in new rules one release after the release that brought it, so that it can be rolled back.
 */
export function youngestNeed({ overloads, slots }: Checked): RuleNeed | undefined {
  const parts = [
    ...[...overloads.values()].map((candidates) => ({
      part: `${candidates[0]?.name}()`,
      // Where a type is dyn, one signature that the server knows is enough.
      introduced: Math.min(...candidates.map(introducedIn)),
    })),
    ...[...slots.keys()].map(macroPart),
  ];
  const youngest = parts.reduce((most, part) => (part.introduced > most.introduced ? part : most), OLDEST);
  return youngest === OLDEST ? undefined : { part: youngest.part, minor: youngest.introduced + 1 };
}

const OLDEST = { part: '', introduced: 0 };

function macroPart({ macro, vars }: Macro): { readonly part: string; readonly introduced: number } {
  if (macro === 'sortBy') return { part: 'sortBy()', introduced: SORT_BY };
  return vars.length === 2 ? { part: `${macro}() with two variables`, introduced: TWO_VARIABLES } : OLDEST;
}
