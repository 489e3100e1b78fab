import { readFile } from 'node:fs/promises';
import { isDnsSubdomain } from '@slipway/apimachinery/names';
import { isTargetError, TargetError } from '../errors.ts';
import {
  type HelmRelease,
  type HistoryEntry,
  isPending,
  type ListedRelease,
  readHistory,
  readList,
  readRelease,
  readValues,
} from './answers.ts';
import type { ChartSource, RemoteChart } from './chart-source.ts';
import { type Dialect, dialectOf, type HelmVersion, parseHelmVersion } from './dialect.ts';
import { type HelmCall, HelmRunner } from './helm-runner.ts';
import { type HelmClientOptions, helmDefaults } from './options.ts';
import { deletePendingRecord } from './release-record.ts';

/** A release of one cluster. */
export interface ReleaseRef {
  /** Kubeconfig text with everything in it, or absolute paths. Absent: found as kubectl finds it. */
  readonly kubeconfig?: string;
  readonly namespace: string;
  readonly name: string;
}

export interface CallOptions {
  /** Ends helm and all it started; the call rejects with the signal's reason when they are gone. */
  readonly signal?: AbortSignal;
  /** @default the client's */
  readonly timeoutMs?: number;
  /** Calls of different lanes take turns when places are short. */
  readonly lane?: string;
  /** Whether the caller may still act (its lock is held); while false the guard's time runs out. */
  readonly isHeld?: () => boolean;
  /** More strings that must not appear in an error. */
  readonly secrets?: readonly string[];
}

export interface UpgradeOptions extends CallOptions {
  readonly chart: ChartSource;
  /** All of them: earlier ones are not reused. Written to a file that only this user can read. */
  readonly values?: object;
  /** @default true */
  readonly createNamespace?: boolean;
  /** Leave the chart's `crds/` folder alone. @default true */
  readonly skipCrds?: boolean;
  /** Kept on the record of the revision, from its pending state on. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly description?: string;
  /** Render and check against the cluster, change nothing. @default false */
  readonly dryRun?: boolean;
  readonly skipSchemaValidation?: boolean;
}

export interface RollbackOptions extends CallOptions {
  readonly revision: number;
}

export interface UninstallOptions extends CallOptions {
  /** @default false */
  readonly keepHistory?: boolean;
}

export interface TemplateOptions extends CallOptions {
  readonly chart: ChartSource;
  readonly values?: object;
  readonly namespace?: string;
  /** @default 'release' */
  readonly name?: string;
  /** With the chart's `crds/` folder. @default false */
  readonly includeCrds?: boolean;
  /** @default the version that helm was built for */
  readonly kubeVersion?: string;
}

export interface LintResult {
  readonly passed: boolean;
  /** `[WARNING] templates/: …`, as helm words them. */
  readonly findings: readonly string[];
}

/**
 * The helm binary, 3.18 and later or 4, with one meaning for both.
 *
 * **Expected flow.** One client per process: `open`, calls, `close`.
 *
 * **Guarantees.** No helm outlives the client or a stall of it. No secret in an argument, a log or an
 * error. Nothing is shared between calls. Cancelling resolves when the process group is gone.
 *
 * **Assumptions.** Helm keeps its releases in Secrets.
 *
 * **Caveats.** Helm does not wait for readiness. What happens after a failure is for the caller to
 * decide: nothing is rolled back, forced or taken over by itself.
 *
 * **Errors.** `HELM_…`, with helm's own last line.
 */
export class HelmClient {
  readonly version: HelmVersion;
  readonly #runner: HelmRunner;
  readonly #dialect: Dialect;
  readonly #timeoutMs: number;

  static async open(options: HelmClientOptions = {}): Promise<HelmClient> {
    const runner = await HelmRunner.open(options);
    try {
      const { timeoutMs = helmDefaults.timeoutMs } = options;
      const call = { what: 'version', args: () => ['version', '--short'], timeoutMs };
      const version = await runner.run(call, ({ stdout }) => parseHelmVersion(stdout, runner.binary));
      return new HelmClient(runner, version, timeoutMs);
    } catch (error) {
      await runner.close();
      throw error;
    }
  }

  private constructor(runner: HelmRunner, version: HelmVersion, timeoutMs: number) {
    this.version = version;
    this.#runner = runner;
    this.#dialect = dialectOf(version);
    this.#timeoutMs = timeoutMs;
  }

  /** Installs; fails where a release of this name exists. */
  install(release: ReleaseRef, options: UpgradeOptions): Promise<HelmRelease> {
    return this.#change('install', ['install'], this.#dialect.installFlags, release, options);
  }

  /** Installs or upgrades, and can be repeated after any failure. */
  upgrade(release: ReleaseRef, options: UpgradeOptions): Promise<HelmRelease> {
    const command = ['upgrade', '--install', '--reset-values', ...historyMax];
    return this.#change('upgrade', command, this.#dialect.changeFlags, release, options);
  }

  /** Goes back to a recorded revision, as a new one, and tells what became of it. */
  async rollback(release: ReleaseRef, { revision, ...options }: RollbackOptions): Promise<HistoryEntry> {
    const call = this.#of('rollback', release, options);
    const args = ['rollback', release.name, `${revision}`, ...historyMax, ...this.#dialect.changeFlags];
    await this.#runner.run(
      { ...call, args: () => [...args, ...at(release), ...this.#timeout(options)] },
      () => undefined,
    );
    const newest = (await this.history(release, options)).at(-1);
    if (!newest) throw new Error('unreachable: a rollback that succeeded has a revision');
    return newest;
  }

  /** Removes the release; of one that is gone already: succeeds. */
  async uninstall(release: ReleaseRef, { keepHistory = false, ...options }: UninstallOptions = {}): Promise<void> {
    const call = this.#of('uninstall', release, options);
    const args = ['uninstall', release.name, '--ignore-not-found', ...(keepHistory ? ['--keep-history'] : [])];
    await this.#runner.run(
      { ...call, args: () => [...args, ...at(release), ...this.#timeout(options)] },
      () => undefined,
    );
  }

  /** The newest revision, or the one that is named; undefined where there is no such release. */
  status(
    release: ReleaseRef,
    options: CallOptions & { readonly revision?: number } = {},
  ): Promise<HelmRelease | undefined> {
    const args = ['status', release.name, ...at(release), ...revisionFlag(options.revision), '--output', 'json'];
    return this.#read('status', release, args, options, readRelease);
  }

  /** All recorded revisions, oldest first; none where there is no such release. */
  async history(release: ReleaseRef, options: CallOptions = {}): Promise<HistoryEntry[]> {
    const args = ['history', release.name, ...at(release), '--max', '256', '--output', 'json'];
    const entries = await this.#read('history', release, args, options, readHistory);
    return (entries ?? []).toSorted((a, b) => a.revision - b.revision);
  }

  /** Releases of a namespace, or of all; whatever their status. */
  list(
    where: { readonly kubeconfig?: string; readonly namespace?: string },
    options: CallOptions = {},
  ): Promise<ListedRelease[]> {
    const scope = where.namespace === undefined ? ['--all-namespaces'] : ['--namespace', where.namespace];
    const args = ['list', ...scope, ...this.#dialect.listAllFlags, '--max', '0', '--output', 'json'];
    const call = { ...this.#common(options), what: 'list of releases', kubeconfig: where.kubeconfig };
    return this.#runner.run({ ...call, args: () => args }, ({ stdout }) => readList(stdout));
  }

  /** What a revision put into the cluster; undefined where there is no such release. */
  manifest(
    release: ReleaseRef,
    options: CallOptions & { readonly revision?: number } = {},
  ): Promise<string | undefined> {
    const args = ['get', 'manifest', release.name, ...at(release), ...revisionFlag(options.revision)];
    return this.#read('get manifest', release, args, options, (text) => text);
  }

  /** Values that were given with a revision, or with `all` those that it was rendered with. */
  values(
    release: ReleaseRef,
    options: CallOptions & { readonly revision?: number; readonly all?: boolean } = {},
  ): Promise<Record<string, unknown> | undefined> {
    const which = [...(options.all ? ['--all'] : []), ...revisionFlag(options.revision)];
    const args = ['get', 'values', release.name, ...at(release), ...which, '--output', 'json'];
    return this.#read('get values', release, args, options, readValues);
  }

  /** Renders without a cluster. */
  template({ chart, values, namespace = 'default', name = 'release', ...options }: TemplateOptions): Promise<string> {
    const { includeCrds = false, kubeVersion } = options;
    const flags = [
      ...(includeCrds ? ['--include-crds'] : []),
      ...(kubeVersion === undefined ? [] : ['--kube-version', kubeVersion]),
    ];
    const call: HelmCall = {
      ...this.#common(options),
      what: `template of chart ${nameOf(chart)}`,
      chart,
      values,
      args: (files) => ['template', name, files.chart, '--namespace', namespace, ...files.values, ...flags],
    };
    return this.#runner.run(call, ({ stdout }) => stdout);
  }

  /** Whether the chart is well made. @default strict: warnings count */
  lint(
    chart: ChartSource,
    { strict = true, values, ...options }: CallOptions & { readonly strict?: boolean; readonly values?: object } = {},
  ): Promise<LintResult> {
    const call: HelmCall = {
      ...this.#common(options),
      what: `lint of chart ${nameOf(chart)}`,
      chart,
      values,
      answers: [1],
      args: (files) => ['lint', files.chart, ...files.values, ...(strict ? ['--strict'] : [])],
    };
    return this.#runner.run(call, ({ exitCode, stdout, stderr }) => ({
      passed: exitCode === 0,
      findings: `${stdout}\n${stderr}`.split('\n').filter((line) => /^\[(?:WARNING|ERROR)\]|^Error: /.test(line)),
    }));
  }

  /** The archive of a remote chart. */
  pull(chart: RemoteChart, options: CallOptions = {}): Promise<Buffer> {
    let archive = '';
    const call: HelmCall = {
      ...this.#common(options),
      what: `pull of chart ${nameOf(chart)}`,
      chart,
      args: (files) => {
        archive = files.chart;
        // What was fetched must be a chart.
        return ['show', 'chart', files.chart];
      },
    };
    return this.#runner.run(call, () => readFile(archive));
  }

  /**
   * Makes a release usable again whose newest revision a killed helm left `pending-*`: that revision's
   * record is deleted, nothing in the cluster is. Gives the revision, or undefined where none is
   * pending. The caller knows that no helm works on it any more; for one of this client's that is
   * certain once its call has settled.
   */
  async recover(release: ReleaseRef, options: CallOptions = {}): Promise<HistoryEntry | undefined> {
    const newest = (await this.history(release, options)).at(-1);
    if (!newest || !isPending(newest.status)) return undefined;
    await deletePendingRecord(release.kubeconfig, release, newest.revision, options.signal);
    return newest;
  }

  /** Ends what runs, removes all files and the guard. */
  close(): Promise<void> {
    return this.#runner.close();
  }

  #change(
    what: string,
    command: readonly string[],
    dialectFlags: readonly string[],
    release: ReleaseRef,
    options: UpgradeOptions,
  ): Promise<HelmRelease> {
    const {
      chart,
      values,
      createNamespace = true,
      skipCrds = true,
      labels = {},
      description,
      dryRun = false,
    } = options;
    const labelText = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
    const flags = [
      ...dialectFlags,
      ...(createNamespace ? ['--create-namespace'] : []),
      ...(skipCrds ? ['--skip-crds'] : []),
      ...(labelText.length > 0 ? [`--labels=${labelText.join(',')}`] : []),
      ...(description === undefined ? [] : [`--description=${description}`]),
      ...(dryRun ? ['--dry-run=server'] : []),
      ...(options.skipSchemaValidation ? ['--skip-schema-validation'] : []),
    ];
    const call: HelmCall = {
      ...this.#of(what, release, options),
      chart,
      values,
      args: (files) => [
        ...command,
        release.name,
        files.chart,
        ...at(release),
        ...files.values,
        ...flags,
        ...this.#timeout(options),
        '--output',
        'json',
      ],
    };
    return this.#runner.run(call, ({ stdout }) => readRelease(stdout));
  }

  async #read<T>(
    what: string,
    release: ReleaseRef,
    args: readonly string[],
    options: CallOptions,
    read: (stdout: string) => T,
  ): Promise<T | undefined> {
    try {
      const call = { ...this.#of(what, release, options), args: () => args };
      return await this.#runner.run(call, ({ stdout }) => read(stdout));
    } catch (error) {
      if (isTargetError(error, 'HELM_RELEASE_NOT_FOUND')) return undefined;
      throw error;
    }
  }

  #of(what: string, { kubeconfig, namespace, name }: ReleaseRef, options: CallOptions): Omit<HelmCall, 'args'> {
    checkName('release', name, 53);
    checkName('namespace', namespace, 63);
    return { ...this.#common(options), kubeconfig, what: `${what} of release "${name}" in namespace "${namespace}"` };
  }

  #common({
    signal,
    timeoutMs = this.#timeoutMs,
    lane,
    isHeld,
    secrets,
  }: CallOptions): Omit<HelmCall, 'args' | 'what'> {
    return { signal, timeoutMs, lane, isHeld, secrets };
  }

  #timeout({ timeoutMs = this.#timeoutMs }: CallOptions): string[] {
    return ['--timeout', `${Math.max(1, Math.ceil(timeoutMs / 1000))}s`];
  }
}

/** Also keeps anything that helm would take for a flag out of its arguments. */
function checkName(what: string, name: string, longest: number): void {
  if (name.length <= longest && isDnsSubdomain(name)) return;
  throw new TargetError(
    'HELM_FAILED',
    `"${name}" cannot be the name of a ${what}: use at most ${longest} lower-case letters, digits and dashes.`,
  );
}

const historyMax: readonly string[] = ['--history-max', `${helmDefaults.historyMax}`];

const at = ({ namespace }: ReleaseRef): string[] => ['--namespace', namespace];

const revisionFlag = (revision: number | undefined): string[] =>
  revision === undefined ? [] : ['--revision', `${revision}`];

const nameOf = (chart: ChartSource): string => `"${typeof chart === 'string' ? chart : chart.name}"`;
