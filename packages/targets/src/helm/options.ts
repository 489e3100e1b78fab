import type { Clock, Logger } from '@slipway/kube';

export interface HelmClientOptions {
  /** The executable. @default HELM_BIN, then `helm` on the PATH */
  readonly binary?: string;
  /** Where HELM_BIN, PATH, KUBECONFIG and the variables that helm is let see come from. @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Variables that helm gets beside the allowed ones: what a credential plugin needs. Not for secrets. */
  readonly extraEnv?: Readonly<Record<string, string>>;
  /**
   * Most helm processes at a time; further calls wait, lanes taking turns.
   * @default twice the cores, at least 4
   */
  readonly concurrency?: number;
  /**
   * Helm's own time for an operation (`--timeout`), in milliseconds.
   * @default 300_000
   *
   * A watchdog ends the process group 10 s later, for a helm that does not keep to it.
   */
  readonly timeoutMs?: number;
  /**
   * How long the guard lets helm run without word from this process, in milliseconds.
   * @default 20_000
   *
   * Shorter than the time after which another manager takes over: two helms at one release are worse
   * than none.
   */
  readonly stallMs?: number;
  /** Time between SIGTERM and SIGKILL when a call is cancelled, in milliseconds. @default 4_000 */
  readonly graceMs?: number;
  /**
   * Most memory of one helm, in bytes, on Linux; elsewhere there is no limit.
   * @default 1_073_741_824
   *
   * helm keeps an index, a chart and all that it renders in memory, a few hundred MiB for the largest in use. A
   * repository that sends without an end would take all that there is; helm ends at this (`HELM_MEMORY`).
   */
  readonly maxMemoryBytes?: number;
  /** The folder in which the client makes its own. @default the system's for temporary files */
  readonly folder?: string;
  /** @default realClock */
  readonly clock?: Clock;
  /** @default silentLogger */
  readonly logger?: Logger;
}

export const helmDefaults = {
  timeoutMs: 300_000,
  stallMs: 20_000,
  graceMs: 4_000,
  maxMemoryBytes: 1_073_741_824,
  /** What the watchdog leaves helm to end by itself, in milliseconds. */
  watchdogMs: 10_000,
  /** Revisions that stay recorded; what undoing needs is among them. */
  historyMax: 20,
} as const;
