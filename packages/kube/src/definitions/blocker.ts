import { conditionOf } from '@slipway/apimachinery/conditions';
import type { CustomResourceDefinition, ObjectOf } from '../kinds/index.ts';

type Definition = ObjectOf<typeof CustomResourceDefinition>;

/** Why a definition that exists is not established, and what to do; undefined when it is. */
export function establishmentBlocker({ metadata, status }: Definition): string | undefined {
  const condition = (type: string) => conditionOf(status?.conditions, type);
  if (metadata.deletionTimestamp)
    return (
      `it is being deleted since ${metadata.deletionTimestamp}, with the objects of its kind ` +
      `(${condition('Terminating')?.message ?? `finalizers: ${(metadata.finalizers ?? []).join(', ') || 'none'}`}). ` +
      'Wait until it is gone, or remove the finalizers of those objects.'
    );
  const names = condition('NamesAccepted');
  if (names?.status === 'False')
    return `another definition has one of its names (${names.reason}: ${names.message}). Delete that one, or choose other names.`;
  const established = condition('Established');
  if (established?.status === 'True') return undefined;
  if (!established)
    return 'the API server has not looked at it yet (no condition Established). Look at the API server and its log.';
  return `Established is ${established.status} (${established.reason}: ${established.message}).`;
}
