import { fieldAt, isJsonObject, type KubeObject } from '../../objects/index.ts';
import { podTemplatePath } from '../../resources/index.ts';
import type { Subject } from './subject.ts';

/** Undefined for what makes no pods. */
export function templateOf(collection: string, object: KubeObject): Subject | undefined {
  const path = podTemplatePath(collection);
  const template = path && fieldAt(object, path);
  return isJsonObject(template) ? subjectOf(template as unknown as KubeObject) : undefined;
}

export function subjectOf(pod: KubeObject): Subject {
  const { spec, metadata } = pod as { spec?: unknown; metadata?: KubeObject['metadata'] };
  return { annotations: metadata?.annotations ?? {}, spec: isJsonObject(spec) ? spec : {} };
}
