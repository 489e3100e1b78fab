import type { IDeploymentTarget, IManifestGenerator } from '@gati-framework/contracts/deployment';
import { type Clock, realClock } from '@slipway/kube';
import type { GrantOptions } from '../capabilities/index.ts';
import { type ClusterPort, storePort } from '../cluster/index.ts';
import { type ModuleOutcome, reconcileModule } from '../modules/index.ts';
import type { GatiModule } from '../types/index.ts';
import { completeGenerator } from './complete-generator.ts';

export interface ModuleDeployerOptions {
  readonly capabilities?: GrantOptions;
  /** @default kubernetes */
  readonly targetKind?: string;
  /** @default every class is taken to exist */
  readonly hasRuntimeClass?: (name: string) => boolean | Promise<boolean>;
  /** Where modules are kept and seen. @default the target */
  readonly port?: ClusterPort;
  /** @default the machine's */
  readonly clock?: Pick<Clock, 'wall'>;
}

/**
 * Deploys modules through any target, one call at a time.
 *
 * **Guarantees.** Idempotent: repeated, or after a crash, it ends in the same state. What the module wants no more is
 * removed. A spec that cannot be acted on changes nothing.
 *
 * **Errors.** Whatever the target rejects with when it cannot be reached; refused objects are reported in the status.
 */
export class ModuleDeployer {
  readonly #target: IDeploymentTarget;
  readonly #options: ModuleDeployerOptions;
  readonly #generator: ReturnType<typeof completeGenerator>;

  constructor(target: IDeploymentTarget, generator?: IManifestGenerator, options: ModuleDeployerOptions = {}) {
    this.#target = target;
    this.#options = options;
    this.#generator = completeGenerator(generator);
  }

  reconcile(module: GatiModule): Promise<ModuleOutcome> {
    const { capabilities, targetKind = 'kubernetes', hasRuntimeClass = () => true } = this.#options;
    const { clock = realClock, port = storePort(this.#target) } = this.#options;
    const deps = {
      port,
      target: this.#target,
      settings: { generator: this.#generator, capabilities, targetKind, hasOwners: targetKind === 'kubernetes' },
      hasRuntimeClass,
      tell: () => undefined,
      now: () => clock.wall(),
    };
    const { namespace = '', name = '' } = module.metadata;
    return reconcileModule(deps, { ...module, metadata: { ...module.metadata, namespace, name } });
  }
}
