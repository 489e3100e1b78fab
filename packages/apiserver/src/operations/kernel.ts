import { type Clock, timestamp } from '@slipway/apimachinery/clock';
import { type AskConverter, isConverted, prepareForm } from '../custom/index.ts';
import { SERVER_MANAGER, type Write } from '../field-managers/index.ts';
import type { User } from '../identity/index.ts';
import type { AllocationContext } from '../kinds/index.ts';
import type { KubeObject, ObjectMeta } from '../objects/index.ts';
import type { Registry, Resource, ServedVersion } from '../resources/index.ts';
import type { Store } from '../store/index.ts';

/** What every operation works on: the state of one cluster and its sources of time and chance. */
export interface Kernel {
  readonly store: Store;
  readonly registry: Registry;
  readonly clock: Clock;
  /** In [0, 1), for generated names. */
  readonly random: () => number;
  /** Asks the webhooks that convert custom objects between their versions. */
  readonly askConverter?: AskConverter;
}

/**
 * How often a write is tried anew because the object changed meanwhile. Only who waits in admission
 * can be overtaken; a hundred times in a row, it is the admission that changes the object.
 */
export const TRIES = 100;

/** What a request is about. Without a name: the collection. */
export interface Target {
  readonly resource: Resource;
  readonly served: ServedVersion;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
}

export interface WriteOptions {
  /** Do everything but store the result. */
  readonly dryRun?: boolean;
  /** Called with what the client should know although it is no error (K-15). */
  readonly warn?: (text: string) => void;
  /** Who writes (K-62). @default the server itself */
  readonly manager?: string;
  /** Who asks for it. @default the server itself */
  readonly user?: User;
  /** The parameters of the request, as it was asked. */
  readonly query?: URLSearchParams;
  /** The owners are in the object already: it comes from an apply. */
  readonly isApplied?: boolean;
}

/** Custom kinds may have any finalizer, but are warned when one may collide with another's. */
export function warnOfFinalizers(
  resource: Resource,
  { finalizers = [] }: ObjectMeta,
  known: readonly string[],
  { warn }: WriteOptions,
): void {
  if (!resource.custom || !warn) return;
  for (const finalizer of finalizers) {
    if (
      known.includes(finalizer) ||
      finalizer.includes('/') ||
      finalizer === 'orphan' ||
      finalizer === 'foregroundDeletion'
    )
      continue;
    warn(
      `metadata.finalizers: "${finalizer}": prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers`,
    );
  }
}

/** What a kind may look at when it gives out what is scarce. */
export function worldOf(
  kernel: Kernel,
  { namespace = '' }: Target,
  { dryRun = false }: WriteOptions,
): AllocationContext {
  return { store: kernel.store, random: kernel.random, namespace, dryRun };
}

/** What tracking of owners has to know of a write. */
export function writeBy(kernel: Kernel, path: Target, { manager = SERVER_MANAGER }: WriteOptions): Write {
  return { path, manager, now: timestamp(kernel.clock.wall()) };
}

/** The stage in which a converter is asked, for kinds that have one. */
export function readyForm({ askConverter }: Kernel, target: Target): { ready?: (object: KubeObject) => Promise<void> } {
  if (!askConverter || !target.resource.custom || !isConverted(target.resource)) return {};
  return { ready: (object) => prepareForm(askConverter, target, object) };
}
