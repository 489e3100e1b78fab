import type { Logger } from '@slipway/kube';
import { Controller, type ControllerOptions, type Result } from '../controller/index.ts';
import type { Key } from '../queue/index.ts';
import { type Source, startSources } from '../source/index.ts';
import { withFields } from './log-fields.ts';
import type { ManagedController } from './managed-controller.ts';
import type { ControllerSettings } from './options.ts';

/** What a reconcile of any other thing than an object has at hand. */
export interface KeyContext<K extends Key> {
  readonly key: K;
  /** Fires at the time limit and at shutdown. */
  readonly signal: AbortSignal;
  readonly reconcileID: string;
  readonly log: Logger;
}

/** Work whose state is kept elsewhere: rows of a table, things in another system. */
export interface KeyWork<K extends Key> {
  /** Unique in the process. */
  readonly name: string;
  readonly sources: readonly Source<K>[];
  readonly reconcile: (context: KeyContext<K>) => Promise<Result | undefined | void> | Result | undefined | void;
  readonly settings?: ControllerSettings;
}

export type KeyControllerOptions<K extends Key> = Required<
  Pick<ControllerOptions<K>, 'mayStart' | 'observer' | 'clock' | 'logger'>
>;

/** A controller of anything that can be named by a key. */
export class KeyController<K extends Key> implements ManagedController {
  readonly settings: ControllerSettings;
  readonly controller: Controller<K>;
  readonly #sources: readonly Source<K>[];
  readonly #stop = new AbortController();

  constructor({ name, sources, reconcile, settings = {} }: KeyWork<K>, options: KeyControllerOptions<K>) {
    const { elected: _elected, reportFailures: _reportFailures, fieldManager: _manager, ...limits } = settings;
    this.settings = settings;
    this.#sources = sources;
    this.controller = new Controller<K>({
      name,
      reconcile: (key, { signal, reconcileID }) =>
        reconcile({
          key,
          signal,
          reconcileID,
          log: withFields(options.logger, { controller: name, key, reconcileID }),
        }),
      ...options,
      ...limits,
    });
  }

  async attach(): Promise<void> {}

  async detach(cluster: string): Promise<void> {
    this.controller.drop((key) => typeof key === 'object' && key['cluster'] === cluster);
  }

  async startSources(): Promise<void> {
    startSources(this.#sources, this.controller.queue, this.#stop.signal);
    await Promise.all(this.#sources.map((source) => source.synced));
  }

  async stopSources(): Promise<void> {
    this.#stop.abort();
  }
}
