import type {
  DeploymentResource,
  IDeploymentTarget,
  ITrafficSource,
  Known,
  Ref,
  TrafficSample,
} from '@gati-framework/contracts/deployment';
import { instantOf } from '@slipway/apimachinery/clock';
import { keyOfObject } from '@slipway/apimachinery/references';
import { type Clock, realClock } from '@slipway/kube';
import { storePort } from '../cluster/index.ts';
import {
  DEFAULT_SETTINGS,
  type DecommissionSettings,
  type DecommissionSituation,
  DRAIN_GATES,
  type DrainSample,
  type DrainStatus,
  drainedCondition,
  type Gate,
  gatesOf,
  isOpen,
  MOST_SAMPLES,
  policyOf,
  type RemovalSituation,
  type RemovalStep,
  recordSample,
  removalStep,
  sampleOf,
  timeOf,
} from '../decommission/index.ts';
import { OperatorError } from '../errors.ts';
import { TrafficSampler } from '../measurement/index.ts';
import type { GatiVersion } from '../types/index.ts';
import { isUnusedByRecord } from './recorded-use.ts';
import { findObjects } from './version-objects.ts';
import { refTo, VersionStore } from './version-store.ts';
import { situationOf } from './version-view.ts';

type StoreTarget = Parameters<typeof storePort>[0];

export interface VersionDecommissionerOptions {
  /** Where versions, handlers and their status are. @default the target */
  readonly store?: StoreTarget;
  readonly clock?: Clock;
  /** In [0, 1), for the jitter of samples. @default Math.random */
  readonly random?: () => number;
  /** Samples, every interval, the versions that `recordTraffic` was called for. @default only what is recorded counts */
  readonly source?: ITrafficSource;
  readonly settings?: DecommissionSettings;
  /** The rule of the route that leads to a version. @default there is none */
  readonly route?: {
    isRouted(version: GatiVersion): Promise<Known<boolean>>;
    unroute(version: GatiVersion): Promise<void>;
  };
}

interface Look {
  readonly situation: DecommissionSituation;
  readonly gates: readonly Gate[];
  readonly removal: RemovalSituation;
}

const POLL_MS = 1_000;
/** Enough for every step and for two minutes of waiting for pods. */
const MOST_STEPS = 140;

/**
 * Retires versions one at a time, for programs that do not run the whole operator (G-109).
 *
 * **Expected flow**: `recordTraffic` once a version drains, `shouldDecommission` when asked, `decommission` when
 * wanted, `close` at the end. **Guarantees**: the operator's eight gates, on what is known; each step of a removal can
 * be repeated, and a second call goes on where the first ended. **Assumptions**: the status of versions and handlers
 * is kept by the operator or by something like it. **Caveats**: without a `source` `shouldDecommission` answers by the
 * recorded counts alone; requests in flight are then unknown, so nothing is removed. **Errors**: `GATI_DECOMMISSION_BLOCKED`, `GATI_DECOMMISSION_UNFINISHED`,
 * `GATI_DECOMMISSION_FAILED`.
 */
export class VersionDecommissioner {
  readonly #target: IDeploymentTarget;
  readonly #options: VersionDecommissionerOptions;
  readonly #versions: VersionStore;
  readonly #clock: Clock;
  readonly #sampler: TrafficSampler;
  readonly #watched = new Map<string, GatiVersion>();
  readonly #latest = new Map<string, DrainSample>();
  /** One after the other: each adds to the history that the one before has written. */
  #writes: Promise<unknown> = Promise.resolve();

  constructor(target: IDeploymentTarget, options: VersionDecommissionerOptions = {}) {
    this.#target = target;
    this.#options = options;
    this.#versions = new VersionStore(storePort(options.store ?? target));
    this.#clock = options.clock ?? realClock;
    this.#sampler = new TrafficSampler({
      clock: this.#clock,
      random: options.random ?? Math.random,
      onSample: ({ namespace, name = '' }, sample) => {
        const version = this.#watched.get(`${namespace}/${name}`);
        // A write that fails is made good by the next sample.
        if (version) void this.#record(version, sample).catch(() => undefined);
      },
    });
  }

  /** Adds a sample to the version's history: requests since the last one, or null where that is not known. */
  async recordTraffic(version: GatiVersion, count: number | null): Promise<void> {
    const { source } = this.#options;
    const intervalMs = await this.#intervalOf(version);
    const measured = await source?.sample(refTo(version), intervalMs);
    await this.#record(version, {
      requests: count === null ? { unknown: 'recorded as unknown' } : { value: count, at: this.#clock.wall() },
      inFlight: measured?.inFlight ?? { unknown: 'no source measures requests in flight' },
    });
    if (!source) return;
    this.#watched.set(keyOfObject(version), version);
    this.#sampler.want(keyOfObject(version), [{ version: refTo(version), source, intervalMs }]);
  }

  /** Whether nobody uses it any more: gates (a) to (d), or without a source what was recorded alone. */
  async shouldDecommission(version: GatiVersion): Promise<boolean> {
    await this.#writes;
    const { gates, situation } = await this.#look(await this.#versions.current(version), false);
    return this.#options.source ? isOpen(gates, DRAIN_GATES) : isUnusedByRecord(situation, this.#clock.wall());
  }

  /** Removes it, step by step, if all eight gates are open. */
  async decommission(version: GatiVersion): Promise<void> {
    await this.#writes;
    let current = await this.#versions.current(version);
    if (current.status?.stage === 'Decommissioned') return;
    if (current.status?.stage !== 'Decommissioning') current = await this.#begin(current);
    let isLive = false;
    for (let count = 0; count < MOST_STEPS; count++) {
      const { gates, removal } = await this.#look(current, isLive);
      const step = removalStep(removal, this.#clock.wall());
      if (step.do === 'finish') return this.#finish(current);
      if (step.do === 'giveBack') {
        current = await this.#versions.write(current, { ...current.status, stage: 'Draining' });
        refuseIfClosed(current, gates);
      }
      if (step.do === 'look') {
        isLive = true;
        current = await this.#sampled(current);
      }
      await this.#act(current, step);
    }
    throw unfinished(current, 'its pods to end');
  }

  /** Ends sampling, and waits for what it has still to write. */
  async close(): Promise<void> {
    await this.#sampler.close();
    await this.#writes;
  }

  async #begin(version: GatiVersion): Promise<GatiVersion> {
    const { gates } = await this.#look(version, false);
    refuseIfClosed(version, gates);
    const { conditions = [], ...status } = version.status ?? {};
    const isDrained = conditions.some(({ type, status: stated }) => type === 'Drained' && stated === 'True');
    const drained = { ...drainedCondition(gates), lastTransitionTime: timeOf(this.#clock.wall()) };
    const others = conditions.filter(({ type }) => type !== 'Drained');
    return this.#versions.write(version, {
      ...status,
      phase: 'Draining',
      stage: 'Decommissioning',
      conditions: isDrained ? conditions : [...others, drained],
    });
  }

  async #look(version: GatiVersion, isLive: boolean): Promise<Look> {
    const now = this.#clock.wall();
    const [handler, versions] = await Promise.all([
      this.#versions.handlerOf(version),
      this.#versions.siblings(version),
    ]);
    const { settings = DEFAULT_SETTINGS, route } = this.#options;
    const name = handler?.metadata.name ?? refTo(version).handler;
    const { foreign, ...objects } = await findObjects(this.#target, version, name, versions, now);
    const latest = this.#latest.get(keyOfObject(version));
    const situation = situationOf({ version, handler, versions, latest, foreign, settings }, now);
    const gates = gatesOf(situation, now);
    const isRouted: Known<boolean> = route ? await route.isRouted(version) : { value: false, at: now };
    const { deleteDelayMs } = situation.policy;
    const { drainedAt } = situation;
    const removal = { gates, isLive, isRouted, ...objects, deleteDelayMs };
    return { situation, gates, removal: drainedAt === undefined ? removal : { ...removal, drainedAt } };
  }

  async #act(version: GatiVersion, step: RemovalStep): Promise<void> {
    switch (step.do) {
      case 'unroute':
        return this.#options.route?.unroute(version);
      case 'delete':
        return this.#remove(version, step.ref);
      case 'scaleDown':
        return this.#scaleDown(version, step.ref);
      case 'wait': {
        const isShort = step.until === undefined;
        if (!isShort) throw unfinished(version, `${step.for}, until ${timeOf(step.until)}`);
        return this.#clock.sleep(POLL_MS);
      }
      default:
        return undefined;
    }
  }

  async #remove(version: GatiVersion, ref: Ref): Promise<void> {
    const options = ref.uid === undefined ? {} : { uid: ref.uid };
    await this.#target
      .delete(ref.kind, ref.namespace, ref.name, options)
      .catch((error: unknown) => refuse(version, ref, error));
  }

  async #scaleDown(version: GatiVersion, ref: Ref): Promise<void> {
    const present = await this.#target.get(ref.kind, ref.namespace, ref.name);
    if (!present || present.metadata.uid !== ref.uid) return;
    await this.#target.apply(withoutReplicas(present)).catch((error: unknown) => refuse(version, ref, error));
  }

  async #finish(version: GatiVersion): Promise<void> {
    const { blockers: _, ...status } = version.status ?? {};
    this.#sampler.want(keyOfObject(version), []);
    this.#watched.delete(keyOfObject(version));
    this.#latest.delete(keyOfObject(version));
    const decommissionedAt = timeOf(this.#clock.wall());
    await this.#versions.write(version, {
      ...status,
      phase: 'Decommissioned',
      stage: 'Decommissioned',
      decommissionedAt,
    });
  }

  /** A fresh sample, in the record before anything is decided on it (G-100). */
  async #sampled(version: GatiVersion): Promise<GatiVersion> {
    const { source } = this.#options;
    if (source) await this.#record(version, await source.sample(refTo(version), await this.#intervalOf(version)));
    return this.#versions.current(version);
  }

  #record(version: GatiVersion, sample: TrafficSample): Promise<void> {
    const entry = sampleOf(sample, this.#clock.wall());
    const written = this.#writes.then(() => this.#append(version, entry));
    // A caller that waits for the writes waits for their end; a failure is its caller's.
    this.#writes = written.catch(() => undefined);
    return written;
  }

  async #append(version: GatiVersion, sampled: DrainSample): Promise<void> {
    const current = await this.#versions.current(version);
    const { status = {} } = current;
    const entry = this.#options.source ? sampled : apart(sampled, status);
    const since = instantOf(status.drainingSince);
    if (since !== undefined && entry.at < since) return;
    const isCountReported = (await this.#versions.handlerOf(current))?.spec.traffic?.source === 'status';
    const recorded = recordSample(status, entry, { isCountReported });
    if (recorded !== status) await this.#versions.write(current, { ...status, ...recorded });
    this.#latest.set(keyOfObject(version), entry);
  }

  async #intervalOf(version: GatiVersion): Promise<number> {
    const handler = await this.#versions.handlerOf(version);
    return policyOf(handler?.spec ?? {}, this.#options.settings).intervalMs;
  }
}

/** Each count that a caller records is a sample of its own, also the second within a millisecond. */
function apart(entry: DrainSample, status: DrainStatus): DrainSample {
  const last = instantOf(status.trafficHistory?.at(-1)?.at);
  // Some in one millisecond have been moved already: a little later than the last, never into its place.
  const isCrowded = last !== undefined && entry.at <= last && last - entry.at < MOST_SAMPLES * 100;
  return isCrowded ? { ...entry, at: last + 1 } : entry;
}

function refuseIfClosed(version: GatiVersion, gates: readonly Gate[]): void {
  const closed = gates.flatMap(({ blocker }) => blocker ?? []);
  if (closed.length === 0) return;
  const why = closed.map(({ reason, message, owner }) => `${reason} (${message}; can act: ${owner})`).join(', ');
  throw new OperatorError('GATI_DECOMMISSION_BLOCKED', `Version ${keyOfObject(version)} stays: ${why}.`);
}

function unfinished(version: GatiVersion, waitsFor: string): OperatorError {
  const message = `The removal of version ${keyOfObject(version)} waits for ${waitsFor}. Call decommission again to go on.`;
  return new OperatorError('GATI_DECOMMISSION_UNFINISHED', message);
}

function refuse(version: GatiVersion, { kind, name }: Ref, cause: unknown): never {
  const message = `The removal of version ${keyOfObject(version)} failed at ${kind} ${name}. It stays Decommissioning; call again to retry.`;
  throw new OperatorError('GATI_DECOMMISSION_FAILED', message, cause);
}

/** The object as it is to be applied: without what only the server writes. */
function withoutReplicas({ apiVersion, kind, metadata, spec }: DeploymentResource): DeploymentResource {
  const { name, namespace, labels, annotations, ownerReferences } = metadata;
  return {
    kind,
    ...(apiVersion !== undefined && { apiVersion }),
    metadata: {
      name,
      namespace,
      ...(labels && { labels }),
      ...(annotations && { annotations }),
      ...(ownerReferences && { ownerReferences }),
    },
    spec: { ...(spec as object), replicas: 0 },
  };
}
