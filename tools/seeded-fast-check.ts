/**
 * @module
 * fast-check with a seed of its own, put in its place by vitest.config.ts: a suite that passed passes again.
 * `SLIPWAY_SEED=42 npm test` looks elsewhere, `SLIPWAY_SEED=random` somewhere new each time; a failure prints its seed.
 * `SLIPWAY_TIMES=5` tries five times as many cases of each property.
 */
import * as fc from '../node_modules/fast-check/lib/fast-check.js';

const wish = process.env['SLIPWAY_SEED'] ?? '1';
if (wish !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wish) });

const times = Number(process.env['SLIPWAY_TIMES'] ?? 1);
/** How many cases fast-check tries where a test names no number. */
const USUAL = 100;

/** As fast-check's, of as many cases as the run asks for. */
export function assert<Ts>(
  property: fc.IRawProperty<Ts>,
  parameters: fc.Parameters<Ts> = {},
): ReturnType<typeof fc.assert<Ts>> {
  return fc.assert(property, { ...parameters, numRuns: Math.ceil((parameters.numRuns ?? USUAL) * times) });
}

const seeded: Omit<typeof fc, 'assert'> & { readonly assert: typeof assert } = { ...fc, assert };

export * from '../node_modules/fast-check/lib/fast-check.js';
// As the real one has it.
// oxlint-disable-next-line import/no-default-export
export default seeded;
