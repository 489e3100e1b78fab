import type { IDeploymentTarget, IManifestGenerator } from '@gati-framework/contracts/deployment';
import type { GrantOptions } from '../capabilities/index.ts';
import { storePort } from '../cluster/index.ts';
import { completeGenerator } from '../manifests/index.ts';
import type { GatiModule } from '../types/index.ts';
import { type ModuleOutcome, reconcileModule } from './reconcile.ts';

export interface ModuleDeployerOptions {
  readonly capabilities?: GrantOptions;
  /** @default kubernetes */
  readonly targetKind?: string;
  /** @default every class is taken to exist */
  readonly hasRuntimeClass?: (name: string) => boolean | Promise<boolean>;
  /** @default the machine's time */
  readonly now?: () => number;
}

/**
 * Deploys modules through a target that is also where they are kept, one call at a time.
 *
 * **Guarantees.** Idempotent: repeated, or after a crash, it ends in the same state. What the module wants no more is
 * removed. A spec that cannot be acted on changes nothing.
 *
 * **Errors.** Whatever the target rejects with when it cannot be reached; refused objects are told in the status.
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
    const { capabilities, targetKind = 'kubernetes', hasRuntimeClass = () => true, now = Date.now } = this.#options;
    const deps = {
      port: storePort(this.#target),
      target: this.#target,
      settings: { generator: this.#generator, capabilities, targetKind, hasOwners: targetKind === 'kubernetes' },
      hasRuntimeClass,
      tell: () => undefined,
      now,
    };
    return reconcileModule(deps, module);
  }
}
