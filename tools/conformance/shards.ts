/**
 * How many run at once. They wait most of the time: for pods, for the five minutes between two looks of the quota
 * controller, for a CronJob's next minute.
 */
const SHARDS = 6;

export interface Shards {
  readonly together: readonly (readonly string[])[];
  /** Specs that look at the whole cluster, or take its nodes: nothing else may run meanwhile. */
  readonly alone: readonly string[];
}

/** Parts of a list of specs that run side by side, and those that run by themselves afterwards. */
export function shardsOf(names: readonly string[]): Shards {
  const alone = names.filter((name) => name.includes('[Serial]'));
  const others = names.filter((name) => !name.includes('[Serial]'));
  const together = Array.from({ length: SHARDS }, (_, shard) => others.filter((_name, at) => at % SHARDS === shard));
  return { together, alone };
}
