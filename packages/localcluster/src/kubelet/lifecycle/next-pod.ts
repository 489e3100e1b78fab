import { goSeconds, pullBackoffMs, restartBackoffMs } from './backoff.ts';
import { phaseOf } from './phase.ts';
import { describePod, type PodObject } from './pod.ts';
import { type ContainerRecord, type Ended, type PodRecord, withNewContainers } from './record.ts';
import type { Look, Sight } from './sight.ts';

export interface PodEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly note: string;
}

/** What is to be done now, and what the pod looks like once it is done. */
export interface Step {
  readonly record: PodRecord;
  /** Containers to start: their record says running already. */
  readonly starts: readonly string[];
  /** Containers to end within this time. Sent again when the time gets shorter. */
  readonly stops: readonly { readonly name: string; readonly graceMs: number }[];
  readonly events: readonly PodEvent[];
  /** When to look again even if nothing is heard, in wall milliseconds. */
  readonly wakeAt: number | undefined;
  /** Nothing of a deleted pod runs any more: its object can go. */
  readonly isGone: boolean;
}

/** How long a failed pull is shown before the wait for the next one is. */
const PULL_ERROR_SHOWN_MS = 1_000;

/** One step of a pod's life: pure, so that a model can walk through it. */
export function nextPod(pod: PodObject, record: PodRecord, look: Look, now: number): Step {
  return new Walk(pod, record, look, now).step();
}

/** The state of one step while it is computed. */
class Walk {
  readonly #pod: PodObject;
  readonly #look: Look;
  readonly #now: number;
  readonly #events: PodEvent[] = [];
  readonly #starts: string[] = [];
  readonly #stops: { name: string; graceMs: number }[] = [];
  #record: PodRecord;
  #wakeAt: number | undefined;

  constructor(pod: PodObject, record: PodRecord, look: Look, now: number) {
    this.#pod = pod;
    this.#record = withNewContainers(pod, record, now);
    this.#look = look;
    this.#now = now;
  }

  step(): Step {
    for (const container of this.#record.containers) this.#absorb(container);
    const isDeleted = this.#pod.metadata.deletionTimestamp !== undefined;
    if (!this.#isOver()) {
      this.#checkDeadline();
      if (isDeleted || this.#record.verdict) this.#end();
      else if (this.#initialise()) this.#runMains();
    }
    return {
      record: this.#record,
      starts: this.#starts,
      stops: this.#stops,
      events: this.#events,
      wakeAt: this.#wakeAt,
      isGone: isDeleted && !this.#record.containers.some(isRunning),
    };
  }

  /** A pod that has succeeded or failed stays so. */
  #isOver(): boolean {
    const phase = phaseOf(this.#pod, this.#record);
    return phase === 'Succeeded' || phase === 'Failed';
  }

  /** Takes in what has happened to a running container. */
  #absorb(container: ContainerRecord): void {
    if (container.state.is !== 'running') return;
    const sight = this.#look(container);
    this.#wake(sight.changesAt);
    if (sight.exit) {
      const { exitCode, at, signal, message } = sight.exit;
      const reason = sight.exit.reason ?? (exitCode === 0 ? 'Completed' : 'Error');
      const { startedAt } = container.state;
      const ended: Ended = {
        exitCode,
        reason,
        ...(signal && { signal }),
        ...(message && { message }),
        startedAt,
        finishedAt: at,
      };
      const { stop: _stop, complaint: _complaint, ...rest } = container;
      this.#set({ ...rest, state: { is: 'terminated', ...ended }, isStarted: false, isReady: false });
      return;
    }
    const { complaint } = sight;
    if (complaint && complaint !== container.complaint) this.#tell('Warning', 'Unhealthy', complaint);
    const isStarted = sight.isStarted;
    const isReady = isStarted && sight.isReady && !container.stop;
    this.#set({ ...container, isStarted, isReady, ...(complaint !== undefined && { complaint }) });
    if (sight.unhealthy && !container.stop) {
      const note = `Container ${container.name} failed ${sight.unhealthy} probe, will be restarted`;
      this.#stop(this.#named(container.name), this.#ownGraceMs(), note, true);
    }
  }

  #checkDeadline(): void {
    const seconds = this.#pod.spec?.activeDeadlineSeconds;
    if (seconds === undefined || this.#record.verdict) return;
    const due = this.#record.acceptedAt + seconds * 1000;
    if (this.#now < due) return this.#wake(due);
    const message = 'Pod was active on the node longer than the specified deadline';
    this.#record = { ...this.#record, verdict: { reason: 'DeadlineExceeded', message } };
  }

  /** Ends the main containers, then sidecars from the last to the first. */
  #end(): void {
    const { deletionGracePeriodSeconds } = this.#pod.metadata;
    const graceMs = deletionGracePeriodSeconds === undefined ? this.#ownGraceMs() : deletionGracePeriodSeconds * 1000;
    this.#endAll(graceMs);
  }

  #endAll(graceMs: number): void {
    const running = this.#record.containers.filter(isRunning);
    const first = running.filter(({ role }) => role !== 'sidecar');
    const next = first.length > 0 ? first : running.slice(-1);
    for (const container of next) this.#stop(container, graceMs, `Stopping container ${container.name}`, false);
  }

  /** Starts init containers one after the other. True when the main containers may run. */
  #initialise(): boolean {
    for (const { name, role } of this.#record.containers) {
      const container = this.#named(name);
      const { state } = container;
      if (role === 'main' || role === 'ephemeral') continue;
      if (role === 'sidecar') {
        if (state.is !== 'running') this.#tryStart(container);
        if (!this.#named(name).isStarted) return false;
      } else if (state.is !== 'terminated' || state.exitCode !== 0) {
        const hasFailed = state.is === 'terminated' && this.#policy === 'Never';
        if (hasFailed) this.#endAll(this.#ownGraceMs());
        else if (state.is !== 'running') this.#tryStart(container);
        return false;
      }
    }
    return true;
  }

  #runMains(): void {
    for (const container of this.#record.containers) {
      if (container.role !== 'main') continue;
      if (container.state.is === 'waiting' || this.#isToRestart(container)) this.#tryStart(container);
    }
    const mains = this.#record.containers.filter(({ role }) => role === 'main');
    const isOver = mains.every((container) => container.state.is === 'terminated' && !this.#isToRestart(container));
    if (isOver) return this.#endAll(this.#ownGraceMs());
    for (const container of this.#record.containers)
      if (container.role === 'ephemeral' && container.state.is === 'waiting') this.#tryStart(container);
  }

  #isToRestart({ state }: ContainerRecord): boolean {
    if (state.is !== 'terminated' || this.#policy === 'Never') return false;
    return this.#policy === 'Always' || state.exitCode !== 0;
  }

  /** Starts a container, or says what it waits for. */
  #tryStart(given: ContainerRecord): void {
    const container: ContainerRecord = { turnAt: this.#now, ...given };
    this.#set(container);
    if (this.#isBackedOff(container)) return;
    const { image, changesAt } = this.#look(container);
    if (image.is === 'refused') return this.#failPull(container, image);
    if (image.is === 'pulling') {
      this.#wake(changesAt);
      const waits = { is: 'waiting', reason: 'ContainerCreating' } as const;
      return this.#set({ ...container, ...withLast(container), state: waits });
    }
    this.#start(container);
  }

  #start(container: ContainerRecord): void {
    const previous = withLast(container).last;
    const { turnAt: _turn, notBefore: _until, ...rest } = container;
    const note = `Container image "${container.image}" already present on machine and can be accessed by the pod`;
    this.#tell('Normal', 'Pulled', note);
    this.#tell('Normal', 'Created', 'Container created');
    this.#tell('Normal', 'Started', 'Container started');
    this.#set({
      ...rest,
      ...(previous && { last: previous }),
      state: { is: 'running', startedAt: this.#now },
      restartCount: previous ? container.restartCount + 1 : 0,
      failedPulls: 0,
    });
    this.#starts.push(container.name);
    // What it does first is seen in the next step.
    this.#wake(this.#now);
  }

  #isBackedOff(container: ContainerRecord): boolean {
    const { state } = container;
    if (state.is === 'terminated') {
      const backoffMs = restartBackoffMs(container.restartCount + 1);
      const until = state.finishedAt + backoffMs;
      if (this.#now >= until) return false;
      const who = describePod(this.#pod);
      const message = `back-off ${goSeconds(backoffMs)} restarting failed container=${container.name} pod=${who}`;
      this.#tell('Warning', 'BackOff', `Back-off restarting failed container ${container.name} in pod ${who}`);
      const waits = { is: 'waiting', reason: 'CrashLoopBackOff', message } as const;
      this.#set({ ...container, ...withLast(container), state: waits, notBefore: until });
      this.#wake(until);
      return true;
    }
    if (container.notBefore === undefined || this.#now >= container.notBefore) {
      // A kubelet that has restarted knows of the wait only from the status.
      const { last } = container;
      const isWaiting =
        state.is === 'waiting' && state.reason === 'CrashLoopBackOff' && container.notBefore === undefined;
      const until = isWaiting && last ? last.finishedAt + restartBackoffMs(container.restartCount + 1) : 0;
      if (this.#now >= until) return false;
      this.#set({ ...container, notBefore: until });
      this.#wake(until);
      return true;
    }
    this.#wake(container.notBefore);
    if (state.is === 'waiting' && state.reason === 'ErrImagePull')
      this.#showPullBackoff(container, container.notBefore);
    return true;
  }

  #failPull(container: ContainerRecord, image: Sight['image'] & { is: 'refused' }): void {
    if (image.reason !== 'ErrImagePull') {
      const waits = { is: 'waiting', reason: image.reason, message: image.message } as const;
      const isNews = container.state.is !== 'waiting' || container.state.message !== image.message;
      if (isNews) this.#tell('Warning', 'Failed', `Error: ${image.message}`);
      // The preparation of the container tries again by itself and tells.
      return this.#set({ ...container, ...withLast(container), state: waits });
    }
    const failedPulls = container.failedPulls + 1;
    this.#tell('Normal', 'Pulling', `Pulling image "${container.image}"`);
    this.#tell('Warning', 'Failed', `Failed to pull image "${container.image}": ${image.message}`);
    this.#tell('Warning', 'Failed', `Error: ${image.reason}`);
    const notBefore = this.#now + pullBackoffMs(failedPulls);
    const waits = { is: 'waiting', reason: image.reason, message: image.message } as const;
    this.#set({ ...container, ...withLast(container), state: waits, failedPulls, notBefore });
    this.#wake(this.#now + PULL_ERROR_SHOWN_MS);
  }

  #showPullBackoff(container: ContainerRecord, until: number): void {
    const shownAt = until - pullBackoffMs(container.failedPulls) + PULL_ERROR_SHOWN_MS;
    if (this.#now < shownAt) return this.#wake(shownAt);
    const cause = container.state.is === 'waiting' ? container.state.message : '';
    const note = `Back-off pulling image "${container.image}"`;
    this.#tell('Normal', 'BackOff', note);
    this.#tell('Warning', 'Failed', 'Error: ImagePullBackOff');
    const waits = { is: 'waiting', reason: 'ImagePullBackOff', message: `${note}: ErrImagePull: ${cause}` } as const;
    this.#set({ ...container, state: waits });
  }

  #stop(container: ContainerRecord, graceMs: number, note: string, isRestart: boolean): void {
    const asked = container.stop;
    const endsAt = asked ? asked.at + asked.graceMs : Number.POSITIVE_INFINITY;
    if (this.#now + graceMs >= endsAt && !(asked?.isRestart && !isRestart)) return;
    if (!asked) this.#tell('Normal', 'Killing', note);
    this.#stops.push({ name: container.name, graceMs });
    this.#set({ ...container, isReady: false, stop: { at: this.#now, graceMs, isRestart } });
    this.#wake(this.#now);
  }

  get #policy(): string {
    return this.#pod.spec?.restartPolicy ?? 'Always';
  }

  #ownGraceMs(): number {
    return (this.#pod.spec?.terminationGracePeriodSeconds ?? 30) * 1000;
  }

  #named(name: string): ContainerRecord {
    const found = this.#record.containers.find((container) => container.name === name);
    if (!found) throw new Error(`no container ${name}`);
    return found;
  }

  #set(container: ContainerRecord): void {
    const containers = this.#record.containers.map((each) => (each.name === container.name ? container : each));
    this.#record = { ...this.#record, containers };
  }

  #tell(type: PodEvent['type'], reason: string, note: string): void {
    this.#events.push({ type, reason, note });
  }

  #wake(at: number | undefined): void {
    if (at !== undefined && (this.#wakeAt === undefined || at < this.#wakeAt)) this.#wakeAt = at;
  }
}

const isRunning = ({ state }: ContainerRecord): boolean => state.is === 'running';

/** The end that becomes `lastState` when a container leaves it. */
function withLast({ state, last }: ContainerRecord): { last?: Ended } {
  if (state.is !== 'terminated') return last ? { last } : {};
  const { is: _is, ...ended } = state;
  return { last: ended };
}
