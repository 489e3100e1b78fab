import type { Ref } from '@gati-framework/contracts/deployment';
import { digestOf, refKey } from '../resources/index.ts';

/** Helm adds to it; 53 is its own limit. */
const LONGEST_RELEASE = 53;
const LONGEST_KEY = 120;

/** Names the release of an owner's set. */
export function releaseOfSet(owner: Ref): string {
  return shortened(`${owner.kind}-${owner.name}`, refKey(owner), LONGEST_RELEASE);
}

/** Names the release of an object that is applied alone; never that of a set, which may be owned by this very object. */
export function releaseOfObject(ref: Ref): string {
  return shortened(`object-${ref.kind}-${ref.name}`, refKey(ref), LONGEST_RELEASE);
}

/** Names an object inside the chart of a release: its entry in the values and its template. */
export function entryKey(ref: Ref, releaseNamespace: string): string {
  const elsewhere = ref.namespace === '' || ref.namespace === releaseNamespace ? '' : `-${ref.namespace}`;
  return shortened(`${ref.kind}-${ref.name}${elsewhere}`, refKey(ref), LONGEST_KEY);
}

/** As a DNS label; what had to be changed or cut gets a hash, so that different things keep different names. */
function shortened(wanted: string, identity: string, longest: number): string {
  const plain = wanted.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const isExact = plain.length <= longest && /^[a-z0-9-]+$/i.test(wanted) && !plain.endsWith('-');
  if (isExact) return plain;
  const hash = digestOf(identity).slice(0, 8);
  return `${plain.slice(0, longest - hash.length - 1).replace(/-+$/, '')}-${hash}`;
}
