import type { Ref } from '@gati-framework/contracts/deployment';
import {
  type AnyObject,
  type Applier,
  type Cluster,
  isKubeError,
  type Logger,
  type UntypedObject,
} from '@slipway/kube';
import { type Engine, type EngineSource, type EngineView, OWNER_LABEL } from './engines/index.ts';
import type { FileEntry } from './owner-index.ts';

export interface EngineLinkOptions {
  readonly engine: Engine;
  readonly cluster: Cluster;
  readonly source: Omit<EngineSource, 'scaled'>;
  readonly logger: Logger;
}

/** The engine's objects in the cluster: written by server-side apply, read live. */
export class EngineLink {
  readonly title: string;
  readonly #options: EngineLinkOptions;
  readonly #applier: Applier;

  constructor(options: EngineLinkOptions) {
    this.title = options.engine.title;
    this.#options = options;
    this.#applier = options.cluster.applier('slipway-gitops');
    // Says what is wrong with the options before anything is committed.
    options.engine.objects({ ...options.source, scaled: [] });
  }

  /** Points the engine at the branch. One that is not installed yet is waited for: the next change tries again (G-179). */
  async point(scaled: readonly FileEntry[], signal: AbortSignal): Promise<void> {
    const { engine, source, logger } = this.#options;
    for (const { kind, object } of engine.objects({ ...source, scaled })) {
      try {
        await this.#applier.apply(kind, object as never, { ownerLabel: OWNER_LABEL, signal });
      } catch (error) {
        if (!isKubeError(error, 'KUBE_NOT_FOUND')) throw error;
        logger.warn(
          { kind: kind.kind, message: error.message },
          `${engine.title} is not there to be pointed at the branch`,
        );
        return;
      }
    }
  }

  async view(owned: readonly Ref[], signal: AbortSignal): Promise<EngineView> {
    const { engine, source, cluster } = this.#options;
    const seen: (UntypedObject | undefined)[] = [];
    for (const { kind, object } of engine.objects({ ...source, scaled: [] })) {
      const { namespace, name = '' } = object.metadata ?? {};
      try {
        const found: AnyObject | undefined = await cluster.client.live.get(kind, { namespace, name }, { signal });
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
