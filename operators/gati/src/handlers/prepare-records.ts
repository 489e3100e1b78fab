import { randomUUID } from 'node:crypto';
import type { PatchOperation } from '@gati-framework/contracts/deployment';
import { ANNOTATIONS } from '../names/index.ts';
import type { Records } from '../records/index.ts';
import { type Conversation, conversationOf, isOwnId, ownId } from './commands.ts';
import type { HandlerDeps } from './reconcile.ts';
import { finalizerOperations } from './record-finalizer.ts';
import { refOfVersion } from './status-writes.ts';

/** Finalizers before the first child, ids before the first act. True when something was written. */
export async function prepareRecords({ port }: HandlerDeps, { versions }: Records): Promise<boolean> {
  let hasWritten = false;
  for (const record of versions) {
    const operations = [...finalizerOperations(record), ...commandOperations(record, conversationOf(record))];
    if (operations.length === 0) continue;
    await port.patch(refOfVersion(record), operations);
    hasWritten = true;
  }
  return hasWritten;
}

/** Ids are given before anything is done, and what was done is taken off, where the id is the operator's. */
export function commandOperations(
  { metadata }: { readonly metadata: { readonly annotations?: Readonly<Record<string, string>> } },
  conversation: Conversation,
): PatchOperation[] {
  const path = (name: string): string => `/metadata/annotations/${name.replaceAll('/', '~1')}`;
  if (conversation.state === 'nameless')
    return [{ op: 'add', path: path(ANNOTATIONS.commandId), value: ownId(randomUUID()) }];
  if (conversation.state !== 'done' || !isOwnId(conversation.id)) return [];
  return [
    { op: 'test', path: path(ANNOTATIONS.commandId), value: metadata.annotations?.[ANNOTATIONS.commandId] },
    { op: 'remove', path: path(ANNOTATIONS.command) },
    { op: 'remove', path: path(ANNOTATIONS.commandId) },
  ];
}
