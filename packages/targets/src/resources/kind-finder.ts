import { apiVersionOf } from '@slipway/apimachinery/references';
import { type AnyKind, isKubeError } from '@slipway/kube';
import type { Discovery } from '@slipway/kube/discovery';
import * as kubeKinds from '@slipway/kube/kinds';
import { TargetError } from '../errors.ts';

/** What a resource says of its kind; literals of users leave some of it out. */
export interface KindName {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly spec?: unknown;
}

export interface KindFinderOptions {
  readonly discovery: Discovery;
  /** Kinds known beside the built-in ones: an operator's own. They win over built-in kinds of the same name. */
  readonly kinds?: readonly AnyKind[];
  /** The kind of a resource that names none, by what is in it; undefined where that does not tell. */
  readonly kindFor?: (resource: KindName) => string | undefined;
}

const builtIn: readonly AnyKind[] = Object.values(kubeKinds).filter(
  (value): value is AnyKind => typeof value === 'object' && 'plural' in value,
);

/** Finds the kind of a resource: known ones first, then what the cluster says it serves (G-137). */
export class KindFinder {
  readonly #options: KindFinderOptions;
  /** Found without asking the cluster. */
  readonly known: readonly AnyKind[];

  constructor(options: KindFinderOptions) {
    this.#options = options;
    this.known = [...(options.kinds ?? []), ...builtIn];
  }

  async find(resource: KindName): Promise<AnyKind> {
    const { apiVersion } = resource;
    const kind = resource.kind || this.#options.kindFor?.(resource);
    if (!kind) {
      throw new TargetError(
        'TARGET_UNKNOWN_KIND',
        'A resource names no kind, and its spec does not tell it: set `kind`.',
      );
    }
    const isWanted = (known: AnyKind): boolean =>
      known.kind === kind && (apiVersion === undefined || apiVersionOf(known) === apiVersion);
    const known = this.known.find(isWanted);
    if (known) return known;
    try {
      return await this.#options.discovery.kind(apiVersion === undefined ? { kind } : { apiVersion, kind });
    } catch (error) {
      if (!isKubeError(error, 'KUBE_UNKNOWN_KIND')) throw error;
      throw new TargetError('TARGET_UNKNOWN_KIND', `Nothing was sent. ${error.message}`, { cause: error });
    }
  }
}
