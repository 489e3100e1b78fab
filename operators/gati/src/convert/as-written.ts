import type { JsonObject } from '@slipway/crd/schema';
import { objectAt, valueAt } from './fields.ts';

/** Annotations that kubectl, helm and the cluster's controllers write for themselves. */
const OF_TOOLS = /^(?:(?:kubectl|deployment|autoscaling\.alpha)\.kubernetes\.io|meta\.helm\.sh)\//;

/** The object as a person wrote it, without the notes of tools: no loss where they end. */
export function asWritten(object: JsonObject): JsonObject {
  if (valueAt(object, 'metadata', 'annotations') === undefined) return object;
  const { annotations: _all, ...metadata } = objectAt(object, 'metadata');
  const annotations = Object.entries(objectAt(object, 'metadata', 'annotations')).filter(
    ([key]) => !OF_TOOLS.test(key),
  );
  return { ...object, metadata: { ...metadata, annotations: Object.fromEntries(annotations) } };
}
