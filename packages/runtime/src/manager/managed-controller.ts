import type { Controller } from '../controller/index.ts';
import type { Key } from '../queue/index.ts';
import type { ManagedCluster } from './attachment.ts';
import type { ControllerSettings } from './options.ts';

/** A controller as the manager handles it, whatever its keys are. */
export interface ManagedController {
  readonly settings: ControllerSettings;
  readonly controller: Pick<Controller<Key>, 'start' | 'stop' | 'resume' | 'abort' | 'ended' | 'state'>;
  /** Begins to watch a cluster. The promise settles with its first sync. */
  attach(managed: ManagedCluster): Promise<void>;
  /** Forgets a cluster. */
  detach(cluster: string): Promise<void>;
  /** Starts the sources that belong to no cluster. Resolves when they have synced. */
  startSources(): Promise<void>;
  /** Ends all sources and lets the caches go. */
  stopSources(): Promise<void>;
}
