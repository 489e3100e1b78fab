import type { ApplyReport, DeploymentResource, Ref } from '@gati-framework/contracts/deployment';
import { isKubeError } from '@slipway/kube';
import { isTargetError } from '../errors.ts';
import { markOf } from '../marks/index.ts';
import { isKept, refKey } from '../resources/index.ts';
import type { Release } from './release-records.ts';

type Results = ApplyReport['results'];

export type LiveObjects = ReadonlyMap<string, DeploymentResource | null>;

/** How the objects stand in the cluster now. Of a kind that is not served there are none. */
export async function readAll(
  refs: readonly Ref[],
  read: (ref: Ref) => Promise<DeploymentResource | null>,
): Promise<LiveObjects> {
  const found = await Promise.all(
    refs.map(async (ref) => {
      const object = await read(ref).catch((error: unknown) => {
        if (isTargetError(error, 'TARGET_UNKNOWN_KIND') || isKubeError(error, 'KUBE_UNKNOWN_KIND')) return null;
        throw error;
      });
      return [refKey(ref), object] as const;
    }),
  );
  return new Map(found);
}

const RELEASE_NAME = 'meta.helm.sh/release-name';
const RELEASE_NAMESPACE = 'meta.helm.sh/release-namespace';
/** By which helm knows the objects of a release. */
export const RELEASE_ANNOTATIONS: readonly string[] = [RELEASE_NAME, RELEASE_NAMESPACE];

interface Annotated {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
}

export const RELEASE_LABELS = { 'app.kubernetes.io/managed-by': 'Helm' } as const;

/** What has helm take an object that exists for one of the release. */
export function claimOf({ namespace, name }: Release): { labels: object; annotations: object } {
  return {
    labels: RELEASE_LABELS,
    annotations: { [RELEASE_NAME]: name, [RELEASE_NAMESPACE]: namespace },
  };
}

/** The release that helm says an object belongs to. */
export function releaseOf(object: Annotated | null | undefined): Release | undefined {
  const { [RELEASE_NAME]: name, [RELEASE_NAMESPACE]: namespace } = object?.metadata?.annotations ?? {};
  return name === undefined || namespace === undefined ? undefined : { namespace, name };
}

export function belongsTo(object: Annotated | null | undefined, release: Release): boolean {
  const owner = releaseOf(object);
  return owner?.name === release.name && owner.namespace === release.namespace;
}

/** Objects of the set that no release has yet: another target made them. */
export function unclaimed(wanted: readonly Ref[], seen: LiveObjects, setId: string | undefined): DeploymentResource[] {
  return wanted.flatMap((ref) => {
    const object = seen.get(refKey(ref));
    return object && setId !== undefined && markOf(object) === setId && !releaseOf(object) ? [object] : [];
  });
}

/** What a change did, read from the objects before and after it. */
export function outcomesOf(
  wanted: readonly Ref[],
  leaving: readonly Ref[],
  before: LiveObjects,
  after: LiveObjects,
  error: { readonly code: string; readonly message: string } | undefined,
): Results {
  const change = (ref: Ref): Results[number] => {
    const [old, now] = [before.get(refKey(ref)), after.get(refKey(ref))];
    if (now && !old) return { ref, outcome: 'created' };
    if (now && old && versionOf(now) !== versionOf(old)) return { ref, outcome: 'updated' };
    // Of a change that failed, what shows no trace of it cannot be called done.
    return error ? { ref, outcome: 'failed', error } : { ref, outcome: 'unchanged' };
  };
  const removal = (ref: Ref): Results[number] => {
    const isThere = after.get(refKey(ref)) !== null && after.get(refKey(ref))?.metadata.deletionTimestamp === undefined;
    return { ref, outcome: isThere || isKept(ref.kind) ? 'unchanged' : 'deleted' };
  };
  return [...wanted.map(change), ...(error ? [] : leaving.map(removal))];
}

/** Generations move with the desired state alone; kinds without one have only their version. */
function versionOf({ metadata }: DeploymentResource): string {
  return `${metadata.uid} ${metadata.generation ?? metadata.resourceVersion}`;
}
