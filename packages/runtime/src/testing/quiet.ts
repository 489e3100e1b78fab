import type { AnyObject } from '@slipway/kube';
import type { FaultProxy } from '@slipway/kube/testing';
import { describeDifference, firstDifference } from './difference.ts';
import { nameOf, type Observed, readState } from './observed-state.ts';
import { describeWrite, writesOf } from './writes.ts';

export interface QuietOptions extends Observed {
  /** What the operator's requests pass through. Without it only their effects are seen. */
  readonly proxy?: Pick<FaultProxy, 'log'>;
}

/**
 * Remembers the state and the requests so far. The result tells the first sign of unrest since then: a
 * changing request of the operator, or an object that is not what it was (O-2).
 */
export async function quietFrom(options: QuietOptions): Promise<() => Promise<string | undefined>> {
  const { proxy, kinds } = options;
  const since = proxy?.log.entries.length ?? 0;
  const before = await readState(options);
  return async () => {
    const [request] = proxy ? writesOf(proxy, since) : [];
    if (request) return `the operator sent ${describeWrite(request)} (request ${request.number} of its log)`;
    return changeOf(before, await readState(options), (object) => nameOf(kinds, object));
  };
}

function changeOf(
  before: readonly AnyObject[],
  after: readonly AnyObject[],
  nameOfObject: (object: AnyObject) => string,
): string | undefined {
  const left = new Map(after.map((object) => [object.metadata?.uid, object]));
  for (const old of before) {
    const now = left.get(old.metadata?.uid);
    left.delete(old.metadata?.uid);
    if (!now) return `${nameOfObject(old)} was deleted`;
    if (now.metadata?.resourceVersion === old.metadata?.resourceVersion) continue;
    const found = firstDifference(withoutVersion(old), withoutVersion(now));
    return `${nameOfObject(old)} was written again${found ? `: ${describeDifference(found)}` : ', with no difference'}`;
  }
  for (const object of left.values()) return `${nameOfObject(object)} was created`;
  return undefined;
}

function withoutVersion({ metadata = {}, ...rest }: AnyObject): unknown {
  const { resourceVersion: _version, managedFields: _fields, ...kept } = metadata;
  return { metadata: kept, ...rest };
}
