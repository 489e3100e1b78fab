import { conditionOf } from '@slipway/apimachinery/conditions';
import type { PodObject } from '../pods/index.ts';
import { type FailurePolicy, type JobObject, newerSpec } from './job.ts';

type Rule = FailurePolicy['rules'][number];

export interface PolicyVerdict {
  /** Whether the failure counts towards the limit. */
  readonly isCounted: boolean;
  /** Why the whole Job fails because of it. */
  readonly failsJob: string | undefined;
}

/** What the policy of a Job says of a failed pod: the first rule that matches. */
export function failurePolicyOf(job: JobObject, pod: PodObject): PolicyVerdict {
  const { podFailurePolicy } = newerSpec(job);
  const { namespace, name } = pod.metadata;
  for (const [index, rule] of (podFailurePolicy?.rules ?? []).entries()) {
    const cause =
      exitCause(rule, pod, `for pod ${namespace}/${name}`) ?? conditionCause(rule, pod, `Pod ${namespace}/${name}`);
    if (cause === undefined) continue;
    const isFatal = rule.action === 'FailJob';
    return {
      isCounted: rule.action !== 'Ignore',
      failsJob: isFatal ? `${cause} matching ${rule.action} rule at index ${index}` : undefined,
    };
  }
  return { isCounted: true, failsJob: undefined };
}

function exitCause({ onExitCodes }: Rule, { status }: PodObject, where: string): string | undefined {
  if (!onExitCodes) return undefined;
  const { containerName, operator, values } = onExitCodes;
  for (const { name, state } of [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])]) {
    const code = state?.terminated?.exitCode;
    if (code === undefined || code === 0 || (containerName && containerName !== name)) continue;
    if (values.includes(code) === (operator === 'In'))
      return `Container ${name} ${where} failed with exit code ${code}`;
  }
  return undefined;
}

function conditionCause({ onPodConditions }: Rule, { status }: PodObject, who: string): string | undefined {
  const found = onPodConditions?.find(
    (wanted) => conditionOf(status?.conditions, wanted.type)?.status === (wanted.status ?? 'True'),
  );
  return found && `${who} has condition ${found.type}`;
}
