/**
 * `npm run test:long`: the suites that take minutes each (`*.long.test.ts`), on a real control plane, and the properties
 * again, with more cases and other ones than `npm test` has. Arguments go to vitest.
 */
import { runOnControlPlane } from './control-plane-run.ts';

process.exitCode = await runOnControlPlane(/\.(?:long|property|model)\.test\.ts$/, {
  SLIPWAY_SUITES: 'long',
  SLIPWAY_SEED: process.env['SLIPWAY_SEED'] ?? '2',
  SLIPWAY_TIMES: process.env['SLIPWAY_TIMES'] ?? '5',
  DELIVERY_SEED: process.env['DELIVERY_SEED'] ?? '2',
  DELIVERY_HISTORIES: process.env['DELIVERY_HISTORIES'] ?? '2000',
});
