import type { Authorizer } from '../../authorization/index.ts';
import type { AdmissionPlugin, Attributes, Kernel } from '../../operations/index.ts';
import { isAboutAdmission, matchingVersion } from '../matching.ts';
import type { Requested } from '../requested.ts';
import { askHook, meetsConditions } from './call.ts';
import type { HookClient } from './client.ts';
import { CallFailure, failedCall } from './failure.ts';
import { type Hook, hooksOf } from './hook.ts';

const CONFIGURATIONS = 'validatingwebhookconfigurations.admissionregistration.k8s.io';

/** Asks all validating webhooks that a request concerns, at once. The first refusal is the answer. */
export function validatingWebhooks(kernel: Kernel, client: HookClient, authorizer: Authorizer): AdmissionPlugin {
  return {
    name: 'ValidatingAdmissionWebhook',
    validate(attributes) {
      if (kernel.store.count(CONFIGURATIONS) === 0 || isAboutAdmission(attributes)) return undefined;
      const calls = kernel.store
        .list(CONFIGURATIONS)
        .flatMap(({ object }) => hooksOf(object))
        .flatMap((hook) => {
          const seen = matchingVersion(hook.match, attributes, kernel);
          return seen ? [{ hook, seen }] : [];
        });
      return calls.length > 0 ? askAll(client, calls, attributes, authorizer) : undefined;
    },
  };
}

interface Call {
  readonly hook: Hook;
  readonly seen: Requested;
}

async function askAll(
  client: HookClient,
  matching: readonly Call[],
  attributes: Attributes,
  authorizer: Authorizer,
): Promise<void> {
  const calls: Call[] = [];
  for (const call of matching) {
    if (await meetsConditions(call.hook, attributes, call.seen, authorizer)) calls.push(call);
  }
  const answers = await Promise.allSettled(
    calls.map(async ({ hook, seen }) => {
      try {
        await askHook(client, hook, attributes, seen, false);
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        if (hook.failsClosed) throw failedCall(hook, error);
      }
    }),
  );
  const refused = answers.find((answer) => answer.status === 'rejected');
  if (refused) throw refused.reason;
}
