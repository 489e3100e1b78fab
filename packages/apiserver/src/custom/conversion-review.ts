import { fieldAt, goText, isJsonObject, type Json, type JsonObject, textAt } from '../objects/index.ts';

/** Why objects were not converted, in a server's words. */
export class ConversionFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConversionFailure';
  }
}

const GROUP = 'apiextensions.k8s.io';

export function conversionReview(
  version: string,
  uid: string,
  desiredAPIVersion: string,
  objects: readonly Json[],
): JsonObject {
  return {
    kind: 'ConversionReview',
    apiVersion: `${GROUP}/${version}`,
    request: { uid, desiredAPIVersion, objects },
    response: { uid: '', convertedObjects: null, result: { metadata: {} } },
  };
}

/** The converted objects of an answer; throws what is wrong with it. `subject` names the kind that was sent. */
export function convertedFrom(
  answer: Json,
  version: string,
  uid: string,
  sent: number,
  subject: string,
): readonly Json[] {
  const fail = (why: string): never => {
    throw new ConversionFailure(`conversion webhook for ${subject} failed: ${why}`);
  };
  const response = fieldAt(answer, ['response']);
  if (version === 'v1') {
    const [group, given] = (textAt(answer, 'apiVersion').match(/^(.*)\/(.*)$/) ?? ['', '', '']).slice(1);
    const kind = `${group}/${given}, Kind=${textAt(answer, 'kind')}`;
    const wanted = `${GROUP}/v1, Kind=ConversionReview`;
    if (kind !== wanted) fail(`expected webhook response of ${wanted}, got ${kind}`);
  }
  if (!isJsonObject(response)) return fail('no response provided');
  const answered = textAt(response, 'uid');
  if (version === 'v1' && answered !== uid) {
    fail(`expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(answered)}`);
  }
  const status = textAt(response, 'result', 'status');
  if (status !== 'Success') {
    fail(textAt(response, 'result', 'message') || `response.result.status was '${status}', not 'Success'`);
  }
  const { convertedObjects } = response;
  const objects = Array.isArray(convertedObjects) ? (convertedObjects as Json[]) : [];
  if (objects.length !== sent) {
    throw new ConversionFailure(
      `conversion webhook for ${subject} returned ${objects.length} objects, expected ${sent}`,
    );
  }
  return objects;
}

/**
 * One converted object with the metadata of the original, but for labels and annotations. A converter
 * may change neither what an object is nor whose.
 */
export function restored(
  original: JsonObject,
  converted: Json,
  apiVersion: string,
  subject: string,
  where: string,
): JsonObject {
  const refuse = (why: string): never => {
    throw new ConversionFailure(`conversion webhook for ${subject} returned invalid ${why}`);
  };
  const kind = textAt(original, 'kind');
  const given = textAt(converted, 'apiVersion');
  if (given !== apiVersion) {
    refuse(`${where}: invalid groupVersion (expected ${apiVersion}, received ${given})`);
  }
  if (textAt(converted, 'kind') !== kind) {
    refuse(`${where}: invalid kind (expected ${kind}, received ${textAt(converted, 'kind')})`);
  }
  for (const [field, name] of [
    ['name', 'name'],
    ['namespace', 'namespace'],
    ['uid', 'UID'],
  ] as const) {
    const before = textAt(original, 'metadata', field);
    const after = textAt(converted, 'metadata', field);
    if (before !== after)
      refuse(`${where.replace(/ at index 0$/, '')}: must have the same ${name}: ${before} != ${after}`);
  }
  const metadata = fieldAt(converted, ['metadata']);
  if (!isJsonObject(metadata))
    return refuse(`metadata: invalid metadata of type ${goText(metadata)} in converted object`);
  const kept = { ...(original['metadata'] as JsonObject) } as Record<string, Json>;
  for (const field of ['labels', 'annotations']) {
    const value = metadata[field];
    if (value === undefined || value === null) delete kept[field];
    else kept[field] = value;
  }
  return { ...(converted as JsonObject), metadata: kept };
}
