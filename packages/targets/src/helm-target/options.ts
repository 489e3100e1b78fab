import type { Ref } from '@gati-framework/contracts/deployment';
import type { HelmClient, HelmClientOptions } from '../helm/index.ts';
import type { KubernetesTargetOptions } from '../kubernetes/index.ts';

export interface HelmTargetOptions extends KubernetesTargetOptions {
  /** Kubeconfig text for helm; the handle's own cannot be read back. @default as kubectl finds it */
  readonly kubeconfig?: string;
  /**
   * `install` has helm install and upgrade the chart; `write` only writes it, for someone else to install.
   * @default 'install'
   */
  readonly mode?: 'install' | 'write';
  /** Where charts are kept, one folder per release. Needed to edit them, and with `write`. @default a temporary folder */
  readonly chartFolder?: string;
  /** A client that is open; its owner closes it. @default one of its own, by `helmOptions` */
  readonly helm?: HelmClient;
  readonly helmOptions?: HelmClientOptions;
  /** The release of an owner, at most 53 characters, the same for ever. @default by kind and name */
  readonly releaseName?: (owner: Ref) => string;
  /**
   * How old a pending revision of another process must be before it is recovered, in milliseconds.
   * @default 60_000
   *
   * Longer than a guard lets helm live without its manager (20 s) and than it takes another manager to
   * be elected. A revision that a helm of this process left is recovered at once.
   */
  readonly recoverAfterMs?: number;
}

export const helmTargetDefaults = { mode: 'install', recoverAfterMs: 60_000 } as const;
