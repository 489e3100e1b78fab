/**
 * @module
 * One turn of a rollout on a cluster: look, decide, write down, apply. Nothing is kept between two turns, so another
 * process may take the next one.
 */
import type { ApplyReport, DeploymentResource, Instant, Known } from '@gati-framework/contracts/deployment';
import {
  type Command,
  type Decision,
  type Observation,
  type Plan,
  startDelivery,
  step,
  type VersionId,
  type VersionState,
} from '@slipway/delivery';
import type { DrainSignal, ScaleIntent } from '@slipway/delivery/model';
import { retirementOf, withoutWeight } from '@slipway/delivery/retirement';
import type { Cluster } from '@slipway/kube';
import { KubernetesTarget } from '@slipway/targets';
import { objectsFor, type Wanted } from './actuator.ts';
import { type App, ownerOf } from './app.ts';
import { type Objects, observe, readObjects } from './observer.ts';
import { type Kept, RolloutRecord } from './rollout-record.ts';

export interface Turn {
  readonly decision: Decision;
  readonly report: ApplyReport;
  /** Something was written; otherwise all is as it should be for now. */
  readonly hasWritten: boolean;
}

export interface OperatorOptions {
  readonly cluster: Cluster;
  readonly app: App;
  /** The present, in milliseconds since 1970. */
  readonly now: () => Instant;
  /** What a version still serves, by what is seen of the app. */
  readonly drain: (version: VersionId, objects: Objects) => Known<DrainSignal>;
}

export class RolloutOperator {
  readonly #options: OperatorOptions;
  readonly #record: RolloutRecord;
  readonly #target: KubernetesTarget;

  static async open(options: OperatorOptions): Promise<RolloutOperator> {
    return new RolloutOperator(options, await KubernetesTarget.open({ cluster: options.cluster }));
  }

  private constructor(options: OperatorOptions, target: KubernetesTarget) {
    this.#options = options;
    this.#target = target;
    this.#record = new RolloutRecord(options.cluster.client, options.app);
  }

  /** Starts a plan. Versions of the last one that have no place in it go on leaving. */
  async begin(plan: Plan): Promise<void> {
    const stored = await this.#record.read();
    const state = startDelivery(plan, this.#options.now());
    const outlived = { ...stored?.leaving, ...stored?.state.versions };
    const leaving = Object.entries(outlived).filter(
      ([version, { phase }]) => !(version in state.versions) && phase !== 'Retired' && phase !== 'Inactive',
    );
    await this.#record.write({ plan, state, leaving: Object.fromEntries(leaving) }, stored);
  }

  async turn(commands: readonly Command[]): Promise<Turn> {
    const { app, cluster, now, drain } = this.#options;
    const stored = await this.#record.read();
    if (!stored) throw new Error(`nothing is delivered for ${app.name}`);
    const at = now();
    const objects = await readObjects(cluster.client, app);
    const { observation, scaled } = observe(app, objects, at, (version) => drain(version, objects));
    const decision = step(stored.plan, stored.state, observation, commands, at);
    const leaving = followLeaving(stored, observation, at);
    const isNew = decision.state !== stored.state || leaving !== stored.leaving;
    if (isNew) await this.#record.write({ plan: stored.plan, state: decision.state, leaving }, stored);
    const resources = objectsFor(app, withLeaving(decision.desired, leaving), scaled) as DeploymentResource[];
    const report = await this.#target.applySet({ owner: ownerOf(app), resources });
    const hasWritten = isNew || report.results.some(({ outcome }) => outcome !== 'unchanged');
    return { decision, report, hasWritten };
  }
}

/** Versions that outlived their plan, one look further on their way out; the same value where nothing changed. */
function followLeaving({ plan, leaving }: Kept, { versions, drain }: Observation, now: Instant): Kept['leaving'] {
  const unknown = { unknown: 'nothing was seen of it' };
  const next = Object.entries(leaving).map(([id, version]): [VersionId, VersionState] => [
    id,
    retirementOf({
      version,
      health: versions[id] ?? unknown,
      drain: drain[id] ?? unknown,
      policy: plan.retire,
      weight: 0,
      now,
    }),
  ]);
  return next.every(([id, version]) => leaving[id] === version) ? leaving : Object.fromEntries(next);
}

function withLeaving(desired: Wanted, leaving: Kept['leaving']): Wanted {
  const entries = Object.entries(leaving);
  const scale = entries.map(([id, version]): [VersionId, ScaleIntent] => [
    id,
    { ...withoutWeight(version), withoutScaler: true, share: 0 },
  ]);
  const gone = entries.filter(([, { phase }]) => phase === 'Retired').map(([id]) => id);
  return {
    ...desired,
    scale: { ...desired.scale, ...Object.fromEntries(scale) },
    retire: [...desired.retire, ...gone],
  };
}
