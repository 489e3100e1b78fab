import { applyJsonPatch } from '@slipway/apimachinery/json-patch';
import type { Authorizer } from '../../authorization/index.ts';
import { isEqual, isJsonObject, type Json, type KubeObject } from '../../objects/index.ts';
import type { AdmissionPlugin, Attributes, Kernel, MutableAttributes } from '../../operations/index.ts';
import { internalError } from '../../status/index.ts';
import { isAboutAdmission, matchingVersion } from '../matching.ts';
import { defaultedFrom, shownIn } from '../object-version.ts';
import { ReinvocationMemory, type Reinvocations } from '../reinvocations.ts';
import type { Requested } from '../requested.ts';
import { askHook, meetsConditions } from './call.ts';
import type { HookClient } from './client.ts';
import { CallFailure, failedCall } from './failure.ts';
import { type Hook, hooksOf } from './hook.ts';

const CONFIGURATIONS = 'mutatingwebhookconfigurations.admissionregistration.k8s.io';

/** Asks the mutating webhooks that a request concerns, one after the other in the order of their names. */
export function mutatingWebhooks(kernel: Kernel, client: HookClient, authorizer: Authorizer): AdmissionPlugin {
  const askers: Askers = { kernel, client, authorizer };
  const hooks = (attributes: Attributes): readonly Hook[] => {
    if (kernel.store.count(CONFIGURATIONS) === 0 || isAboutAdmission(attributes)) return [];
    return kernel.store.list(CONFIGURATIONS).flatMap(({ object }) => hooksOf(object));
  };
  const memories = new ReinvocationMemory();
  return {
    name: 'MutatingAdmissionWebhook',
    mutate(attributes) {
      const all = hooks(attributes);
      // In the first round nothing has changed before the first that matches, so none has to wait for it.
      if (!all.some((hook) => matchingVersion(hook.match, attributes, kernel))) return attributes.object;
      return mutated(askers, all, attributes, memories.of(attributes.rounds));
    },
    beforeDelete(attributes) {
      const all = hooks(attributes);
      return all.length > 0 ? askBeforeDelete(askers, all, attributes) : undefined;
    },
  };
}

/** What it takes to ask a webhook. */
interface Askers {
  readonly kernel: Kernel;
  readonly client: HookClient;
  readonly authorizer: Authorizer;
}

async function mutated(
  { kernel, client, authorizer }: Askers,
  hooks: readonly Hook[],
  attributes: MutableAttributes,
  memory: Reinvocations,
): Promise<KubeObject> {
  const { rounds } = attributes;
  let { object } = attributes;
  if (rounds.isSecond && !isEqual(memory.lastOutput, object)) memory.changed();
  for (const hook of hooks) {
    const current = { ...attributes, object };
    const seen = matchingVersion(hook.match, current, kernel);
    if (!seen || !(await meetsConditions(hook, current, seen, authorizer))) continue;
    if (rounds.isSecond && !memory.isDue(hook.id)) continue;
    const next = await changedBy(client, hook, current, seen);
    if (!isEqual(next, object)) {
      memory.changed();
      rounds.isSecondNeeded = true;
    }
    if (hook.isReinvoked) memory.asked(hook.id);
    object = next;
  }
  memory.lastOutput = object;
  return object;
}

/** The object after a webhook was asked; the same one where a failure does not matter. */
async function changedBy(
  client: HookClient,
  hook: Hook,
  attributes: MutableAttributes,
  seen: Requested,
): Promise<KubeObject> {
  try {
    const { patch } = await askHook(client, hook, attributes, seen, true);
    return patch === undefined ? attributes.object : patched(hook, attributes, seen, patch);
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    if (hook.failsClosed) throw failedCall(hook, error);
    return attributes.object;
  }
}

function patched({ name }: Hook, { object, old }: Attributes, seen: Requested, patch: string): KubeObject {
  let operations: Json;
  try {
    operations = JSON.parse(Buffer.from(patch, 'base64').toString('utf8')) as Json;
  } catch (error) {
    throw new CallFailure(`received undecodable patch in webhook response: ${(error as Error).message}`);
  }
  if (Array.isArray(operations) && operations.length === 0 && object) return object;
  if (!object) {
    const what = `admission webhook ${JSON.stringify(name)} attempted to modify the object`;
    throw internalError(`${what}, which is not supported for this operation`);
  }
  const { resource, served } = seen;
  let result: Json;
  try {
    result = applyJsonPatch(shownIn(resource, served, object), operations);
  } catch (error) {
    throw internalError((error as Error).message);
  }
  if (!isJsonObject(result)) throw internalError('the patched object is no object');
  return defaultedFrom(seen, result, old);
}

async function askBeforeDelete(
  { kernel, client, authorizer }: Askers,
  hooks: readonly Hook[],
  attributes: Attributes,
): Promise<void> {
  for (const hook of hooks) {
    const seen = matchingVersion(hook.match, attributes, kernel);
    if (!seen || !(await meetsConditions(hook, attributes, seen, authorizer))) continue;
    try {
      const { patch } = await askHook(client, hook, attributes, seen, true);
      if (patch !== undefined) patched(hook, attributes, seen, patch);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (hook.failsClosed) throw failedCall(hook, error);
    }
  }
}
