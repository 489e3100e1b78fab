import { shownIn } from '../custom/index.ts';
import { ownersAtUpdate } from '../field-managers/index.ts';
import { fieldAt, type KubeObject, withField } from '../objects/index.ts';
import type { Target, WriteOptions } from '../operations/index.ts';
import type { ScalePaths } from '../resources/index.ts';
import {
  hasReplicas,
  parentOwners,
  SCALE,
  SCALE_VERSION,
  scaleOf,
  scaleOwners,
  scalePathsOf,
  withReplicas,
} from '../scales/index.ts';
import { badRequest, internalError, StatusError } from '../status/index.ts';
import { Entry } from '../store/index.ts';

/** What a write to a scale makes of the scale. */
type ScaleChange = (old: KubeObject) => KubeObject;

/** How a request to the scale of an object is carried out on the object. */
export interface Scaling {
  /** The same request as if the scale were an object of its own. */
  readonly target: Target;
  /** The scale of a stored object. */
  shown(entry: Entry): Entry;
  /** A change of the scale as a change of the object, owners included. */
  change(of: ScaleChange, write: Pick<WriteOptions, 'isApplied'> & { manager: string; now: string }): ScaleChange;
}

/** Undefined where the request is not about a scale. */
export function scalingOf(target: Target): Scaling | undefined {
  const { resource, served, subresource } = target;
  const paths = subresource === 'scale' ? scalePathsOf(resource, served) : undefined;
  if (!paths) return undefined;
  const scaleTarget = { ...target, resource: SCALE, served: SCALE_VERSION };
  return {
    target: scaleTarget,
    shown: (entry) => shownScale(resource.custom ? shownIn(resource, served, entry) : entry, paths),
    change: (of, { isApplied, manager, now }) => {
      const path = { resource: SCALE, served: SCALE_VERSION, subresource };
      return (old) => {
        const before = scaleOf(old, paths);
        const owners = scaleOwners(old, paths);
        const known = { ...before, metadata: withField(before.metadata, 'managedFields', owners) };
        const after = of(known);
        // A real server cannot apply to the scale of a custom kind: it takes the scale for a version of the kind.
        if (isApplied && resource.custom) throw unappliable(after);
        const replicas = replicasOf(after, old, paths);
        const changed = isApplied ? after.metadata.managedFields : ownersAtUpdate({ path, manager, now }, known, after);
        const managedFields = parentOwners(old, changed, paths, resource, served);
        const resourceVersion = after.metadata.resourceVersion ?? old.metadata.resourceVersion;
        const scaled = withReplicas(old, paths, replicas);
        const metadata = { ...old.metadata, ...(resourceVersion !== undefined && { resourceVersion }) };
        return { ...scaled, metadata: withField(metadata, 'managedFields', managedFields) };
      };
    },
  };
}

function unappliable({ metadata: { name = '' } }: KubeObject): StatusError {
  const subject = `/${name}; autoscaling/v1, Kind=Scale`;
  const why = 'request to convert CR to an invalid group/version: autoscaling/v1';
  return new StatusError(500, '', `failed to convert new object (${subject}) to proper version: ${why}`);
}

function shownScale({ key, object, revision }: Entry, paths: ScalePaths): Entry {
  if (!hasReplicas(object, paths)) {
    throw internalError(`the spec replicas field ${JSON.stringify(paths.specReplicasPath)} does not exist`);
  }
  return new Entry(key, scaleOf(object, paths), revision);
}

/** None is zero, as in Go; but an object that never had any must have a count. */
function replicasOf(scale: KubeObject, old: KubeObject, paths: ScalePaths): number {
  const replicas = fieldAt(scale, ['spec', 'replicas']);
  if (typeof replicas === 'number') return replicas;
  if (hasReplicas(old, paths)) return 0;
  throw badRequest(`the spec replicas field ${JSON.stringify(paths.specReplicasPath)} cannot be empty`);
}
