/**
 * `npm run test:kube`: the suites that talk to a cluster, on a real control plane. Arguments go to
 * vitest: `npm run test:kube -- packages/kube`.
 */
import { runOnControlPlane } from './control-plane-run.ts';

process.exitCode = await runOnControlPlane(/\.(?:cluster|kube)\.test\.ts$/, {});
