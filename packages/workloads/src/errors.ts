/**
 * What can be wrong with a description.
 *
 * - `WORKLOAD_NAME`: a name of an object, a container, a port or a variable that the API would refuse
 * - `WORKLOAD_LABEL`: a label or an annotation that the API would refuse, or a selector that could change or miss its pods
 * - `WORKLOAD_PORT`: a port out of range, used twice, or one that nothing listens on
 * - `WORKLOAD_QUANTITY`: an amount that does not parse or is below zero
 * - `WORKLOAD_RESOURCES`: a request above its limit, or two amounts for one device
 * - `WORKLOAD_PROBE`: a probe that asks in no way or in several, or whose times make no sense
 * - `WORKLOAD_SECURITY`: something that the chosen Pod Security Standard does not admit
 * - `WORKLOAD_VOLUME`: a volume or a mount that does not fit together
 * - `WORKLOAD_PLACEMENT`: rules of scheduling that contradict each other
 * - `WORKLOAD_SCALING`: replicas, bounds or triggers that cannot be scaled by
 * - `WORKLOAD_NETWORK`: a peer that no network policy can express
 * - `WORKLOAD_ROUTE`: a match or a split of traffic that no route can carry
 * - `WORKLOAD_WEIGHTS`: weights of one rule that do not add up to 100
 * - `WORKLOAD_MISSING`: something is needed that is not there
 */
export type ProblemCode =
  | 'WORKLOAD_NAME'
  | 'WORKLOAD_LABEL'
  | 'WORKLOAD_PORT'
  | 'WORKLOAD_QUANTITY'
  | 'WORKLOAD_RESOURCES'
  | 'WORKLOAD_PROBE'
  | 'WORKLOAD_SECURITY'
  | 'WORKLOAD_VOLUME'
  | 'WORKLOAD_PLACEMENT'
  | 'WORKLOAD_SCALING'
  | 'WORKLOAD_NETWORK'
  | 'WORKLOAD_ROUTE'
  | 'WORKLOAD_WEIGHTS'
  | 'WORKLOAD_MISSING';

export interface Problem {
  readonly code: ProblemCode;
  /** Where in the description: `pod.containers[0].ports[1].port`. */
  readonly field: string;
  /** What is wrong with the value, and what to write instead. Follows the field in a sentence. */
  readonly message: string;
}

/** A description that gives no manifests. Holds every problem, not the first only. */
export class WorkloadError extends Error {
  override readonly name = 'WorkloadError';
  readonly code = 'WORKLOAD_INVALID';
  readonly problems: readonly Problem[];

  constructor(workload: string, problems: readonly Problem[]) {
    const lines = problems.map(({ field, message }) => `  ${field} ${message}`);
    super(`No manifests for workload ${workload}:\n${lines.join('\n')}`);
    this.problems = problems;
  }
}
