import { setMaxListeners } from 'node:events';
import { connect, realClock, silentLogger } from '@slipway/kube';
import { EventSink } from '@slipway/runtime';
import { ClusterView } from './cluster-view.ts';
import type { Scheduler, StartSchedulerOptions } from './options.ts';
import { Scheduling } from './scheduler.ts';

/** Schedules the pods of a cluster until it is stopped. Resolves when it has seen the cluster and works. */
export async function startScheduler(options: StartSchedulerOptions): Promise<Scheduler> {
  const { kubeconfig, name = 'default-scheduler', clock = realClock, random = Math.random } = options;
  const logger = options.logger ?? silentLogger;
  const operator = { name: 'kube-scheduler', version: '1.36.4' };
  const cluster = await connect({ text: kubeconfig, clock, random, logger, operator });
  const sink = new EventSink({ transport: cluster.transport, instance: 'localcluster', clock, logger });
  const view = new ClusterView(cluster);
  const ending = new AbortController();
  // One listener for each cache.
  setMaxListeners(0, ending.signal);
  const events = sink.recorder(name);
  const scheduling = new Scheduling({ cluster, view, events, name, clock, random, logger });

  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= (async () => {
      ending.abort();
      await scheduling.stop();
      // What was said last is worth a second, not more: the server may be gone.
      await sink.flush(AbortSignal.timeout(1_000));
      await cluster.close();
    })();
    return stopped;
  };
  try {
    await view.waitForSync(ending.signal);
  } catch (error) {
    await stop();
    throw error;
  }
  scheduling.start();
  options.signal?.addEventListener('abort', () => void stop(), { once: true });
  if (options.signal?.aborted) await stop();
  return { stop };
}
