import { runProcess } from '@slipway/tools/processes/index';
import { even } from './evened.ts';
import type { Transcript } from './transcript.ts';

/** Where commands run: a folder with the files that they name, and an environment that leads to a cluster. */
export interface Stage {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Past it a command has hung. It ends then with everything that it started, and with exit code 124. */
const DEADLINE = '60s';

/** Runs every command of a transcript in turn, whatever it printed when it was recorded. */
export async function play(transcript: Transcript, { folder, env }: Stage, signal?: AbortSignal): Promise<Transcript> {
  const played = [];
  for (const entry of transcript) {
    if ('remark' in entry) {
      played.push(entry);
      continue;
    }
    const { command } = entry;
    const { output, exitCode } = await runProcess('timeout', [DEADLINE, 'sh', '-c', `exec 2>&1; ${command}`], {
      cwd: folder,
      env,
      signal,
    });
    const ended = exitCode === 0 ? '' : `\n(exit ${exitCode})`;
    played.push({ command, output: `${even(output)}${ended}`.trimStart() });
  }
  return played;
}
