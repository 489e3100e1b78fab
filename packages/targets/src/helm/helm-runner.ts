import { createReadStream } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type Clock, isKubeError, type Logger, realClock, silentLogger } from '@slipway/kube';
import { readBeginning, readBody } from '@slipway/kube/body';
import { withoutQuotedValues } from '@slipway/kube/secrecy';
import { type HelmErrorCode, TargetError } from '../errors.ts';
import { makeOwnFolder } from '../folders/index.ts';
import { type ChartSource, planFetch } from './chart-source.ts';
import { helmEnvironment } from './environment.ts';
import { failureOf } from './failure.ts';
import { findHelm } from './find-helm.ts';
import { CallFolder } from './folders.ts';
import { GuardProcess } from './guard-process.ts';
import { saysOutOfMemory, withMemoryLimit } from './memory-limit.ts';
import { type HelmClientOptions, helmDefaults } from './options.ts';
import { masked, secretsIn, secretsInKubeconfig } from './secrecy.ts';
import { Slots } from './slots.ts';

/** One call: which commands, with what, for whom. */
export interface HelmCall {
  /** For messages: `upgrade of release "shop" in namespace "prod"`. */
  readonly what: string;
  /** Kubeconfig text for the call's own file. Absent: helm looks where kubectl would. */
  readonly kubeconfig?: string | undefined;
  readonly values?: object | undefined;
  readonly chart?: ChartSource | undefined;
  /** Makes the arguments once the files have their places. */
  readonly args: (files: { readonly chart: string; readonly values: readonly string[] }) => readonly string[];
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly lane?: string | undefined;
  readonly isHeld?: (() => boolean) | undefined;
  readonly secrets?: readonly string[] | undefined;
  /** Exit codes other than 0 that are an answer too. */
  readonly answers?: readonly number[];
  /** The code of any failure that helm itself reports. @default by what it says */
  readonly failsAs?: HelmErrorCode;
}

export interface HelmAnswer {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The archive that was fetched, while the call's folder exists. */
  readonly folder: CallFolder;
}

/** How much of what helm wrote an error keeps. */
const KEPT_OUTPUT_BYTES = 64 * 1024;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Runs helm: a place among the running ones, a folder, the guard, a watchdog, and errors with codes. */
export class HelmRunner {
  readonly binary: string;
  readonly #folder: string;
  readonly #options: HelmClientOptions;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #slots: Slots;
  readonly #guard: GuardProcess;

  static async open(options: HelmClientOptions): Promise<HelmRunner> {
    const binary = await findHelm(options.binary, options.env ?? process.env);
    return new HelmRunner(options, binary, await makeOwnFolder('slipway-helm-', options.folder));
  }

  private constructor(options: HelmClientOptions, binary: string, folder: string) {
    const { stallMs = helmDefaults.stallMs, graceMs = helmDefaults.graceMs, clock = realClock } = options;
    this.binary = binary;
    this.#folder = folder;
    this.#options = options;
    this.#clock = clock;
    this.#logger = options.logger ?? silentLogger;
    this.#slots = new Slots(options.concurrency ?? Math.max(4, 2 * availableParallelism()));
    this.#guard = new GuardProcess({ folder, stallMs, graceMs, clock });
  }

  /** Runs the call and gives what `read` makes of its answer. Its folder is gone when this settles. */
  run<T>(call: HelmCall, read: (answer: HelmAnswer) => T | Promise<T>): Promise<T> {
    return this.#slots.run(call.lane ?? '', call.signal, async () => {
      const folder = await CallFolder.make(this.#folder);
      try {
        return await read(await this.#answer(call, folder));
      } finally {
        await folder.remove();
      }
    });
  }

  async close(): Promise<void> {
    await this.#guard.end();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #answer(call: HelmCall, folder: CallFolder): Promise<HelmAnswer> {
    const { kubeconfig, values, chart = '' } = call;
    const kubeconfigPath = kubeconfig === undefined ? undefined : await folder.write('kubeconfig', kubeconfig);
    const valuesFiles =
      values === undefined ? [] : ['--values', await folder.write('values.json', JSON.stringify(values))];
    const env = helmEnvironment(folder, {
      env: this.#options.env ?? process.env,
      extraEnv: this.#options.extraEnv,
      kubeconfigPath,
    });
    // Absolute: helm works in the call's folder, and no path looks like a flag.
    const path = typeof chart === 'string' ? resolve(chart) : await this.#fetch(call, chart, folder, env);
    return this.#helm(call, folder, env, call.args({ chart: path, values: valuesFiles }));
  }

  /** Fetches a remote chart into the folder; what is done with it afterwards asks no repository. */
  async #fetch(
    call: HelmCall,
    chart: Exclude<ChartSource, string>,
    folder: CallFolder,
    env: Record<string, string>,
  ): Promise<string> {
    const plan = planFetch(chart, folder);
    for (const [name, text] of Object.entries(plan.files)) await folder.write(name, text);
    const fetching = { ...call, what: `fetching chart "${chart.name}"`, failsAs: 'HELM_CHART' } as const;
    for (const args of plan.commands) await this.#helm(fetching, folder, env, args);
    const [archive] = await readdir(folder.at('charts'));
    if (archive === undefined) throw new TargetError('HELM_CHART', `helm fetched nothing for chart "${chart.name}".`);
    return `${folder.at('charts')}/${archive}`;
  }

  async #helm(
    call: HelmCall,
    folder: CallFolder,
    env: Record<string, string>,
    args: readonly string[],
  ): Promise<HelmAnswer> {
    const { signal, what, isHeld = () => true, timeoutMs } = call;
    signal?.throwIfAborted();
    const [stdout, stderr] = [folder.at('stdout'), folder.at('stderr')];
    await Promise.all([stdout, stderr].map((file) => rm(file, { force: true })));
    const over = new AbortController();
    const onAbort = (): void => over.abort(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    // It may have fired while the files were removed.
    if (signal?.aborted) onAbort();
    let isLate = false;
    const watchdog = this.#clock.timer(timeoutMs + helmDefaults.watchdogMs, () => {
      isLate = true;
      over.abort();
    });
    const startedAt = this.#clock.now();
    try {
      const { maxMemoryBytes = helmDefaults.maxMemoryBytes } = this.#options;
      const limited = withMemoryLimit(this.binary, args, maxMemoryBytes);
      const run = { ...limited, env, cwd: folder.path, stdout, stderr };
      const end = await this.#guard.run(run, { isHeld, signal: over.signal });
      const tookMs = Math.round(this.#clock.now() - startedAt);
      this.#logger.debug({ helm: args[0], exitCode: end.code, signal: end.signal, tookMs }, what);
      if (end.code !== null && (end.code === 0 || call.answers?.includes(end.code))) {
        return {
          exitCode: end.code,
          stdout: await readWhole(stdout, what),
          stderr: await readEnd(stderr),
          folder,
        };
      }
      if (signal?.aborted) throw signal.reason;
      // helm repeats the words of the API server, too.
      const output = withoutQuotedValues(masked(await readEnd(stderr), secretsOf(call)));
      if (end.error !== undefined) throw new TargetError('HELM_MISSING', `helm could not be started: ${end.error}.`);
      if (isLate) throw killed('HELM_TIMEOUT', call, 'took too long', output);
      if (end.isStalled) throw killed('HELM_GUARD', call, 'was without word from its manager for too long', output);
      if (end.code === null) throw killed('HELM_KILLED', call, `was ended by ${end.signal}`, output);
      if (saysOutOfMemory((await readBeginning(createReadStream(stderr), KEPT_OUTPUT_BYTES)).toString())) {
        const most = `${Math.floor(maxMemoryBytes / 2 ** 20)} MiB`;
        const why = `it needed more than ${most} of memory. Check what the chart or its repository holds, or raise maxMemoryBytes`;
        throw new TargetError('HELM_MEMORY', `helm ${what} failed: ${why}.`);
      }
      const { code, message } = failureOf(output);
      throw new TargetError(call.failsAs ?? code, `helm ${what} failed: ${message}`, { output });
    } finally {
      watchdog.cancel();
      signal?.removeEventListener('abort', onAbort);
    }
  }
}

function killed(
  code: 'HELM_TIMEOUT' | 'HELM_GUARD' | 'HELM_KILLED',
  call: HelmCall,
  why: string,
  output: string,
): TargetError {
  const message =
    `helm ${call.what} ${why} and is gone with all it started. A change that was under way is left as it was; its ` +
    'revision stays pending until it is recovered.';
  return new TargetError(code, message, { output });
}

function secretsOf({ kubeconfig, values, chart, secrets = [] }: HelmCall): string[] {
  const { credentials, repository = '' } = typeof chart === 'object' ? chart : {};
  const inAddress = URL.canParse(repository) ? new URL(repository).password : '';
  const both = credentials && Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
  return [
    ...secrets,
    ...secretsInKubeconfig(kubeconfig),
    ...secretsIn(values),
    ...(credentials ? [credentials.password, encodeURIComponent(credentials.password)] : []),
    ...(both === undefined ? [] : [both]),
    ...(inAddress === '' ? [] : [inAddress, decodeURIComponent(inAddress)]),
  ];
}

/** What helm printed is as large as what a chart renders or a release holds. */
async function readWhole(path: string, what: string): Promise<string> {
  try {
    return (await readBody(createReadStream(path), { maxBytes: MAX_OUTPUT_BYTES, what: 'its output' })).toString();
  } catch (error) {
    if (!isKubeError(error, 'BODY_TOO_LARGE')) throw error;
    throw new TargetError('HELM_OUTPUT', `helm ${what} printed more than ${MAX_OUTPUT_BYTES} bytes.`);
  }
}

async function readEnd(path: string): Promise<string> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size === 0) return '';
  const file = await open(path);
  try {
    const length = Math.min(size, KEPT_OUTPUT_BYTES);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString();
  } finally {
    await file.close();
  }
}
