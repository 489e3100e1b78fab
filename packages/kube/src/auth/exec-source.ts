import type { ExecConfig } from '../config/index.ts';
import { KubeError } from '../errors.ts';
import { CheckedSource } from './checked-source.ts';
import type { AuthMaterial, CredentialOptions } from './credentials.ts';
import { parseExecCredential } from './exec-credential.ts';
import { runPlugin } from './exec-run.ts';
import { EXPIRY_LEEWAY_MS } from './token-file.ts';

/**
 * A credential plugin: run when there is no credential, when the last one is about to end, and when
 * the server refused it. One run at a time; the result belongs to this entry alone.
 */
export function execSource(
  exec: ExecConfig,
  options: CredentialOptions,
  closing: AbortSignal,
): CheckedSource<AuthMaterial> {
  const { clock, logger } = options;
  return new CheckedSource<AuthMaterial>({
    clock,
    logger,
    what: `credential plugin ${exec.command}`,
    onFailure: 'fail',
    read: async () => {
      let run = await runPlugin(exec, options, closing);
      // Plugins talk to identity providers, which fail now and then: once more, then it is an error.
      if (!run.ended && run.isPassing) run = await runPlugin(exec, options, closing);
      const result = run.ended ? parseExecCredential(run.stdout, exec.apiVersion) : run.problem;
      if (typeof result !== 'string') return result;
      throw pluginError(exec, result);
    },
    freshForMs: ({ expiresAt = Number.POSITIVE_INFINITY }) => expiresAt - EXPIRY_LEEWAY_MS - clock.wall(),
  });
}

function pluginError(exec: ExecConfig, problem: string): KubeError {
  const hint = exec.installHint ?? 'Run it by hand to see what it says: its output is never logged.';
  return new KubeError('KUBE_EXEC_PLUGIN', `The credential plugin ${exec.command} ${problem}. ${hint}`);
}
