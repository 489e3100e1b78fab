import { randomUUID } from 'node:crypto';
import { type Json, type JsonObject, type KubeObject, without } from '../objects/index.ts';
import { apiVersion, type Resource } from '../resources/index.ts';
import { StatusError } from '../status/index.ts';
import type { Converted, Entry } from '../store/index.ts';
import { type AskConverter, conversionHook, reviewVersion } from './conversion-hook.ts';
import { ConversionFailure, conversionReview, convertedFrom, restored } from './conversion-review.ts';

/** Whether the versions of a kind are converted into each other by a webhook. */
export function isConverted({ definition }: Resource): boolean {
  return conversionHook(definition) !== undefined;
}

/** Objects of one version as another version has them. Throws the refusal that a client gets. */
export async function converted(
  ask: AskConverter,
  resource: Resource,
  objects: readonly KubeObject[],
  from: string,
  to: string,
): Promise<KubeObject[]> {
  const { definition, group, kind } = resource;
  const hook = conversionHook(definition);
  const version = reviewVersion(definition);
  if (!hook || objects.length === 0) return [...objects];
  const subject = `${group}/${from}, Kind=${kind}`;
  try {
    if (!version) throw new ConversionFailure('no supported conversion review versions');
    const sent = objects.map(
      (object) => ({ apiVersion: apiVersion(group, from), kind, ...object }) as unknown as JsonObject,
    );
    const uid = randomUUID();
    const wanted = apiVersion(group, to);
    const answer = await asked(ask, hook, conversionReview(version, uid, wanted, sent), subject);
    const received = convertedFrom(answer, version, uid, sent.length, subject);
    return received.map((one, index) => {
      const where = sent.length === 1 ? 'object at index 0' : `converted object at index ${index}`;
      return without(
        restored(sent[index] as JsonObject, one, wanted, subject, where),
        'apiVersion',
        'kind',
      ) as unknown as KubeObject;
    });
  } catch (error) {
    if (!(error instanceof ConversionFailure)) throw error;
    throw new StatusError(500, '', error.message);
  }
}

async function asked(
  ask: AskConverter,
  hook: Parameters<AskConverter>[0],
  review: Json,
  subject: string,
): Promise<Json> {
  try {
    return await ask(hook, review);
  } catch (error) {
    const why = (error as Error).message.replace(/^failed to call webhook: /, '');
    throw new ConversionFailure(`conversion webhook for ${subject} failed: ${why}`);
  }
}

/**
 * An object in every version that is served, for the moment at which it is stored: watches show it
 * then, and cannot wait. A version into which it cannot be converted is left out; a client that asks for it
 * there is answered with the reason.
 */
export async function inAllVersions(
  ask: AskConverter,
  resource: Resource,
  object: KubeObject,
  from: string,
): Promise<Converted> {
  const bodies = new Map<string, KubeObject>();
  for (const { version } of resource.versions) {
    if (version === from) continue;
    try {
      const [one] = await converted(ask, resource, [object], from, version);
      if (one) bodies.set(version, one);
    } catch (error) {
      if (!(error instanceof StatusError)) throw error;
    }
  }
  return { of: resource.definition as KubeObject, bodies };
}

/** What is known of an entry in a version; undefined when its converter has to be asked. */
export function knownIn({ definition }: Resource, version: string, entry: Entry): KubeObject | undefined {
  const { converted: known, object } = entry;
  const body = known && known.of === definition ? known.bodies.get(version) : undefined;
  if (!body) return undefined;
  // Everything in the metadata but these two is the entry's own, which may be newer.
  const { labels: _labels, annotations: _annotations, ...own } = object.metadata;
  const { labels, annotations } = body.metadata;
  return { ...body, metadata: { ...own, ...(labels && { labels }), ...(annotations && { annotations }) } };
}
