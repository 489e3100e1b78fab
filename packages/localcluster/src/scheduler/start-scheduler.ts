import { setMaxListeners } from 'node:events';
import { Endings } from '@slipway/apimachinery/endings';
import { connect, realClock, silentLogger } from '@slipway/kube';
import { EventSink } from '@slipway/runtime/events';
import { ClusterView, LIVE_PODS } from './cluster-view.ts';
import type { Scheduler, StartSchedulerOptions } from './options.ts';
import { Scheduling } from './scheduler.ts';

/** Schedules the pods of a cluster until it is stopped. Resolves when it has seen the cluster and works. */
export async function startScheduler(options: StartSchedulerOptions): Promise<Scheduler> {
  const { name = 'default-scheduler', clock = realClock, random = Math.random } = options;
  const logger = options.logger ?? silentLogger;
  const operator = { name: 'kube-scheduler', version: '1.36.4' };
  const isShared = 'cluster' in options;
  const cluster = isShared
    ? options.cluster.share({ operator })
    : await connect({ text: options.kubeconfig, clock, random, logger, operator });
  const sink = new EventSink({ transport: cluster.transport, instance: 'localcluster', clock, logger });
  const view = new ClusterView(cluster, isShared ? {} : LIVE_PODS);
  const ending = new AbortController();
  // One listener for each cache.
  setMaxListeners(0, ending.signal);
  const events = sink.recorder(name);
  const scheduling = new Scheduling({ cluster, view, events, name, clock, random, logger });

  const ends = new Endings();
  ends.add(
    () => cluster.close(),
    // The last events are worth a second, not more: the server may be gone.
    () => sink.flush(AbortSignal.timeout(1_000)),
    () => scheduling.stop(),
    () => ending.abort(),
  );
  const stop = (): Promise<void> => ends.run();
  try {
    await view.waitForSync(ending.signal);
  } catch (error) {
    return ends.rollBack(error);
  }
  scheduling.start();
  options.signal?.addEventListener('abort', () => void stop(), { once: true });
  if (options.signal?.aborted) await stop();
  return { stop };
}
