import type { ContainerRecord } from './record.ts';

/**
 * What whatever runs a container reports of it: the seam between the lifecycle, which is the same for
 * all pods, and simulated containers or real processes.
 */
export interface Sight {
  /** Whether its image is there to be started from. */
  readonly image:
    | { readonly is: 'present' }
    | { readonly is: 'pulling' }
    | { readonly is: 'refused'; readonly reason: string; readonly message: string };
  /** Set once the container that is recorded as running has ended. */
  readonly exit?: {
    readonly exitCode: number;
    readonly at: number;
    readonly reason?: string;
    readonly signal?: number;
    readonly message?: string;
  };
  /** The startup probe has succeeded, or there is none. */
  readonly isStarted: boolean;
  /** The readiness probe succeeds, or there is none. */
  readonly isReady: boolean;
  /** What a probe reports against it; recorded once in an Event. */
  readonly complaint?: string;
  /** Which probe asks for a restart. */
  readonly unhealthy?: 'liveness' | 'startup';
  /** When any of this changes by itself, in wall milliseconds. */
  readonly changesAt?: number;
}

export type Look = (container: ContainerRecord) => Sight;
