/**
 * `npm run test:long`: the suites that take minutes each (`*.long.test.ts`), on a real control plane, one after the
 * other. Arguments go to vitest.
 */
import { runOnControlPlane } from './control-plane-run.ts';

process.exitCode = await runOnControlPlane(/\.long\.test\.ts$/, { SLIPWAY_SUITES: 'long' });
