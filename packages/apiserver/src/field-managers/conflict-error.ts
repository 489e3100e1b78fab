import { type Conflict, type ManagedEntry, printPath } from '../apply/index.ts';
import { StatusError } from '../status/index.ts';

/** K-87. */
export function conflictError(conflicts: readonly Conflict[]): StatusError {
  const causes = conflicts.map(({ entry, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${printManager(entry)}`,
    field: printPath(path),
  }));
  return new StatusError(409, 'Conflict', messageOf(conflicts), { causes });
}

function messageOf(conflicts: readonly Conflict[]): string {
  const [first] = conflicts;
  if (conflicts.length === 1 && first) {
    return `Apply failed with 1 conflict: conflict with ${printManager(first.entry)}: ${printPath(first.path)}`;
  }
  const lines = conflicts.flatMap(({ entry, path }, at) => [
    ...(entry === conflicts[at - 1]?.entry ? [] : [`conflicts with ${printManager(entry)}:`]),
    `- ${printPath(path)}`,
  ]);
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`;
}

function printManager({ manager, operation, apiVersion, subresource }: ManagedEntry): string {
  const through = subresource === undefined ? '' : ` with subresource ${JSON.stringify(subresource)}`;
  const version = operation === 'Update' ? ` using ${apiVersion}` : '';
  return `${JSON.stringify(manager)}${through}${version}`;
}
