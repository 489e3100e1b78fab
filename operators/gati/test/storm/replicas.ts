import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundledProgram } from '@slipway/tools/bundled-program';
import { Guard, lastLines } from '@slipway/tools/processes/index';

export interface ReplicasOptions {
  readonly count: number;
  /** With the rights that are shipped. */
  readonly kubeconfig: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The operator as it is shipped, in processes of their own, which a kubelet would start again when they end. */
export class Replicas {
  readonly #guard: Guard;
  readonly #names: readonly string[];
  readonly #start: (name: string) => void;
  /** By SIGKILL. */
  kills = 0;
  /** How those ended that nobody killed. */
  readonly endings: string[] = [];

  static async start({ count, kubeconfig, env }: ReplicasOptions): Promise<Replicas> {
    const main = bundledProgram(join(import.meta.dirname, '../../src/main.ts'));
    const folder = await mkdtemp(join(tmpdir(), 'gati-storm-'));
    const KUBECONFIG = join(folder, 'kubeconfig');
    await writeFile(KUBECONFIG, kubeconfig, { mode: 0o600 });
    const addresses = { METRICS_ADDRESS: '127.0.0.1:0', HEALTH_ADDRESS: '127.0.0.1:0' };
    const guard = new Guard(folder);
    const names = Array.from({ length: count }, (_, index) => `replica-${index + 1}`);
    const start = (name: string): void =>
      guard.start({
        name,
        command: process.execPath,
        args: [main],
        env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'warn', ...addresses, ...env, KUBECONFIG },
      });
    names.forEach(start);
    return new Replicas(guard, names, start);
  }

  private constructor(guard: Guard, names: readonly string[], start: (name: string) => void) {
    this.#guard = guard;
    this.#names = names;
    this.#start = start;
  }

  /** Ends one by SIGKILL and starts it again. */
  async kill(random: () => number): Promise<void> {
    this.revive();
    const name = this.#names[Math.floor(random() * this.#names.length)] ?? '';
    await this.#guard.kill(name);
    this.kills += 1;
    this.#start(name);
  }

  /** Starts again what ended by itself. */
  revive(): void {
    for (const name of this.#names) {
      const how = this.#guard.howEnded(name);
      if (how === undefined) continue;
      this.endings.push(`${name}: ${how}`);
      this.#start(name);
    }
  }

  /** What they logged last. */
  async logs(): Promise<string> {
    const ends = this.#names.map(async (name) => `${name}:\n${lastLines(await this.#guard.log(name))}`);
    return (await Promise.all(ends)).join('\n');
  }

  /** Errors that ended one and that nothing caught; a lost lease or a server that does not answer ends it in order. */
  async uncaught(): Promise<string[]> {
    const logs = await Promise.all(this.#names.map((name) => this.#guard.log(name)));
    return logs.flatMap((log) => [...log.matchAll(/^.*\n(?:.*\n){0,20}Node\.js v\d+.*$/gm)].map(([text]) => text));
  }

  stop(): Promise<void> {
    return this.#guard.end();
  }
}
