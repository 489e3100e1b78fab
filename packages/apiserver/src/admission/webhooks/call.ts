import { randomUUID } from 'node:crypto';
import { refusal } from '../../admitted/index.ts';
import type { Authorizer } from '../../authorization/index.ts';
import type { Attributes } from '../../operations/index.ts';
import { badRequest } from '../../status/index.ts';
import type { MatchConditions } from '../expressions/index.ts';
import type { Requested } from '../requested.ts';
import type { HookClient } from './client.ts';
import { CallFailure } from './failure.ts';
import type { Hook } from './hook.ts';
import { type Answer, answerFrom, denial, reviewFor } from './review.ts';

const compiled = new WeakMap<Hook, MatchConditions>();

/** Whether the conditions of a webhook let it be asked. What they need is loaded when there are any. */
export async function meetsConditions(
  hook: Hook,
  attributes: Attributes,
  seen: Requested,
  authorizer: Authorizer,
): Promise<boolean> {
  if (hook.conditions.length === 0) return true;
  const expressions = await import('../expressions/index.ts');
  let conditions = compiled.get(hook);
  if (!conditions) compiled.set(hook, (conditions = new expressions.MatchConditions(hook.conditions)));
  const verdict = conditions.judge(expressions.valuesOf(attributes, seen, authorizer));
  if (!('error' in verdict)) return verdict.matches;
  if (!hook.failsClosed) return false;
  throw refusal(attributes, verdict.error);
}

/** Asks a webhook. Throws its refusal, or a `CallFailure` when it gave no proper answer. */
export async function askHook(
  client: HookClient,
  hook: Hook,
  attributes: Attributes,
  seen: Requested,
  isMutating: boolean,
): Promise<Answer> {
  if (attributes.options.dryRun && !hook.isForDryRuns) {
    throw badRequest(`admission webhook ${JSON.stringify(hook.name)} does not support dry run`);
  }
  const version = hook.reviewVersion;
  if (version === undefined) {
    throw new CallFailure(
      'could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)',
    );
  }
  const uid = randomUUID();
  const review = await client.ask(hook, reviewFor(uid, version, attributes, seen));
  const answer = answerFrom(review, uid, version, isMutating);
  if (typeof answer === 'string') throw new CallFailure(`received invalid webhook response: ${answer}`);
  for (const warning of answer.warnings) attributes.options.warn?.(warning);
  if (!answer.isAllowed) throw denial(hook, answer.result);
  return answer;
}
