import type { ITrafficSource } from '@gati-framework/contracts/deployment';
import type { DeploymentTarget } from '@slipway/targets';
import type { OperatorObserver } from './observer.ts';

/** The target, with every object that it was asked about told. Reads are not. */
export function countedTarget(target: DeploymentTarget, kind: string, observer: OperatorObserver): DeploymentTarget {
  const counted =
    <Args extends unknown[]>(verb: string, work: (...args: Args) => Promise<void>) =>
    async (...args: Args): Promise<void> => {
      try {
        await work(...args);
        observer.operated(kind, verb, 'done');
      } catch (error) {
        observer.operated(kind, verb, 'failed');
        throw error;
      }
    };
  return {
    apply: counted('apply', (resource) => target.apply(resource)),
    delete: counted('delete', (...args) => target.delete(...args)),
    applyStatus: counted('applyStatus', (resource) => target.applyStatus(resource)),
    async applySet(set) {
      const report = await target.applySet(set);
      for (const { outcome } of report.results) observer.operated(kind, 'applySet', outcome);
      return report;
    },
    get: (...args) => target.get(...args),
    list: (...args) => target.list(...args),
    watch: (...args) => target.watch(...args),
    syncStatus: (owner) => target.syncStatus(owner),
    close: () => target.close(),
  };
}

/** The source, with every sample told: whether it knew anything. */
export function countedSource(source: ITrafficSource, name: string, observer: OperatorObserver): ITrafficSource {
  return {
    async sample(version, interval) {
      const sample = await source.sample(version, interval);
      observer.sampled(name, !('unknown' in sample.requests));
      return sample;
    },
  };
}
