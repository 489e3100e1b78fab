import { KubeError } from '@slipway/kube';
import { FakeClock } from '@slipway/kube/testing';
import type { Measuring } from '../../src/handlers/index.ts';
import { HandlerDeployer } from '../../src/standalone/index.ts';
import { FakeDeploymentTarget } from '../../src/testing/index.ts';
import type { GatiHandler, GatiVersion } from '../../src/types/index.ts';
import { withoutOwn } from './own.ts';
import { Witness } from './witness.ts';

export const NAMESPACE = 'shop';
export const HANDLER = 'users';
const KINDS = [
  'GatiHandler',
  'GatiVersion',
  'Deployment',
  'Service',
  'ConfigMap',
  'HorizontalPodAutoscaler',
  'PodDisruptionBudget',
  'Pod',
  'EndpointSlice',
];
/** Between two looks when nothing says when to look next: as often as traffic is sampled. */
const LOOK_MS = 60_000;
/** The same while nothing is expected to happen. */
const REST_MS = 600_000;
/** What has not come about after this many looks never will. */
const MOST_LOOKS = 500;

/** A process that died. It is reported to nobody: every call after that answers so too. */
class Dead extends Error {}

/**
 * A handler in a cluster in memory, and an operator whose process dies once: between the write that is counted and
 * whatever it would have asked next. The next one remembers nothing.
 */
export class FakeCluster {
  readonly clock = new FakeClock();
  readonly target: FakeDeploymentTarget;
  readonly witness: Witness;
  readonly #diesAfter: number;
  /** Deployments of these versions never become ready. */
  readonly badImages = new Set<string>();
  /** Objects of these names are refused by admission, whatever is applied to them; each try is counted. */
  readonly refused = new Map<string, number>();
  #operators: HandlerDeployer[];
  #isDead = false;
  #hasDied = false;

  private constructor(diesAfter: number, operators: number) {
    this.#diesAfter = diesAfter;
    this.target = new FakeDeploymentTarget({
      now: () => this.clock.wall(),
      isReady: ({ spec }) => !this.badImages.has(imageOf(spec)),
      before: ({ verb, kind, name }) => {
        this.#strike();
        const key = `${kind}/${name}`;
        const tries = verb === 'apply' ? this.refused.get(key) : undefined;
        if (tries === undefined) return;
        this.refused.set(key, tries + 1);
        throw new KubeError('KUBE_FORBIDDEN', 'admission denied it', { status: 403 });
      },
    });
    this.witness = new Witness();
    this.#operators = Array.from({ length: operators }, () => this.#born());
  }

  static async make({ diesAfter = Infinity, operators = 1 } = {}): Promise<FakeCluster> {
    const world = new FakeCluster(diesAfter, operators);
    for (const kind of ['GatiHandler', 'Service', 'EndpointSlice'])
      await world.target.watch(kind, NAMESPACE, ({ type, resource }) => world.witness.see(type, resource));
    return world;
  }

  get hasDied(): boolean {
    return this.#hasDied;
  }

  async handler(): Promise<GatiHandler | null> {
    return this.#asObserver(() => this.target.get('GatiHandler', NAMESPACE, HANDLER));
  }

  async versions(): Promise<Map<string, GatiVersion>> {
    const found = (await this.#asObserver(() =>
      this.target.list('GatiVersion', NAMESPACE),
    )) as unknown as GatiVersion[];
    return new Map(found.map((version) => [version.spec.versionId, version]));
  }

  /** A merge of the handler's spec, as a person edits it. */
  async edit(spec: object): Promise<void> {
    const operations = Object.entries(spec).map(
      ([key, value]) => ({ op: 'add', path: `/spec/${key}`, value }) as const,
    );
    await this.#asObserver(() =>
      this.target.patch({ kind: 'GatiHandler', namespace: NAMESPACE, name: HANDLER }, operations),
    );
  }

  /** Says something to the handler by annotation, without an id. */
  async say(command: string): Promise<void> {
    const ref = { kind: 'GatiHandler', namespace: NAMESPACE, name: HANDLER };
    const add = { op: 'add', path: '/metadata/annotations', value: { 'gati.dev/command': command } } as const;
    await this.#asObserver(() => this.target.patch(ref, [add]));
  }

  /** Lets the operator work and time pass until something is so. */
  async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    for (let look = 0; look < MOST_LOOKS; look++) {
      const wakeAt = await this.#work();
      if (await isSo()) return;
      const inMs = wakeAt === null ? LOOK_MS : Math.min(LOOK_MS, Math.max(1, wakeAt - this.clock.wall()));
      await this.clock.advance(inMs);
    }
    throw new Error(`${what} never came about: ${JSON.stringify((await this.handler())?.status)}`);
  }

  /** Puts an operator without memory in the place of those that run. */
  restart(): void {
    this.#operators = [this.#born()];
  }

  /** How much was written while this time passed. */
  async writesWithin(ms: number): Promise<number> {
    const before = this.target.writes.length;
    const end = this.clock.wall() + ms;
    while (this.clock.wall() < end) {
      const wakeAt = await this.#work();
      // On time: a look that comes late is time in which nobody looked, and moves deadlines.
      const inMs = wakeAt === null ? REST_MS : Math.min(REST_MS, Math.max(1, wakeAt - this.clock.wall()));
      await this.clock.advance(inMs);
    }
    return this.target.writes.length - before;
  }

  /** Everything there is, but for what no two runs have in common. */
  async state(): Promise<unknown> {
    const lists = await this.#asObserver(() => Promise.all(KINDS.map((kind) => this.target.list(kind, NAMESPACE))));
    const objects = lists.flat().map((object) => [`${object.kind} ${object.metadata.name}`, object] as const);
    return withoutOwn(withoutIds(Object.fromEntries(objects)));
  }

  async #work(): Promise<number | null> {
    const ref = { metadata: { namespace: NAMESPACE, name: HANDLER } };
    const work = await Promise.allSettled(this.#operators.map((operator) => operator.reconcile(ref)));
    await this.#asObserver(() => this.target.settled());
    if (this.#isDead) {
      this.#isDead = false;
      this.#operators = [this.#born()];
      return this.clock.wall();
    }
    const wakes: number[] = [];
    for (const one of work) {
      if (one.status === 'fulfilled' && one.value.wakeAt !== null) wakes.push(one.value.wakeAt);
      if (one.status === 'rejected' && !this.#wasTooLate(one.reason)) throw one.reason;
    }
    await this.#finalize();
    return wakes.length === 0 ? null : Math.min(...wakes);
  }

  /** Of two that lead at once one finds that the other was faster, and looks again. */
  #wasTooLate(error: unknown): boolean {
    const { code = '' } = error as { code?: string };
    return this.#operators.length > 1 && ['KUBE_CONFLICT', 'KUBE_INVALID', 'KUBE_NOT_FOUND'].includes(code);
  }

  /** What the runtime does for a handler that is deleted, once its cleanup has come through. */
  async #finalize(): Promise<void> {
    const handler = await this.handler();
    if (handler?.metadata.deletionTimestamp === undefined || (await this.versions()).size > 0) return;
    const remove = { op: 'remove', path: '/metadata/finalizers' } as const;
    await this.#asObserver(() =>
      this.target.patch({ kind: 'GatiHandler', namespace: NAMESPACE, name: HANDLER }, [remove]),
    );
  }

  #born(): HandlerDeployer {
    return new HandlerDeployer(this.target, undefined, { clock: this.clock, measuring: this.#nobodyCalls() });
  }

  /** Of versions that drain a sample a minute says that they are not called any more. */
  #nobodyCalls(): Measuring {
    const since = this.clock.wall();
    const known = (at: number) => ({ at, count: 0, inFlight: 0, quietSince: since });
    return {
      sampleOf: () => {
        const minutes = Math.floor((this.clock.wall() - since) / 60_000);
        return minutes === 0 ? undefined : known(since + minutes * 60_000);
      },
      sampleNow: async () => known(this.clock.wall()),
      wantSamples: () => undefined,
      measure: async () => [],
    };
  }

  #isObserving = false;

  /** Nobody's death keeps others from looking. */
  async #asObserver<T>(look: () => Promise<T>): Promise<T> {
    this.#isObserving = true;
    try {
      return await look();
    } finally {
      this.#isObserving = false;
    }
  }

  #strike(): void {
    if (this.#isObserving) return;
    if (!this.#hasDied && this.target.writes.length >= this.#diesAfter) {
      this.#hasDied = true;
      this.#isDead = true;
    }
    if (this.#isDead) throw new Dead('the process is dead');
  }
}

/** What the store counts up. */
function withoutIds(state: object): unknown {
  const text = JSON.stringify(state, (key, value: unknown) => (COUNTED.has(key) ? '<n>' : value));
  return JSON.parse(text.replaceAll(/00000000-0000-4000-9000-\d{12}/g, '<uid>')) as unknown;
}

const COUNTED: ReadonlySet<string> = new Set(['resourceVersion', 'revision']);

function imageOf(spec: unknown): string {
  const { template } = spec as { template?: { spec?: { containers?: readonly { image?: string }[] } } };
  return template?.spec?.containers?.[0]?.image ?? '';
}
