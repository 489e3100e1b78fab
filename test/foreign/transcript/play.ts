import { runProcess, waitUntil } from '@slipway/tools/processes/index';
import { even } from './evened.ts';
import { type Command, isSame, type Transcript } from './transcript.ts';

/** Where commands run: a folder with the files that they name, and an environment that leads to a cluster. */
export interface Stage {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Past it a command has hung. It ends then with everything that it started, and with exit code 124. */
const DEADLINE = '180s';

/** Says of a command that what it shows comes about in its own time. */
const EVENTUALLY = 'eventually ';

/** How long it may take until such a command prints what was recorded. */
const PATIENCE_MS = 120_000;

/** Runs every command of a transcript in turn, whatever it printed when it was recorded. */
export async function play(transcript: Transcript, stage: Stage, signal?: AbortSignal): Promise<Transcript> {
  const played = [];
  for (const entry of transcript) played.push('remark' in entry ? entry : await playCommand(entry, stage, signal));
  return played;
}

async function playCommand(recorded: Command, stage: Stage, signal?: AbortSignal): Promise<Command> {
  const { command } = recorded;
  if (!command.startsWith(EVENTUALLY)) return { command, output: await run(command, stage, signal) };
  const patience = AbortSignal.timeout(PATIENCE_MS);
  return await waitUntil(async () => {
    const played = { command, output: await run(command.slice(EVENTUALLY.length), stage, signal) };
    return isSame(played, recorded) || patience.aborted ? played : undefined;
  }, signal);
}

async function run(command: string, { folder, env }: Stage, signal?: AbortSignal): Promise<string> {
  const args = [DEADLINE, 'sh', '-c', `exec 2>&1; ${command}`];
  const { output, exitCode } = await runProcess('timeout', args, { cwd: folder, env, signal });
  const ended = exitCode === 0 ? '' : `\n(exit ${exitCode})`;
  return `${even(output)}${ended}`.trimStart();
}
