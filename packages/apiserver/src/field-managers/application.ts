import { type Application, apply, hasPath, intentErrors, type ManagedEntry, update } from '../apply/index.ts';
import { type JsonObject, type KubeObject, without } from '../objects/index.ts';
import type { Type } from '../schemas/index.ts';
import { badRequest, StatusError } from '../status/index.ts';
import { conflictError } from './conflict-error.ts';
import { decodeEntries, encodeEntries } from './entries.ts';
import { kindView, typeOfKind } from './kind-view.ts';
import { takenOverFields, withLastApplied } from './last-applied.ts';
import { nothingOn, shownOn, type Write, writerOf } from './tracking.ts';

/** Who owned an object before anybody was tracked. */
const BEFORE_FIRST_APPLY = 'before-first-apply';

export interface ApplyWrite extends Write {
  readonly force: boolean;
}

/** The object that an intent makes of the stored one, as the path shows it, with its owners. */
export function applied(write: ApplyWrite, old: KubeObject | undefined, intent: JsonObject): JsonObject {
  const { resource, served, subresource } = write.path;
  const type = typeOfKind(resource, served);
  checkIntent(write, intent, type);
  const kind = kindView(resource, served, subresource);
  const live = old ? shownOn(write.path, old) : nothingOn(write.path);
  const entries = old ? (decodeEntries(old.metadata.managedFields) ?? []) : [];
  const application: Application = {
    kind,
    live,
    intent: without(intent, 'apiVersion', 'kind'),
    entries: old && entries.length === 0 ? firstEntries(write, live) : entries,
    writer: writerOf(write),
    force: write.force,
    now: write.now,
  };
  const result = resultOf(application, type);
  const object = withLastApplied(result.object as unknown as KubeObject, intent, write.manager);
  const managedFields = encodeEntries(result.entries, entries);
  return {
    ...object,
    metadata: { ...object.metadata, ...(managedFields && { managedFields }) },
  } as unknown as JsonObject;
}

function resultOf(application: Application, type: Type): { object: JsonObject; entries: readonly ManagedEntry[] } {
  const { writer, live } = application;
  const result = apply(application);
  if (!('conflicts' in result)) return result;
  const free = takenOverFields(writer.manager, live, writer.apiVersion, type);
  const left = result.conflicts.filter(({ path }) => !hasPath(free, path));
  if (left.length > 0) throw conflictError(left);
  return resultOf({ ...application, force: true }, type);
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

function checkIntent({ path }: ApplyWrite, intent: JsonObject, type: Type): void {
  const { resource, served } = path;
  const { metadata } = intent as unknown as KubeObject;
  if (metadata?.managedFields !== undefined && metadata.managedFields !== null) {
    throw badRequest('metadata.managedFields must be nil');
  }
  const errors = intentErrors(intent, type);
  if (errors.length === 0) return;
  const { namespace = '', name = '' } = metadata ?? {};
  const subject = `${namespace}/${name}; ${resource.group}/${served.version}, Kind=${resource.kind}`;
  const list = errors.length === 1 ? errors[0] : ['errors:', ...errors.map((error) => `  ${error}`)].join('\n');
  throw new StatusError(500, '', `failed to create typed patch object (${subject}): ${list}`);
}
