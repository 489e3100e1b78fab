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

/**
 * Runs suites that need a real control plane; the arguments of this command go to vitest. Returns the exit code.
 *
 * Without the executables nothing is skipped in silence: every file that could not run is listed with
 * the reason, and the exit code says that the proof is missing.
 */
export async function runOnControlPlane(suites: RegExp, env: NodeJS.ProcessEnv): Promise<number> {
  const reason = await reasonNotToRun();
  if (reason === undefined)
    return runVitest(process.execPath, process.argv.slice(2), { ...process.env, SLIPWAY_CLUSTER: 'kube', ...env });
  const files = await findTestFiles(suites);
  const lines = [reason, 'Not run:', ...files.map((file) => `  ${file}: needs a real control plane`)];
  process.stdout.write(`${lines.join('\n')}\n0 passed, 0 failed, ${files.length} skipped\n`);
  return 1;
}
