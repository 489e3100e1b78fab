import type { ApplyReport, ITrafficSource } from '@gati-framework/contracts/deployment';
import type { OperatorTarget } from '../targets/index.ts';
import type { OperatorObserver } from './observer.ts';

/** The target, with every object that it was asked about reported. Reads are not. */
export function countedTarget(target: OperatorTarget, kind: string, observer: OperatorObserver): OperatorTarget {
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
  const countedSet = async (verb: string, work: () => Promise<ApplyReport>): Promise<ApplyReport> => {
    const report = await work();
    for (const { outcome } of report.results) observer.operated(kind, verb, outcome);
    return report;
  };
  return {
    apply: counted('apply', (resource) => target.apply(resource)),
    delete: counted('delete', (...args) => target.delete(...args)),
    applyStatus: counted('applyStatus', (resource) => target.applyStatus(resource)),
    applySet: (set) => countedSet('applySet', () => target.applySet(set)),
    takeOver: (former, set) => countedSet('takeOver', () => target.takeOver(former, set)),
    get: (...args) => target.get(...args),
    list: (...args) => target.list(...args),
    watch: (...args) => target.watch(...args),
    syncStatus: (owner) => target.syncStatus(owner),
    close: () => target.close(),
  };
}

/** The source, with every sample reported: whether it knew anything. */
export function countedSource(source: ITrafficSource, name: string, observer: OperatorObserver): ITrafficSource {
  return {
    async sample(version, interval) {
      const sample = await source.sample(version, interval);
      observer.sampled(name, !('unknown' in sample.requests));
      return sample;
    },
  };
}
