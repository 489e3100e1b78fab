import { difference, fieldsAt, hasPath, identityOf, isEmpty, type ManagedEntry } from '../apply/index.ts';
import { decodeEntries, encodeEntries } from '../field-managers/index.ts';
import type { KubeObject, ObjectMeta } from '../objects/index.ts';
import { apiVersion, type Resource, type ScalePaths, type ServedVersion } from '../resources/index.ts';
import { stepsOf } from './scale.ts';

type Wire = ObjectMeta['managedFields'];

const IN_SCALE = ['f:spec', 'f:replicas'];
const SCALE_FIELDS = fieldsAt(['spec', 'replicas']);
const SCALE_API_VERSION = 'autoscaling/v1';

const elementsOf = (path: string): readonly string[] => stepsOf(path).map((step) => `f:${step}`);

/** Those who own the replicas of an object, as owners of its scale. */
export function scaleOwners({ metadata }: KubeObject, { specReplicasPath }: ScalePaths): Wire {
  const entries = decodeEntries(metadata.managedFields) ?? [];
  const path = elementsOf(specReplicasPath);
  const owners = entries
    .filter(({ fieldsV1 }) => hasPath(fieldsV1, path))
    .map((entry) => ({ ...entry, apiVersion: SCALE_API_VERSION, fieldsV1: SCALE_FIELDS }));
  return encodeEntries(owners, []);
}

/** The owners of an object after a write to its scale: a manager that lost the replicas there loses them here. */
export function parentOwners(
  { metadata }: KubeObject,
  owners: Wire,
  { specReplicasPath }: ScalePaths,
  { group }: Resource,
  { version }: ServedVersion,
): Wire {
  const known = decodeEntries(metadata.managedFields) ?? [];
  const path = elementsOf(specReplicasPath);
  const replicas = fieldsAt(stepsOf(specReplicasPath));
  const scale = new Map((decodeEntries(owners) ?? []).map((entry) => [identityOf(entry), entry]));
  const times = new Map(known.map((entry) => [identityOf(entry), entry.time]));
  const entries: ManagedEntry[] = [];
  for (const entry of known) {
    // Not taken away: it is the same owner in both.
    if (!hasPath(entry.fieldsV1, path) || scale.delete(identityOf(entry))) entries.push(entry);
    else {
      const fieldsV1 = difference(entry.fieldsV1, replicas);
      if (!isEmpty(fieldsV1)) entries.push({ ...entry, fieldsV1 });
    }
  }
  for (const [identity, { time: _unknown, ...entry }] of scale) {
    if (!hasPath(entry.fieldsV1, IN_SCALE)) continue;
    const time = times.get(identity);
    entries.push({
      ...entry,
      apiVersion: apiVersion(group, version),
      fieldsV1: replicas,
      ...(time !== undefined && { time }),
    });
  }
  return encodeEntries(entries, known);
}
