/**
 * @module
 * The helm binary as a client: typed answers, coded errors, and no helm that outlives its manager.
 *
 * Every call has a folder of its own for all that helm reads and writes (homes, caches, registry
 * configuration, kubeconfig, values), readable by this user alone and removed with the call. Helm runs
 * in a process group of its own under a guard process, which kills the group when this process dies or
 * falls silent. Secrets travel in files, never in arguments; what helm prints is masked before it
 * reaches an error.
 *
 * A revision whose helm was killed stays `pending-*` for good, and helm refuses every further change.
 * `recover` takes that one record away, so that the change can be made again.
 */
export type { HelmRelease, HistoryEntry, ListedRelease, ReleaseStatus } from './answers.ts';
export { isPending } from './answers.ts';
export type { ChartSource, Credentials, RemoteChart } from './chart-source.ts';
export type { HelmVersion } from './dialect.ts';
export {
  type CallOptions,
  HelmClient,
  type LintResult,
  type ReleaseRef,
  type RollbackOptions,
  type TemplateOptions,
  type UninstallOptions,
  type UpgradeOptions,
} from './helm-client.ts';
export type { HelmClientOptions } from './options.ts';
