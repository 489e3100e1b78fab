import type {
  IBreakingChangeDetector,
  IDeploymentTarget,
  IManifestGenerator,
  ITransformerCoordinator,
} from '@gati-framework/contracts/deployment';
import { type Clock, realClock } from '@slipway/kube';
import { type ClusterPort, type ReadHandler, type StoreTarget, storePort } from '../cluster/index.ts';
import {
  type CataloguedVersion,
  SchemaDetector,
  TransformerChains,
  timelyCoordinator,
} from '../compatibility/index.ts';
import { DEFAULT_SETTINGS, type DecommissionSettings } from '../decommission/index.ts';
import { cleanUpHandler, type HandlerDeps, type Measuring, type Outcome, reconcileHandler } from '../handlers/index.ts';
import type { GatiHandler } from '../types/index.ts';
import { completeGenerator } from './complete-generator.ts';

export interface HandlerDeployerOptions {
  /** Where custom resources are kept. @default the target, where it handles them */
  readonly store?: StoreTarget;
  readonly decommission?: DecommissionSettings;
  readonly detector?: IBreakingChangeDetector;
  readonly coordinator?: ITransformerCoordinator;
  /** Optional kinds that the store serves: HTTPRoute, Gateway, ScaledObject, ServiceMonitor. @default none */
  readonly optionalKinds?: readonly string[];
  /** @default nothing is measured, so nothing is known of traffic */
  readonly measuring?: Measuring;
  /** @default the real one */
  readonly clock?: Pick<Clock, 'wall' | 'timer'>;
}

/** A handler settles in a few looks; one that does not is at odds with its store. */
const MOST_LOOKS = 20;

/** A port that tells of every write. */
function noting(port: ClusterPort, wrote: () => void): ClusterPort {
  const noted =
    <Args extends unknown[], T>(write: (...args: Args) => Promise<T>): ((...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> => {
      wrote();
      return write(...args);
    };
  return {
    ...port,
    create: noted((resource) => port.create(resource)),
    patch: noted((ref, operations, options) => port.patch(ref, operations, options)),
    applyStatus: noted((resource) => port.applyStatus(resource)),
    async writeStatus(...status) {
      const isWritten = await port.writeStatus(...status);
      if (isWritten) wrote();
      return isWritten;
    },
    delete: noted((kind, namespace, name, options) => port.delete(kind, namespace, name, options)),
  };
}

/**
 * Deploys handlers with all of their versions through a target, one call at a time.
 *
 * **Guarantees.** Idempotent: repeated, or after a crash, it ends in the same state. What was decided about a rollout
 * is stored before it is acted on. A spec that cannot be acted on changes nothing.
 *
 * **Errors.** Whatever store or target reject with when they cannot be reached; refused objects are reported in the
 * status.
 */
export class HandlerDeployer {
  readonly #deps: HandlerDeps;
  #writes = 0;

  constructor(target: IDeploymentTarget, generator?: IManifestGenerator, options: HandlerDeployerOptions = {}) {
    const { clock = realClock, decommission = DEFAULT_SETTINGS, detector, coordinator } = options;
    const since = clock.wall();
    this.#deps = {
      port: noting(storePort(options.store ?? target, options.optionalKinds), () => {
        this.#writes += 1;
      }),
      target,
      targetKind: 'kubernetes',
      settings: { generator: completeGenerator(generator), decommission, hasOwners: true, canSleep: true },
      measuring: options.measuring ?? NOTHING_MEASURED,
      judgesOf: (_handler, versions) => {
        const catalogue = (): CataloguedVersion[] =>
          versions.map(({ spec }) => ({
            versionId: spec.versionId,
            transformers: spec.transformers ?? [],
            ...(spec.schema && { schema: { value: spec.schema, at: clock.wall() } }),
          }));
        return {
          detector: detector ?? new SchemaDetector(catalogue, clock),
          coordinator: coordinator ?? new TransformerChains(catalogue),
          clock,
        };
      },
      coordinator: coordinator && timelyCoordinator(coordinator, clock),
      tell: () => undefined,
      since: () => since,
      now: () => clock.wall(),
    };
  }

  get port(): ClusterPort {
    return this.#deps.port;
  }

  /** Looks at the handler until a look writes nothing and shows the same as the one before. */
  async reconcile({ metadata }: Pick<GatiHandler, 'metadata'>): Promise<Outcome> {
    const { namespace = '', name = '' } = metadata;
    let last = '';
    for (let look = 0; look < MOST_LOOKS; look++) {
      const found = await this.port.get('GatiHandler', namespace, name);
      if (!found) return { again: false, wakeAt: null, phase: undefined, objects: [] };
      const before = this.#writes;
      const outcome = await this.#look(found);
      const shown = JSON.stringify({ ...outcome, wakeAt: null });
      if (!outcome.again && this.#writes === before && shown === last) return outcome;
      last = shown;
    }
    return { again: true, wakeAt: null, phase: undefined, objects: [], code: 'NotSettled' };
  }

  async #look(handler: ReadHandler): Promise<Outcome> {
    if (handler.metadata.deletionTimestamp === undefined) return reconcileHandler(this.#deps, handler);
    const blocker = await cleanUpHandler(this.#deps, handler);
    const code = blocker === undefined ? {} : { code: 'CleanupBlocked' };
    return { again: false, wakeAt: null, phase: 'Decommissioned', objects: [], ...code };
  }
}

const NOTHING_MEASURED: Measuring = {
  sampleOf: () => undefined,
  sampleNow: async () => undefined,
  wantSamples: () => undefined,
  measure: async () => [],
};
