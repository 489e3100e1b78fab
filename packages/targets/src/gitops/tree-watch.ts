import type { DeploymentResource, WatchCallback, WatchHandle } from '@gati-framework/contracts/deployment';
import type { Clock, Logger, Timer } from '@slipway/kube';
import { codeAndMessage } from '../errors.ts';
import { changesBetween, type SeenObjects } from './object-changes.ts';

export interface TreeWatchOptions {
  /** The objects of the watch as the branch has them now. */
  readonly read: (signal: AbortSignal) => Promise<readonly DeploymentResource[]>;
  readonly callback: WatchCallback;
  readonly pollIntervalMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal | undefined;
}

/**
 * Looks at the branch from time to time, and when asked to. A remote that is away is waited for: the
 * next look shows the sum of what happened, so nothing is missed and no version comes twice.
 */
export class TreeWatch implements WatchHandle {
  readonly synced: Promise<void>;
  /** No further look is taken, whatever ended it. */
  readonly ended: Promise<void>;
  readonly #options: TreeWatchOptions;
  readonly #over = new AbortController();
  #seen: SeenObjects = new Map();
  #isAsked = true;
  #wake: () => void = () => undefined;

  constructor(options: TreeWatchOptions) {
    this.#options = options;
    const { promise, resolve, reject } = withResolvers();
    this.synced = promise;
    // A caller that does not ask for it does not have to handle its end either.
    promise.catch(() => undefined);
    if (options.signal?.aborted) this.#end();
    else options.signal?.addEventListener('abort', this.#end, { once: true });
    this.ended = this.#run(resolve).then(() => reject(this.#over.signal.reason));
  }

  /** The branch has moved: look now. */
  look(): void {
    this.#isAsked = true;
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#end();
    await this.ended;
  }

  readonly #end = (): void => {
    this.#options.signal?.removeEventListener('abort', this.#end);
    this.#over.abort(new Error('The watch was stopped.'));
    this.#wake();
  };

  async #run(onSynced: () => void): Promise<void> {
    while (!this.#over.signal.aborted) {
      this.#isAsked = false;
      try {
        await this.#tell(await this.#options.read(this.#over.signal));
        onSynced();
      } catch (error) {
        if (this.#over.signal.aborted) return;
        this.#options.logger.warn(codeAndMessage(error), 'a watch could not look at the branch; it will again');
      }
      if (!this.#isAsked) await this.#pause();
    }
  }

  async #tell(objects: readonly DeploymentResource[]): Promise<void> {
    const { events, seen } = changesBetween(this.#seen, objects);
    this.#seen = seen;
    for (const event of events) {
      if (this.#over.signal.aborted) return;
      try {
        await this.#options.callback(event);
      } catch (error) {
        const { name, namespace } = event.resource.metadata;
        const fields = { kind: event.resource.kind, namespace, name, event: event.type, error };
        this.#options.logger.error(fields, 'the callback of a watch failed');
      }
    }
  }

  async #pause(): Promise<void> {
    let timer: Timer | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = this.#options.clock.timer(this.#options.pollIntervalMs, resolve);
      if (this.#over.signal.aborted) resolve();
    });
    timer?.cancel();
  }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void; reject: (reason: unknown) => void } {
  let resolve: () => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}
