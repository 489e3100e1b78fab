import type { Scaling, Workload } from '../model/index.ts';
import { checkWhole, MANY, type Report } from '../report/index.ts';

/** Who decides how many pods run: one number, or a scaler between two. */
export type Scale =
  | { readonly fixed: number }
  | { readonly min: number; readonly max: number; readonly scaling: Scaling };

/**
 * Bounds that are missing follow from `replicas` and give way to the one that was given, so that
 * min ≤ max holds whatever was left out. A workload at 0 is stopped and has no scaler.
 */
export function scaleOf({ replicas = 1, scaling }: Workload): Scale {
  if (scaling === undefined || replicas === 0) return { fixed: replicas };
  const { min: givenMin, max: givenMax } = scaling;
  const min = givenMin ?? Math.min(Math.max(1, Math.ceil(replicas / 2)), givenMax ?? MANY);
  const max = givenMax ?? Math.max(3 * Math.max(1, replicas), min);
  return { min, max, scaling };
}

export function lowestReplicas(workload: Workload): number {
  const scale = scaleOf(workload);
  return 'fixed' in scale ? scale.fixed : scale.min;
}

/** Left out while a scaler owns the number. */
export function appliedReplicas(workload: Workload): number | undefined {
  const scale = scaleOf(workload);
  return 'fixed' in scale ? scale.fixed : undefined;
}

export function checkScale(workload: Workload, report: Report): void {
  const { replicas, scaling, pod } = workload;
  const tell = (at: string, message: string): void => report('WORKLOAD_SCALING', at, message);
  checkWhole(replicas, [0, MANY], 'replicas', tell);
  if (scaling === undefined) return;
  const { min, max, cpu, memory, queries = [] } = scaling;
  checkWhole(min, [0, MANY], 'scaling.min', tell);
  checkWhole(max, [1, MANY], 'scaling.max', tell);
  checkWhole(cpu, [1, MANY], 'scaling.cpu', tell);
  checkWhole(memory, [1, MANY], 'scaling.memory', tell);
  if (pod === undefined) tell('scaling', 'has nothing to scale; describe a pod');
  if (min !== undefined && max !== undefined && min > max) tell('scaling.min', `is ${min}, above max, which is ${max}`);
  if (min === 0 && queries.length === 0)
    tell('scaling.min', 'is 0 without queries: pods that are gone cannot report demand; add a query, or start from 1');
  queries.forEach(({ serverAddress, query, target }, index) => {
    const at = `scaling.queries[${index}]`;
    if (!URL.canParse(serverAddress)) tell(`${at}.serverAddress`, 'is no URL; write http://prometheus.monitoring:9090');
    if (query.trim() === '') tell(`${at}.query`, 'is empty; write an expression that gives one number');
    if (!(target > 0 && Number.isFinite(target))) tell(`${at}.target`, `is ${target}; give a number above 0`);
  });
}
