import { type Applied, apply, type Conflict, intentErrors, type ManagedEntry, update } from '../apply/index.ts';
import type { JsonObject, KubeObject } from '../objects/index.ts';
import { badRequest, StatusError } from '../status/index.ts';
import { decodeEntries, encodeEntries } from './entries.ts';
import { kindView, typeOfKind } from './kind-view.ts';
import { nothingOn, shownOn, type Write, writerOf } from './tracking.ts';

/** Who owned an object before anybody was tracked. */
const BEFORE_FIRST_APPLY = 'before-first-apply';

export interface ApplyWrite extends Write {
  readonly force: boolean;
}

/** The object that an intent makes of the stored one, as the path shows it, with its owners. */
export function applied(write: ApplyWrite, old: KubeObject | undefined, intent: JsonObject): JsonObject {
  const { resource, served, subresource } = write.path;
  checkIntent(write, intent);
  const kind = kindView(resource, served, subresource);
  const live = old ? shownOn(write.path, old) : nothingOn(write.path);
  const entries = old ? (decodeEntries(old.metadata.managedFields) ?? []) : [];
  const { apiVersion: _version, kind: _kind, ...wanted } = intent;
  const known = old && entries.length === 0 ? firstEntries(write, live) : entries;
  const application = { kind, live, intent: wanted, writer: writerOf(write), force: write.force, now: write.now };
  const result: Applied = apply({ ...application, entries: known });
  if ('conflicts' in result) throw conflictError(result.conflicts);
  const managedFields = encodeEntries(result.entries, entries);
  const { metadata } = result.object as unknown as KubeObject;
  return {
    ...result.object,
    metadata: { ...metadata, ...(managedFields && { managedFields }) },
  } as unknown as JsonObject;
}

function firstEntries(write: ApplyWrite, live: JsonObject): ManagedEntry[] {
  const { resource, served, subresource } = write.path;
  return update({
    kind: kindView(resource, served, subresource),
    before: nothingOn(write.path),
    after: live,
    entries: [],
    writer: { ...writerOf(write), manager: BEFORE_FIRST_APPLY },
    now: write.now,
  });
}

function checkIntent({ path }: ApplyWrite, intent: JsonObject): void {
  const { resource, served } = path;
  const { metadata } = intent as unknown as KubeObject;
  if (metadata?.managedFields !== undefined && metadata.managedFields !== null) {
    throw badRequest('metadata.managedFields must be nil');
  }
  const errors = intentErrors(intent, typeOfKind(resource, served));
  if (errors.length === 0) return;
  const { namespace = '', name = '' } = metadata ?? {};
  const subject = `${namespace}/${name}; ${resource.group}/${served.version}, Kind=${resource.kind}`;
  const list = errors.length === 1 ? errors[0] : ['errors:', ...errors.map((error) => `  ${error}`)].join('\n');
  throw new StatusError(500, '', `failed to create typed patch object (${subject}): ${list}`);
}

/** K-87. */
function conflictError(conflicts: readonly Conflict[]): StatusError {
  const causes = conflicts.map(({ entry, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${printManager(entry)}`,
    field: path,
  }));
  return new StatusError(409, 'Conflict', conflictMessage(conflicts), { causes });
}

function conflictMessage(conflicts: readonly Conflict[]): string {
  const [first] = conflicts;
  if (conflicts.length === 1 && first) {
    return `Apply failed with 1 conflict: conflict with ${printManager(first.entry)}: ${first.path}`;
  }
  const lines = conflicts.flatMap(({ entry, path }, at) => [
    ...(entry === conflicts[at - 1]?.entry ? [] : [`conflicts with ${printManager(entry)}:`]),
    `- ${path}`,
  ]);
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`;
}

function printManager({ manager, operation, apiVersion, subresource }: ManagedEntry): string {
  const through = subresource === undefined ? '' : ` with subresource ${JSON.stringify(subresource)}`;
  const version = operation === 'Update' ? ` using ${apiVersion}` : '';
  return `${JSON.stringify(manager)}${through}${version}`;
}
