import { fieldAt, isJsonObject, type JsonObject } from '../objects/index.ts';
import { isEmpty, part } from './filled.ts';

/** A workload without labels has those of its pods. */
export function withTemplateLabels(object: JsonObject): JsonObject {
  const labels = fieldAt(object, ['spec', 'template', 'metadata', 'labels']);
  const metadata = part(object, 'metadata');
  if (!isJsonObject(labels) || !isEmpty(metadata['labels'])) return object;
  return { ...object, metadata: { ...metadata, labels } };
}
