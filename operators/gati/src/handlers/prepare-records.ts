import { randomUUID } from 'node:crypto';
import type { PatchOperation, Ref } from '@gati-framework/contracts/deployment';
import type { ClusterPort, Seen } from '../cluster/index.ts';
import { ANNOTATIONS } from '../names/index.ts';
import type { Records } from '../records/index.ts';
import { appliedId, type CommandState, commandStateOf, isOwnId, ownId } from './commands.ts';
import { finalizerOperations } from './record-finalizer.ts';
import { refOfVersion } from './refs.ts';

/** Finalizers before the first child, ids before the first act. True when something was written. */
export async function prepareRecords(port: ClusterPort, { versions }: Records): Promise<boolean> {
  let hasWritten = false;
  for (const record of versions) {
    const ref = refOfVersion(record);
    const operations = [...finalizerOperations(record), ...(await commandWrites(port, ref, record))];
    if (operations.length === 0) continue;
    await port.patch(ref, operations);
    hasWritten = true;
  }
  return hasWritten;
}

/** What a command on an object needs next: an id, or to be taken off. */
export async function commandWrites(
  port: ClusterPort,
  ref: Ref,
  object: Parameters<typeof commandStateOf>[0],
): Promise<PatchOperation[]> {
  const commandState = commandStateOf(object);
  if (commandState.state !== 'nameless') return commandOperations(object, commandState);
  // Who owns which field is in no cache.
  const { kind, namespace, name } = ref;
  return commandOperations(object, commandState, isApplied(await port.live.get(kind, namespace, name)));
}

/** Ids are given before anything is done, and what was done is taken off, where the id is the operator's. */
export function commandOperations(
  {
    metadata: { annotations = {} },
  }: { readonly metadata: { readonly annotations?: Readonly<Record<string, string>> } },
  { state }: CommandState,
  isAppliedOne = false,
): PatchOperation[] {
  const path = (name: string): string => `/metadata/annotations/${name.replaceAll('/', '~1')}`;
  const { [ANNOTATIONS.command]: text = '', [ANNOTATIONS.commandId]: id = '' } = annotations;
  if (state === 'nameless') {
    const value = isAppliedOne ? appliedId(text) : ownId(randomUUID());
    return [{ op: 'add', path: path(ANNOTATIONS.commandId), value }];
  }
  const isOver = state === 'left' || (state === 'done' && isOwnId(id));
  if (!isOver) return [];
  return [
    { op: 'test', path: path(ANNOTATIONS.commandId), value: id },
    ...(state === 'done' ? [{ op: 'remove' as const, path: path(ANNOTATIONS.command) }] : []),
    { op: 'remove', path: path(ANNOTATIONS.commandId) },
  ];
}

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

interface Owned {
  readonly operation?: string;
  readonly fieldsV1?: { readonly 'f:metadata'?: { readonly 'f:annotations'?: Readonly<Record<string, unknown>> } };
}

/** Whether the command stands in a manifest, by kubectl's note or by the server's: it will be applied again. */
function isApplied(object: Seen | null): boolean {
  const { annotations, managedFields = [] } = (object?.metadata ?? {}) as {
    readonly annotations?: Readonly<Record<string, string>>;
    readonly managedFields?: readonly Owned[];
  };
  const field = `f:${ANNOTATIONS.command}`;
  const isNoted = annotations?.[LAST_APPLIED]?.includes(`"${ANNOTATIONS.command}"`) === true;
  return (
    isNoted ||
    managedFields.some(
      ({ operation, fieldsV1 }) =>
        operation === 'Apply' && fieldsV1?.['f:metadata']?.['f:annotations']?.[field] !== undefined,
    )
  );
}
