/**
 * @module
 * fast-check with a seed of its own, put in its place by vitest.config.ts: a suite that passed passes again.
 * `SLIPWAY_SEED=42 npm test` looks elsewhere, `SLIPWAY_SEED=random` somewhere new each time; a failure prints its seed.
 */
import * as fc from '../node_modules/fast-check/lib/fast-check.js';

const wish = process.env['SLIPWAY_SEED'] ?? '1';
if (wish !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(wish) });

export * from '../node_modules/fast-check/lib/fast-check.js';
// As the real one has it.
// oxlint-disable-next-line import/no-default-export
export { default } from '../node_modules/fast-check/lib/fast-check.js';
