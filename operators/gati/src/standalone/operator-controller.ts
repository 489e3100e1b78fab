import { createHash } from 'node:crypto';
import type {
  CustomResource,
  DeploymentResource,
  IDeploymentTarget,
  IManifestGenerator,
} from '@gati-framework/contracts/deployment';
import { canonicalJson } from '@slipway/apimachinery/json';
import { realClock } from '@slipway/kube';
import { OperatorError } from '../errors.ts';
import type { Outcome } from '../handlers/index.ts';

import { HandlerDeployer, type HandlerDeployerOptions } from './handler-deployer.ts';
import { ModuleDeployer } from './module-deployer.ts';
import { requireFields } from './required-fields.ts';

/** A value of state: equal states give equal outcomes, whenever they are looked at. */
export interface ReconcileOutcome {
  /** `GatiHandler default/users` */
  readonly key: string;
  readonly phase: string | undefined;
  /** What is wanted of the target, each with a hash of its content. */
  readonly objects: readonly { readonly kind: string; readonly name: string; readonly hash: string }[];
  /** Why something is not as it should be; absent where all is. */
  readonly code?: string;
}

/**
 * The operator without a cluster of its own: it works through the custom resources of a store, by hand.
 *
 * **Expected flow.** Apply custom resources to the target, call `reconcile`, look at what the target holds. A running
 * operator does the same by itself: see `addControllers`.
 *
 * **Guarantees.** Repeated, interrupted or run twice at once, `reconcile` ends in the same state and then writes
 * nothing.
 *
 * **Errors.** `GATI_SPEC_INCOMPLETE` for resources without a field that they must have, after all others were worked
 * through; whatever store or target reject with when they cannot be reached.
 */
export class OperatorController {
  readonly #handlers: HandlerDeployer;
  readonly #modules: ModuleDeployer;

  constructor(target: IDeploymentTarget, generator?: IManifestGenerator, options: HandlerDeployerOptions = {}) {
    const { clock = realClock } = options;
    this.#handlers = new HandlerDeployer(target, generator, options);
    this.#modules = new ModuleDeployer(target, generator, { clock, port: this.#handlers.port });
  }

  /** Works through all custom resources; with one, through it and its versions, storing it first if it is not there. */
  reconcile(): Promise<ReconcileOutcome[]>;
  reconcile(resource: CustomResource): Promise<ReconcileOutcome>;
  async reconcile(resource?: CustomResource): Promise<ReconcileOutcome | ReconcileOutcome[]> {
    if (resource) {
      requireFields(resource);
      return this.#one(await this.#stored(resource));
    }
    const outcomes: ReconcileOutcome[] = [];
    const incomplete: OperatorError[] = [];
    for (const kind of ['GatiModule', 'GatiHandler']) {
      for (const found of await this.#handlers.port.list(kind, '')) {
        const problem = incompleteness(found);
        if (problem) incomplete.push(problem);
        else outcomes.push(await this.#one(found));
      }
    }
    // After all others: what one lacks keeps no other back.
    if (incomplete.length > 0)
      throw new OperatorError('GATI_SPEC_INCOMPLETE', incomplete.map(({ message }) => message).join(' '));
    return outcomes;
  }

  async #stored({ metadata, ...resource }: CustomResource): Promise<DeploymentResource> {
    const kind = resource.kind ?? ('moduleName' in resource.spec ? 'GatiModule' : 'GatiHandler');
    const { port } = this.#handlers;
    const present = await port.get(kind, metadata.namespace, metadata.name);
    return present ?? port.create({ apiVersion: 'gati.dev/v1alpha1', ...resource, kind, metadata });
  }

  async #one(found: DeploymentResource): Promise<ReconcileOutcome> {
    const { kind, metadata } = found;
    const outcome =
      kind === 'GatiModule' ? await this.#modules.reconcile(found) : await this.#handlers.reconcile(found);
    return outcomeOf(`${kind} ${metadata.namespace}/${metadata.name}`, outcome);
  }
}

function incompleteness(found: DeploymentResource): OperatorError | undefined {
  try {
    requireFields(found);
    return undefined;
  } catch (error) {
    if (error instanceof OperatorError) return error;
    throw error;
  }
}

function outcomeOf(
  key: string,
  { phase, objects, code }: Pick<Outcome, 'phase' | 'objects' | 'code'>,
): ReconcileOutcome {
  return {
    key,
    phase,
    objects: objects.map((object) => ({
      kind: object.kind,
      name: object.metadata.name,
      hash: hashOf(object),
    })),
    ...(code !== undefined && { code }),
  };
}

/** Of its content; whose it is has another uid in every store. */
function hashOf({ metadata, ...object }: DeploymentResource): string {
  const { ownerReferences: _owners, ...rest } = metadata;
  return createHash('sha256')
    .update(canonicalJson({ ...object, metadata: rest }))
    .digest('hex')
    .slice(0, 16);
}
