import type { AnyKind, Clock, Cluster, Logger } from '@slipway/kube';
import type { KindName } from '../resources/index.ts';
import type { GitCredentials } from './credentials.ts';
import type { EngineOptions } from './engines/index.ts';
import type { SecretReference } from './secret-reference.ts';

export type { KindName };

/** With what commits are signed. Without a signature that git could make, nothing is committed. */
export type Signing =
  /** The text of an unencrypted private key. */
  | { readonly sshKey: string }
  /** The id of a key, and the folder of gpg that has it. */
  | { readonly gpgKey: string; readonly gpgHome?: string };

export interface GitOpsTargetOptions {
  /** `https://…`, `ssh://…`, `git@host:path`, or the path of a repository on this machine. */
  readonly url: string;
  /** @default 'main'. Created where the repository is empty; elsewhere it has to exist, so that a misspelt one is seen. */
  readonly branch?: string;
  /**
   * Where each object's file lies: `{namespace}`, `{kind}`, `{name}`, `{group}`, `{cluster}`.
   * @default '{namespace}/{kind}/{name}' with `.yaml` added
   */
  readonly path?: string;
  /** What `{cluster}` stands for. */
  readonly clusterName?: string;
  /** Who writes the commits. @default Slipway <slipway@localhost> */
  readonly author?: { readonly name: string; readonly email: string };
  /** @default unsigned */
  readonly signing?: Signing;
  readonly credentials?: GitCredentials;
  /** A file with credentials, read when the target is opened. Used where neither `credentials` nor the url has any. */
  readonly credentialsFile?: string;
  /**
   * Whether commits are pushed. Without, they are made on the branch of the copy in `directory`, for
   * another client to push. @default true
   */
  readonly push?: boolean;
  /**
   * Where the local copy is kept: for one process at a time. It spares a restart the clone and holds
   * nothing that is not in the remote, unless `push` is false. @default a new folder, removed by `close`
   */
  readonly directory?: string;
  /** What brings the tree to a cluster. @default none: the target writes to git and says nothing of the cluster */
  readonly engine?: EngineOptions;
  /** The cluster that the engine runs in: its objects are applied there, and its word is read there. Needed with an engine. */
  readonly cluster?: Cluster;
  /** The field manager of statuses; the engine's objects are owned by `<manager>-gitops`. @default 'slipway' */
  readonly manager?: string;
  /** Kinds known beside the built-in ones; others are taken by the apiVersion that resources carry, or found by discovery. */
  readonly kinds?: readonly AnyKind[];
  /** The kind of a resource that names none, by what is in it. */
  readonly kindFor?: (resource: KindName) => string | undefined;
  /** What is written in place of a Secret. @default none: a Secret is refused (`TARGET_SECRET`) */
  readonly secretReference?: SecretReference;
  /** The git program, 2.31 or newer. @default 'git' */
  readonly gitBinary?: string;
  /**
   * For each git process, in milliseconds. @default 120_000
   *
   * A first clone of a repository with a long history is one process; make it longer for such.
   */
  readonly timeoutMs?: number;
  /** How often watches look at the branch, in milliseconds; own commits are seen at once. @default 30_000 */
  readonly pollIntervalMs?: number;
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly random?: () => number;
  /** Of which PATH, proxies and certificate settings are passed to git. @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
}
