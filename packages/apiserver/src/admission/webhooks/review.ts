import { isJsonObject, type Json, type JsonObject, textAt } from '../../objects/index.ts';
import type { Attributes } from '../../operations/index.ts';
import { StatusError } from '../../status/index.ts';
import { shownIn } from '../object-version.ts';
import { type Requested, requestFields } from '../requested.ts';
import type { Hook } from './hook.ts';

/** What a webhook is asked. */
export function reviewFor(uid: string, version: string, attributes: Attributes, seen: Requested): JsonObject {
  const { object, old } = attributes;
  const shown = (one: typeof object): Json => (one ? shownIn(seen.resource, seen.served, one) : null);
  return {
    kind: 'AdmissionReview',
    apiVersion: `admission.k8s.io/${version}`,
    request: {
      uid,
      ...requestFields(attributes, seen),
      object: shown(object),
      oldObject: shown(old),
    },
  };
}

/** What a webhook answered. */
export interface Answer {
  readonly isAllowed: boolean;
  readonly result: JsonObject | undefined;
  readonly warnings: readonly string[];
  /** Base64 of a JSON patch. */
  readonly patch: string | undefined;
}

/** The answer to a review, or what is wrong with it. */
export function answerFrom(review: Json, uid: string, version: string, isMutating: boolean): Answer | string {
  const response = isJsonObject(review) ? review['response'] : undefined;
  if (!isJsonObject(response)) return 'webhook response was absent';
  const patch = textAt(response, 'patch');
  const { patchType } = response;
  if (version === 'v1') {
    const given = textAt(response, 'uid');
    if (given !== uid) return `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(given)}`;
    const [group = '', reviewed = ''] = textAt(review, 'apiVersion').split('/');
    const kind = textAt(review, 'kind');
    if (group !== 'admission.k8s.io' || reviewed !== 'v1' || kind !== 'AdmissionReview') {
      return `expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got ${group}/${reviewed}, Kind=${kind}`;
    }
    const fault = isMutating ? patchFault(patch, patchType) : unwantedPatch(patch, patchType);
    if (fault !== undefined) return fault;
  }
  const { warnings, status } = response;
  return {
    isAllowed: response['allowed'] === true,
    result: isJsonObject(status) ? status : undefined,
    warnings: Array.isArray(warnings) ? warnings.map(String) : [],
    patch: isMutating && patch !== '' ? patch : undefined,
  };
}

function patchFault(patch: string, patchType: Json | undefined): string | undefined {
  const hasType = patchType !== undefined && patchType !== null;
  if (patch !== '' && !hasType) return 'webhook returned response.patch but not response.patchType';
  if (patch === '' && hasType) return 'webhook returned response.patchType but not response.patch';
  return patchType === '' ? 'webhook returned invalid response.patchType of ""' : undefined;
}

function unwantedPatch(patch: string, patchType: Json | undefined): string | undefined {
  if (patch !== '') return 'validating webhook may not return response.patch';
  return patchType === undefined || patchType === null
    ? undefined
    : 'validating webhook may not return response.patchType';
}

/** The refusal of a webhook as the client gets it: its own status, under the webhook's name. */
export function denial({ name }: Hook, result: JsonObject = {}): StatusError {
  const denied = `admission webhook ${JSON.stringify(name)} denied the request`;
  const code = typeof result['code'] === 'number' && result['code'] >= 400 ? result['code'] : 400;
  const reason = textAt(result, 'reason');
  const why = textAt(result, 'message') || reason;
  const message = why === '' ? `${denied} without explanation` : `${denied}: ${why}`;
  return new StatusError(code, reason, message, isJsonObject(result['details']) ? result['details'] : undefined);
}
