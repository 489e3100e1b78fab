import type { Duration, Instant, Known } from '@gati-framework/contracts/deployment';
import type { Cache, CacheEvent, Clock, DeepReadonly, ObjectOf } from '@slipway/kube';
import type { CacheSubscription } from '@slipway/kube/cache';
import type { Pod, Stored } from '@slipway/kube/kinds';

type PodObject = Stored<DeepReadonly<ObjectOf<typeof Pod>>>;

export interface PodThatRan {
  readonly uid: string;
  readonly name: string;
  /** No earlier than it really started, and no more than a second later. */
  readonly startedAt: Instant;
  /** When it ended or was seen to be gone; absent while it runs. */
  readonly goneAt?: Instant;
  readonly restarts: number;
  /** Paths that its probes ask for. */
  readonly probes: readonly string[];
}

/** Longer than any sensible interval. */
const KEPT_MS: Duration = 60 * 60_000;
const MOST_GONE = 10_000;
const VERSION_INDEX = 'gati-version-key';
const VERSION_KEY = 'gati.dev/version-key';

interface GonePod {
  readonly pod: PodObject;
  readonly at: Instant;
  /** Its end was not seen, so it may have run although it never was seen to. */
  readonly isUnsure: boolean;
}

export interface PodHistoryOptions {
  /** Of all pods that may belong to a version. The giver releases it. */
  readonly cache: Cache<ObjectOf<typeof Pod>>;
  readonly clock: Clock;
}

/**
 * The pods that there are, and those that there were: a pod that came and went between two samples may have served.
 * Kept in memory alone; what happened before the start is not known, and says so.
 */
export class PodHistory {
  readonly #cache: Cache<ObjectOf<typeof Pod>>;
  readonly #clock: Clock;
  readonly #gone: GonePod[] = [];
  /** When a pod that is still here was seen to have finished, by UID. */
  readonly #finished = new Map<string, Instant>();
  readonly #subscription: CacheSubscription;
  #knownSince: Instant;

  constructor({ cache, clock }: PodHistoryOptions) {
    this.#cache = cache;
    this.#clock = clock;
    this.#knownSince = clock.wall();
    cache.addIndex(VERSION_INDEX, (pod) => [pod.metadata.labels?.[VERSION_KEY] ?? '']);
    this.#subscription = cache.onEvent((event) => this.#note(event));
  }

  /** Of what ran and ended before then nothing is known. */
  get knownSince(): Instant {
    return this.#knownSince;
  }

  /** The pods with these labels that ran at some time since `since`, by name. */
  ran(namespace: string, labels: Readonly<Record<string, string>>, since: Instant): Known<readonly PodThatRan[]> {
    const { synced, stale, blocker } = this.#cache.stateIn(namespace);
    if (!synced || stale) return { unknown: `the pods are not known: ${blocker ?? 'the first sync is under way'}` };
    const belongs = (pod: PodObject): boolean =>
      pod.metadata.namespace === namespace &&
      Object.entries(labels).every(([label, value]) => pod.metadata.labels?.[label] === value);
    const key = labels[VERSION_KEY];
    const present = key === undefined ? this.#cache.list({ namespace }) : this.#cache.byIndex(VERSION_INDEX, key);
    const here = present
      .filter((pod) => belongs(pod) && hasRun(pod))
      .map((pod) => described(pod, this.#finished.get(pod.metadata.uid)));
    const gone = this.#gone
      .filter(({ pod, isUnsure }) => belongs(pod) && (isUnsure || hasRun(pod)))
      .map(({ pod, at }) => described(pod, at));
    const ran = [...here, ...gone].filter(({ goneAt }) => goneAt === undefined || goneAt >= since);
    if (since < this.#knownSince) ran.push(unseen(this.#knownSince));
    return { at: this.#clock.wall(), value: ran.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)) };
  }

  close(): void {
    this.#subscription.close();
  }

  #note(event: CacheEvent<ObjectOf<typeof Pod>>): void {
    const now = this.#clock.wall();
    const { uid } = event.object.metadata;
    if (event.type !== 'deleted') {
      if (isFinished(event.object) && !this.#finished.has(uid)) this.#finished.set(uid, now);
      return;
    }
    // As seen from here: a node's clock may be behind, and a pod that ended later than it says has served later.
    const at = this.#finished.get(uid) ?? now;
    this.#finished.delete(uid);
    this.#gone.push({ pod: event.object, at, isUnsure: event.finalStateUnknown });
    const [oldest] = this.#gone;
    if (this.#gone.length <= MOST_GONE && oldest && oldest.at > now - KEPT_MS) return;
    this.#knownSince = Math.max(this.#knownSince, this.#gone.shift()?.at ?? now);
  }
}

/** One that no container of has started has served nobody. */
function hasRun({ status }: PodObject): boolean {
  return status?.phase !== undefined && status.phase !== 'Pending';
}

/** Stands for whatever ran and ended before this process looked. */
function unseen(goneAt: Instant): PodThatRan {
  return { uid: '', name: 'of before this process looked', startedAt: 0, goneAt, restarts: 0, probes: [] };
}

function described({ metadata, spec, status }: PodObject, goneAt: Instant | undefined): PodThatRan {
  const containers = status?.containerStatuses ?? [];
  const probes = (spec?.containers ?? []).flatMap((one) => [one.readinessProbe, one.livenessProbe, one.startupProbe]);
  return {
    uid: metadata.uid,
    name: metadata.name,
    // The API keeps whole seconds. A start that is taken as later counts more of the pod's traffic, never less.
    startedAt: instantOf(status?.startTime ?? metadata.creationTimestamp) + 1000,
    restarts: containers.reduce((total, { restartCount }) => total + restartCount, 0),
    probes: [...new Set(probes.flatMap((probe) => probe?.httpGet?.path ?? []))],
    ...(goneAt !== undefined && { goneAt }),
  };
}

function isFinished({ status }: PodObject): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

function instantOf(time: string | undefined): Instant {
  return time === undefined ? 0 : Date.parse(time);
}
