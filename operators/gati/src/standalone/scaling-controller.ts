import type {
  CustomResource,
  DeploymentResource,
  IDeploymentTarget,
  IManifestGenerator,
} from '@gati-framework/contracts/deployment';
import { type Clock, realClock } from '@slipway/kube';
import { isTargetError } from '@slipway/targets';
import { grantsOf } from '../capabilities/index.ts';
import { type ObjectGenerator, type Objects, type Scale } from '../manifests/index.ts';
import { moduleObjectName, versionObjectName } from '../names/index.ts';
import {
  decide,
  type ScalerKind,
  type ScalingDecision,
  type ScalingSpec,
  scalerFailure,
  workloadScaleOf,
} from '../scaling/index.ts';
import type { GatiHandlerSpec, GatiModuleSpec, GatiModuleStatus } from '../types/index.ts';
import { completeGenerator } from './complete-generator.ts';

const KINDS: Readonly<Record<ScalerKind, string>> = { hpa: 'HorizontalPodAutoscaler', keda: 'ScaledObject' };

export interface ScalingControllerOptions {
  /** Where request rates are measured, for specs that do not say. */
  readonly prometheusUrl?: string | undefined;
  /** @default the real one */
  readonly clock?: Pick<Clock, 'wall'> | undefined;
}

interface Present {
  readonly deployment: DeploymentResource | null;
  readonly hpa: DeploymentResource | null;
  /** Undefined: KEDA is not installed. */
  readonly keda: DeploymentResource | null | undefined;
}

/**
 * Scaling alone, for a handler's present version or a module, through any target (G-119).
 *
 * **Expected flow.** `reconcile` after the Deployment was applied, and whenever the resource or its scaler changed;
 * again at `wakeAt`. A running operator does this as part of its handlers and modules.
 *
 * **Guarantees.** Never two scalers at once: one is gone before the other is created. Repeated, it writes nothing.
 *
 * **Caveats.** The resource has all of the weight here; splits are the operator's. What the decision says to remember
 * (`scaleDown`) is read from the resource's status, where its caller keeps it.
 */
export class ScalingController {
  readonly #target: IDeploymentTarget;
  readonly #generator: ObjectGenerator;
  readonly #options: ScalingControllerOptions;

  constructor(target: IDeploymentTarget, generator?: IManifestGenerator, options: ScalingControllerOptions = {}) {
    this.#target = target;
    this.#generator = completeGenerator(generator);
    this.#options = options;
  }

  /** The decision by itself: pure. */
  decide(...input: Parameters<typeof decide>): ScalingDecision {
    return decide(...input);
  }

  async reconcile(owner: CustomResource): Promise<ScalingDecision> {
    const names = namesOf(owner);
    const { namespace, deployment: name } = names;
    const present = await this.#read(namespace, name);
    const decision = this.decide(
      { ...(owner.spec as Pick<GatiModuleSpec, 'replicas' | 'scaling'>), names },
      100,
      'Current',
      this.#observed(owner, present),
      (this.#options.clock ?? realClock).wall(),
    );
    for (const kind of decision.removes) {
      const uid = present[kind]?.metadata.uid;
      await this.#target.delete(KINDS[kind], namespace, name, uid === undefined ? {} : { uid });
    }
    const { deployment } = present;
    // Without pods there is nothing to scale: the code that makes the Deployment makes it with the right number.
    if (!deployment) return decision;
    if (decision.kind === 'fixed') await this.#setReplicas(deployment, decision.replicas);
    else {
      const scaler = this.#objects(owner, deployment, workloadScaleOf(decision)).find(
        ({ kind }) => kind === KINDS[decision.kind],
      );
      if (scaler) await this.#target.apply(structuredClone(scaler));
    }
    return decision;
  }

  async #read(namespace: string, name: string): Promise<Present> {
    const [deployment, hpa, keda] = await Promise.all([
      this.#target.get('Deployment', namespace, name),
      this.#target.get(KINDS.hpa, namespace, name),
      this.#target.get(KINDS.keda, namespace, name).catch((error: unknown) => {
        if (isTargetError(error, 'TARGET_UNKNOWN_KIND')) return undefined;
        throw error;
      }),
    ]);
    return { deployment, hpa, keda };
  }

  #observed(owner: CustomResource, { deployment, hpa, keda }: Present): Parameters<typeof decide>[3] {
    const { scaleDown } = (owner.status ?? {}) as GatiModuleStatus;
    return {
      replicas: deployment && replicasOf(deployment),
      scalers: [
        ...(hpa ? [{ kind: 'hpa' as const, failure: scalerFailure('hpa', hpa.status) }] : []),
        ...(keda ? [{ kind: 'keda' as const, failure: scalerFailure('keda', keda.status) }] : []),
      ],
      isKedaInstalled: keda !== undefined,
      prometheusUrl: this.#options.prometheusUrl,
      scaleDown: scaleDown ? { since: Date.parse(scaleDown.since), peak: scaleDown.peak } : null,
    };
  }

  #objects({ metadata, spec }: CustomResource, deployment: DeploymentResource, scale: Scale): Objects {
    const { name, namespace } = metadata;
    const [owner] = deployment.metadata.ownerReferences ?? [];
    if ('moduleName' in spec) {
      const module = spec as GatiModuleSpec;
      return this.#generator.module({
        module: { namespace, name },
        spec: module,
        grants: grantsOf(module),
        scale,
        owner,
      });
    }
    const template = spec as GatiHandlerSpec;
    const handler = { namespace, name };
    return (
      this.#generator.version({ handler, versionId: template.version, template, scale, phase: 'Active', owner }) ?? []
    );
  }

  async #setReplicas(deployment: DeploymentResource, replicas: number): Promise<void> {
    if (replicasOf(deployment) === replicas) return;
    await this.#target.apply({ ...deployment, spec: { ...(deployment.spec as object), replicas } });
  }
}

function namesOf({ metadata, spec }: CustomResource): ScalingSpec['names'] {
  const { name, namespace } = metadata;
  if ('moduleName' in spec) return { namespace, handler: name, version: '', deployment: moduleObjectName(name) };
  const { version } = spec;
  return { namespace, handler: name, version, deployment: versionObjectName(name, version) };
}

const replicasOf = ({ spec }: DeploymentResource): number => (spec as { replicas?: number }).replicas ?? 1;
