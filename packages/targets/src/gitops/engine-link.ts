import type { Ref } from '@gati-framework/contracts/deployment';
import { type AnyObject, type Applier, type Cluster, isKubeError, type Logger } from '@slipway/kube';
import { appliedFields, type CachedObject } from '@slipway/kube/apply';
import type { UntypedObject } from '@slipway/kube/discovery';
import type { Stored } from '@slipway/kube/kinds';
import { Turns } from '../turns/index.ts';
import { type Engine, type EngineObject, type EngineSource, type EngineView, OWNER_LABEL } from './engines/index.ts';
import type { FileEntry } from './owner-index.ts';

export interface EngineLinkOptions {
  readonly engine: Engine;
  readonly cluster: Cluster;
  readonly manager: string;
  readonly source: Omit<EngineSource, 'scaled'>;
  readonly logger: Logger;
}

/** The engine's objects in the cluster: written by server-side apply, read live. */
export class EngineLink {
  readonly title: string;
  readonly #options: EngineLinkOptions;
  readonly #applier: Applier;
  readonly #turns = new Turns();
  /** The object that is about to be applied, as it was just read: the engine's own writes to it are no rival's. */
  #read: CachedObject | undefined;

  constructor(options: EngineLinkOptions) {
    this.title = options.engine.title;
    this.#options = options;
    this.#applier = options.cluster.applier(`${options.manager}-gitops`, { cached: () => this.#read });
    // Says what is wrong with the options before anything is committed.
    options.engine.objects({ ...options.source, scaled: [] });
  }

  /** Points the engine at the branch. One that is not installed yet is waited for: the next change tries again (G-179). */
  point(scaled: readonly FileEntry[], signal: AbortSignal): Promise<void> {
    const { engine, source, logger } = this.#options;
    return this.#turns.run('point', async () => {
      try {
        for (const wanted of engine.objects({ ...source, scaled })) await this.#apply(wanted, signal);
      } catch (error) {
        if (!isKubeError(error, 'KUBE_NOT_FOUND')) throw error;
        logger.warn({ message: error.message }, `${engine.title} is not there to be pointed at the branch`);
      }
    });
  }

  async #apply({ kind, object }: EngineObject, signal: AbortSignal): Promise<void> {
    const { namespace, name = '' } = object.metadata ?? {};
    const found: Stored<AnyObject> | undefined = await this.#options.cluster.client.live.get(
      kind,
      { namespace, name },
      { signal },
    );
    this.#read = {
      object: found,
      complete: true,
      ownedFields: (manager) => found && appliedFields(found, manager, undefined),
    };
    await this.#applier.apply(kind, object as never, { ownerLabel: OWNER_LABEL, signal });
  }

  async view(owned: readonly Ref[], signal: AbortSignal): Promise<EngineView> {
    const { engine, source, cluster } = this.#options;
    const seen: (UntypedObject | undefined)[] = [];
    for (const { kind, object } of engine.objects({ ...source, scaled: [] })) {
      const { namespace, name = '' } = object.metadata ?? {};
      try {
        const found: Stored<AnyObject> | undefined = await cluster.client.live.get(
          kind,
          { namespace, name },
          { signal },
        );
        seen.push(found as UntypedObject | undefined);
      } catch (error) {
        if (!isKubeError(error)) throw error;
        const why = error.code === 'KUBE_NOT_FOUND' ? 'is not installed' : `could not be asked: ${error.message}`;
        return { unknown: `${engine.title} ${why}.` };
      }
    }
    return engine.view(seen, source, owned);
  }
}
