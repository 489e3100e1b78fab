import { microTime } from '@slipway/apimachinery/clock';
import type { Clock, Logger, Timer } from '@slipway/kube';
import { type AnyKind, type AnyObject, type DeepReadonly, isKubeError } from '@slipway/kube';
import type { Transport } from '@slipway/kube/transport';
import { currentRun } from '../controller/index.ts';
import { cut, type EventInput, fitting, regardingOf, reportingController } from './event.ts';
import { EventSeries, type Send, type Series } from './series.ts';

export interface EventRecorder {
  /** Tells about an object. Never blocks, throws or fails anything. */
  record(kind: AnyKind, object: DeepReadonly<AnyObject>, event: EventInput): void;
}

export interface EventSinkOptions {
  readonly transport: Transport;
  /** This process among its replicas: the pod's name. */
  readonly instance: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called for each event that was given up, for the metric. */
  readonly onDropped?: () => void;
}

/** Annotation of an event: the run in which it was first recorded, as the log has it. */
const RECONCILE_ID = 'slipway.dev/reconcile-id';
/** Sends that wait; past it the oldest goes. */
const MOST_WAITING = 1000;
/** Tries of one send, and the time between them: two minutes without an API server lose nothing. */
const MOST_TRIES = 12;
const RETRY_MS = 10_000;
/** How often ended series are looked for. */
const TICK_MS = 60_000;
const DEADLINE_MS = 10_000;

interface Waiting {
  readonly send: Send;
  readonly controller: string;
  tries: number;
}

/**
 * Sends the events of all controllers of one cluster, one at a time, behind their backs.
 *
 * A recorder for one controller comes from `recorder(name)`. `flush` sends what is left at the end.
 */
export class EventSink {
  readonly #options: EventSinkOptions;
  readonly #series = new Map<string, EventSeries>();
  readonly #waiting: Waiting[] = [];
  readonly #stop = new AbortController();
  #isForbidden = false;
  #sending: Promise<void> | undefined;
  #ticker: Timer | undefined;

  constructor(options: EventSinkOptions) {
    this.#options = options;
  }

  recorder(controller: string): EventRecorder {
    const name = reportingController(controller);
    return {
      record: (kind, object, input) => {
        const event = fitting({ ...input, regarding: regardingOf(kind, object) });
        const send = this.#seriesOf(name).record(event, this.#options.clock.wall(), currentRun()?.reconcileID);
        if (send === 'refused') this.#options.onDropped?.();
        else if (send) this.#enqueue(name, send);
      },
    };
  }

  /** Sends what waits and the last counts of all series, until `signal` fires. Nothing is recorded after it. */
  async flush(signal: AbortSignal): Promise<void> {
    this.#ticker?.cancel();
    for (const [controller, series] of this.#series) {
      for (const send of series.due(this.#options.clock.wall(), true)) this.#enqueue(controller, send);
    }
    const giveUp = (): void => this.#stop.abort(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    await this.#sending;
    signal.removeEventListener('abort', giveUp);
  }

  #seriesOf(controller: string): EventSeries {
    let series = this.#series.get(controller);
    if (!series) {
      series = new EventSeries();
      this.#series.set(controller, series);
      this.#tick();
    }
    return series;
  }

  #tick(): void {
    this.#ticker?.cancel();
    this.#ticker = this.#options.clock.timer(TICK_MS, () => {
      for (const [controller, series] of this.#series) {
        for (const send of series.due(this.#options.clock.wall())) this.#enqueue(controller, send);
      }
      this.#tick();
    });
  }

  #enqueue(controller: string, send: Send): void {
    this.#waiting.push({ send, controller, tries: 0 });
    if (this.#waiting.length > MOST_WAITING) {
      this.#waiting.shift();
      this.#options.onDropped?.();
    }
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    for (let next = this.#waiting[0]; next && !this.#stop.signal.aborted; next = this.#waiting[0]) {
      const done = await this.#trySend(next);
      // The oldest may have been pushed out while it was sent.
      if (done && this.#waiting[0] === next) this.#waiting.shift();
      if (!done) await this.#options.clock.sleep(RETRY_MS, this.#stop.signal).catch(() => undefined);
    }
    if (this.#stop.signal.aborted) for (const _ of this.#waiting.splice(0)) this.#options.onDropped?.();
  }

  /** True when the send needs no other try, because it worked or never will. */
  async #trySend(waiting: Waiting): Promise<boolean> {
    const { logger, onDropped } = this.#options;
    try {
      await this.#send(waiting);
      return true;
    } catch (error) {
      waiting.tries++;
      const mayPass = isKubeError(error) && (error.status === undefined || error.status >= 500 || error.status === 429);
      if (mayPass && waiting.tries < MOST_TRIES) return false;
      onDropped?.();
      const { reason } = waiting.send.series.event;
      if (!isKubeError(error, 'KUBE_FORBIDDEN')) {
        logger.warn({ error, reason }, 'An Event was refused and is given up.');
      } else if (!this.#isForbidden) {
        // Once: every Event that follows is refused for the same reason.
        this.#isForbidden = true;
        logger.warn(
          { reason, blocker: error.message },
          'This account may not record Events. Allow it: create and patch of events in the API group events.k8s.io.',
        );
      }
      return true;
    }
  }

  async #send({ send, controller }: Waiting): Promise<void> {
    const { transport } = this.#options;
    const { series } = send;
    const path = `/apis/events.k8s.io/v1/namespaces/${namespaceOf(series)}/events`;
    const common = { deadlineMs: DEADLINE_MS, signal: this.#stop.signal, controller };
    const create = (): Promise<unknown> =>
      transport.json({ method: 'POST', path, body: JSON.stringify(this.#body(series, controller)), ...common });
    if (send.do === 'create') {
      // There already: an earlier try arrived and only its answer was lost.
      await create().catch((error: unknown) => {
        if (!isKubeError(error, 'KUBE_CONFLICT')) throw error;
      });
      return;
    }
    try {
      await transport.json({
        method: 'PATCH',
        path: `${path}/${series.name}`,
        body: JSON.stringify({ series: seriesField(series) }),
        contentType: 'application/merge-patch+json',
        repeat: 'safe',
        ...common,
      });
    } catch (error) {
      // Events expire on the server after an hour; a series may outlive its own.
      if (!isKubeError(error, 'KUBE_NOT_FOUND')) throw error;
      await create();
    }
  }

  #body(series: Series, controller: string): unknown {
    const { event, name, firstAt, count, reconcileID } = series;
    const { regarding, type, reason, action, note } = event;
    return {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: {
        name,
        namespace: namespaceOf(series),
        ...(reconcileID && { annotations: { [RECONCILE_ID]: reconcileID } }),
      },
      eventTime: microTime(firstAt),
      ...(count > 1 && { series: seriesField(series) }),
      reportingController: controller,
      reportingInstance: cut(this.#options.instance, 128),
      action,
      reason,
      regarding,
      note,
      type,
    };
  }
}

function seriesField({ count, lastAt }: Series): unknown {
  return { count, lastObservedTime: microTime(lastAt) };
}

/** Events of cluster-scoped objects live in `default`. */
function namespaceOf({ event }: Series): string {
  return event.regarding.namespace || 'default';
}
