/**
 * `npm run test:kube`: the suites that talk to a cluster, on a real control plane. Arguments go to
 * vitest: `npm run test:kube -- packages/kube`.
 *
 * Without the executables nothing is skipped in silence: every file that could not run is listed with
 * the reason, and the exit code says that the proof is missing.
 */
import { ensureTool } from './binaries/index.ts';
import { ToolError } from './errors.ts';
import { findTestFiles, runVitest } from './test-run.ts';

const needed = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler'] as const;

async function reasonNotToRun(): Promise<string | undefined> {
  try {
    for (const name of needed) await ensureTool(name, { onProgress: (line) => process.stdout.write(`${line}\n`) });
    return undefined;
  } catch (error) {
    if (error instanceof ToolError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

const reason = await reasonNotToRun();
if (reason === undefined) {
  const env = { ...process.env, SLIPWAY_CLUSTER: 'kube' };
  process.exitCode = await runVitest(process.execPath, process.argv.slice(2), env);
} else {
  const files = await findTestFiles(/\.(?:cluster|kube)\.test\.ts$/);
  const lines = [reason, 'Not run:', ...files.map((file) => `  ${file}: needs a real control plane`)];
  process.stdout.write(`${lines.join('\n')}\n0 passed, 0 failed, ${files.length} skipped\n`);
  process.exitCode = 1;
}
