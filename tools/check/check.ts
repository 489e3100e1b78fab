import { spawn } from 'node:child_process';

/** What a check found. Nothing found is a pass. */
export interface Report {
  /** One line per fault: `path:line: what is wrong`. */
  readonly findings: readonly string[];
  /** What is worth knowing although it is no fault; shown when the check is asked for by name. */
  readonly notes?: readonly string[];
  /** A few words beside the name of the check, whatever was found. */
  readonly summary?: string;
}

export interface Check {
  readonly name: string;
  /** `root` is the folder of the workspace. */
  run(root: string): Promise<Report> | Report;
}

/** A check that is a program of its own: what it prints is the finding when it exits with a fault. */
export function commandCheck(name: string, ...commands: readonly (readonly string[])[]): Check {
  return {
    name,
    async run(root) {
      const outputs = await Promise.all(commands.map((argv) => failureOf(argv, root)));
      return { findings: outputs.filter((output) => output !== undefined) };
    },
  };
}

function failureOf([program, ...args]: readonly string[], cwd: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(`node_modules/.bin/${program}`, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve(`${program}: ${error.message}; run npm ci`));
    child.on('close', (code) => {
      const output = Buffer.concat(chunks).toString().trim();
      resolve(code === 0 ? undefined : output || `${program} exited with code ${code}`);
    });
  });
}
