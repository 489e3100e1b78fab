import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { READ } from '../../../test/support/read.ts';
import { type Behaviour, simulate } from '../behaviour/index.ts';
import { nextPod, type PodEvent, type PodObject, type PodRecord, podStatus, recordOf } from './index.ts';

const START = Date.UTC(2026, 0, 1);
const ADDRESSES = { podIP: '10.0.0.1', hostIP: '10.0.0.2' };

interface Life {
  readonly pod: PodObject;
  readonly behaviours: Readonly<Record<string, Behaviour>>;
}

/** Walks a pod through time, from one moment at which something happens to the next. */
class Walker {
  readonly events: PodEvent[] = [];
  readonly phases: string[] = [];
  pod: PodObject;
  record: PodRecord;
  now = START;
  isGone = false;
  #wakeAt: number | undefined;
  readonly #behaviours: Life['behaviours'];

  constructor({ pod, behaviours }: Life) {
    this.pod = pod;
    this.#behaviours = behaviours;
    this.record = recordOf(pod, START);
    this.#settle();
  }

  /** The status of now. Its parts must agree at every moment. */
  get status() {
    return podStatus(this.pod, this.record, ADDRESSES, undefined, this.now);
  }

  /** Moves to the next moment at which something happens, but no further than `limit`. */
  step(limit = Number.POSITIVE_INFINITY): boolean {
    if (this.#wakeAt === undefined || this.#wakeAt > limit || this.isGone) return false;
    this.now = Math.max(this.now, this.#wakeAt);
    this.#settle();
    return true;
  }

  until(limit: number): void {
    while (this.step(limit));
    this.now = Math.max(this.now, limit);
    this.#settle();
  }

  delete(graceSeconds: number): void {
    const metadata = {
      ...this.pod.metadata,
      deletionTimestamp: new Date(this.now + graceSeconds * 1000).toISOString(),
      deletionGracePeriodSeconds: graceSeconds,
    };
    this.pod = { ...this.pod, metadata };
    this.#settle();
  }

  /** A kubelet that knows nothing but what the API says. */
  forget(): void {
    this.record = recordOf({ ...this.pod, status: this.status }, this.now);
    this.#settle();
  }

  #settle(): void {
    for (let round = 0; ; round++) {
      expect(round, 'the machine does not come to rest').toBeLessThan(50);
      const look = (container: PodRecord['containers'][number]) =>
        simulate(container, this.#behaviours[container.name] ?? {}, this.now);
      const step = nextPod(this.pod, this.record, look, this.now);
      this.record = step.record;
      this.events.push(...step.events);
      this.isGone = step.isGone;
      this.#wakeAt = step.wakeAt;
      this.phases.push(this.status.phase ?? '');
      this.#check();
      if (step.isGone || step.wakeAt === undefined || step.wakeAt > this.now) return;
    }
  }

  #check(): void {
    const { phase, conditions = [], containerStatuses = [], initContainerStatuses = [] } = this.status;
    const is = (type: string): boolean => conditions.find((each) => each.type === type)?.status === 'True';
    const mains = containerStatuses;
    if (is('Ready')) {
      expect(phase).toBe('Running');
      for (const each of mains) expect(each).toMatchObject({ ready: true, state: { running: {} } });
    }
    expect(is('ContainersReady')).toBe(is('Ready'));
    if (phase === 'Succeeded') for (const each of mains) expect(each.state?.terminated?.exitCode).toBe(0);
    // Main containers start only after initialisation.
    if (mains.some(({ state }) => state?.running)) expect(is('Initialized')).toBe(true);
    for (const each of [...mains, ...initContainerStatuses]) {
      expect(Object.keys(each.state ?? {})).toHaveLength(1);
      if (each.state?.waiting?.reason === 'CrashLoopBackOff') expect(each.lastState?.terminated).toBeDefined();
      if (each.restartCount > 0) expect(each.lastState?.terminated).toBeDefined();
    }
  }
}

function podOf(spec: Partial<NonNullable<PodObject['spec']>>): PodObject {
  return {
    metadata: { ...READ, name: 'web', namespace: 'default', uid: 'u-1', generation: 1 },
    spec: { containers: [{ name: 'main', image: 'main:1' }], nodeName: 'node-1', ...spec },
  };
}

const seconds = fc.integer({ min: 0, max: 30 }).map((value) => `${value}s`);
const behaviour: fc.Arbitrary<Behaviour> = fc.oneof(
  fc.constant({}),
  fc.record({ startAfter: seconds, readyAfter: seconds }),
  fc.record({ crash: fc.record({ after: seconds, exitCode: fc.integer({ min: 1, max: 5 }) }) }),
  fc.record({ exit: fc.record({ after: seconds, code: fc.constantFrom(0, 0, 3) }) }),
  fc.record({ outOfMemory: fc.record({ after: seconds }) }),
  fc.record({ unhealthy: fc.record({ after: seconds }), stopAfter: seconds }),
  fc.record({ stopAfter: seconds, readyAfter: fc.constant(false as const) }),
  fc.record({ imagePullError: fc.constant(true as const) }),
);

const life: fc.Arbitrary<Life> = fc
  .record({
    restartPolicy: fc.constantFrom('Always', 'OnFailure', 'Never'),
    inits: fc.array(fc.record({ isSidecar: fc.boolean(), behaviour }), { maxLength: 2 }),
    mains: fc.array(behaviour, { minLength: 1, maxLength: 2 }),
    activeDeadlineSeconds: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
  })
  .map(({ restartPolicy, inits, mains, activeDeadlineSeconds }) => ({
    pod: podOf({
      restartPolicy,
      ...(activeDeadlineSeconds !== undefined && { activeDeadlineSeconds }),
      initContainers: inits.map(({ isSidecar }, index) => ({
        name: `init-${index}`,
        image: 'init:1',
        ...(isSidecar && { restartPolicy: 'Always' }),
      })),
      containers: mains.map((_, index) => ({ name: `main-${index}`, image: 'main:1' })),
    }),
    behaviours: Object.fromEntries([
      ...inits.map((init, index) => [`init-${index}`, init.behaviour]),
      ...mains.map((main, index) => [`main-${index}`, main]),
    ]),
  }));

describe('the life of a pod', () => {
  it('L-22: whatever its containers do, its status agrees with itself at every moment', () => {
    fc.assert(
      fc.property(life, (given) => {
        const walker = new Walker(given);
        for (let steps = 0; steps < 40 && walker.step(); steps++);
      }),
      { numRuns: 150 },
    );
  });

  it('L-22: a pod that is over stays so, whatever its containers would do', () => {
    fc.assert(
      fc.property(life, (given) => {
        const walker = new Walker(given);
        for (let steps = 0; steps < 60 && walker.step(); steps++);
        const end = walker.phases.findIndex((phase) => phase === 'Succeeded' || phase === 'Failed');
        if (end >= 0) expect(new Set(walker.phases.slice(end)).size).toBe(1);
      }),
      { numRuns: 150 },
    );
  });

  it('L-22: a deleted pod is gone when its grace period is, at the latest, and starts nothing more', () => {
    fc.assert(
      fc.property(life, fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 60 }), (given, after, grace) => {
        const walker = new Walker(given);
        walker.until(START + after * 1000);
        const started = walker.events.filter(({ reason }) => reason === 'Started').length;
        walker.delete(grace);
        const sidecars = given.pod.spec?.initContainers?.length ?? 0;
        // Sidecars end one after the other once the rest has ended; each has the whole grace period.
        walker.until(walker.now + grace * 1000 * (1 + sidecars));
        expect(walker.isGone).toBe(true);
        expect(walker.events.filter(({ reason }) => reason === 'Started')).toHaveLength(started);
      }),
      { numRuns: 150 },
    );
  });

  it('L-22: a kubelet that restarts goes on from the status that it wrote', () => {
    fc.assert(
      fc.property(life, fc.integer({ min: 1, max: 100 }), (given, after) => {
        const walker = new Walker(given);
        walker.until(START + after * 1000);
        const before = walker.status;
        walker.forget();
        expect(walker.status.phase).toBe(before.phase);
        expect(walker.status.containerStatuses?.map(({ restartCount }) => restartCount)).toEqual(
          before.containerStatuses?.map(({ restartCount }) => restartCount),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('L-22: a crash loop waits 0, 10, 20, 40 s and so on, five minutes at most', () => {
    const walker = new Walker({ pod: podOf({}), behaviours: { main: { crash: {} } } });
    const starts: number[] = [START];
    while (starts.length < 9) {
      const before = walker.record.containers[0]?.restartCount;
      if (!walker.step()) break;
      const { restartCount = 0 } = walker.record.containers[0] ?? {};
      if (restartCount !== before) starts.push(walker.now);
    }
    // The first restart follows at once, in the same moment.
    expect(starts.slice(1).map((at, index) => (at - (starts[index] ?? 0)) / 1000)).toEqual([
      10, 20, 40, 80, 160, 300, 300, 300,
    ]);
    expect(walker.status.containerStatuses?.[0]?.state?.waiting?.message).toBe(
      'back-off 5m0s restarting failed container=main pod=web_default(u-1)',
    );
  });

  it('L-22: a pod past its deadline fails with the reason', () => {
    const walker = new Walker({ pod: podOf({ activeDeadlineSeconds: 5 }), behaviours: {} });
    walker.until(START + 5000);
    expect(walker.status).toMatchObject({ phase: 'Failed', reason: 'DeadlineExceeded' });
  });

  it('L-22: an init container that fails under Never fails the pod; main containers never start', () => {
    const pod = podOf({ restartPolicy: 'Never', initContainers: [{ name: 'init', image: 'init:1' }] });
    const walker = new Walker({ pod, behaviours: { init: { exit: { code: 2, after: '1s' } } } });
    walker.until(START + 60_000);
    expect(walker.status).toMatchObject({
      phase: 'Failed',
      containerStatuses: [{ state: { waiting: { reason: 'PodInitializing' } } }],
    });
  });
});
