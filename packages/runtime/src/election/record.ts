import { microTime } from '@slipway/apimachinery/clock';
import type { ObjectOf } from '@slipway/kube';
import type { Lease } from '@slipway/kube/kinds';

export type LeaseObject = ObjectOf<typeof Lease>;

/** The moment of a write, as the record shows it to people. */
export interface Stamp {
  readonly wallMs: number;
  /** Counts the writes of one elector. */
  readonly sequence: number;
}

/** Who holds the lease; empty when nobody does. */
export function holderOf(lease: LeaseObject | undefined): string {
  return lease?.spec?.holderIdentity ?? '';
}

/** For how long the holder may rely on the lease; undefined where the record does not say. */
export function leaseDurationMsOf(lease: LeaseObject | undefined): number | undefined {
  const seconds = lease?.spec?.leaseDurationSeconds;
  return seconds ? seconds * 1000 : undefined;
}

/**
 * Equal for two looks exactly when no elector has written in between. Labels and other metadata are
 * left out: a client that changes those does not renew the lease.
 */
export function contentOf(lease: LeaseObject | undefined): string | undefined {
  if (lease === undefined) return undefined;
  const { holderIdentity, leaseDurationSeconds, acquireTime, renewTime, leaseTransitions } = lease.spec ?? {};
  return JSON.stringify([holderIdentity, leaseDurationSeconds, acquireTime, renewTime, leaseTransitions]);
}

export interface Claim {
  readonly name: string;
  readonly namespace: string;
  readonly identity: string;
  readonly leaseMs: number;
  /** What the holder tells of itself beside its name. @default nothing */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** The Lease as `claim`'s identity writes it over `before`: taken, or renewed where it is the holder already. */
export function heldLease(before: LeaseObject | undefined, claim: Claim, stamp: Stamp): LeaseObject {
  const isMine = holderOf(before) === claim.identity;
  const time = renewTimeOf(stamp);
  const transitions = before?.spec?.leaseTransitions ?? 0;
  return {
    ...before,
    metadata: metadataOf(before, claim),
    spec: {
      ...before?.spec,
      holderIdentity: claim.identity,
      // Rounded up: candidates must not count less than the holder does.
      leaseDurationSeconds: Math.ceil(claim.leaseMs / 1000),
      acquireTime: isMine ? (before?.spec?.acquireTime ?? time) : time,
      renewTime: time,
      leaseTransitions: before === undefined || isMine ? transitions : transitions + 1,
    },
  };
}

function metadataOf(before: LeaseObject | undefined, { name, namespace, annotations }: Claim): LeaseObject['metadata'] {
  const metadata = before?.metadata ?? { name, namespace };
  return annotations ? { ...metadata, annotations: { ...metadata.annotations, ...annotations } } : metadata;
}

/** The Lease given back: free at once for electors that look at the holder or at the duration alone. */
export function freeLease(before: LeaseObject, stamp: Stamp): LeaseObject {
  return {
    ...before,
    spec: { ...before.spec, holderIdentity: '', leaseDurationSeconds: 1, renewTime: renewTimeOf(stamp) },
  };
}

/**
 * A MicroTime. Its last three digits count the writes, so that two renewals never write the same
 * content, whatever the wall clock does: a candidate takes equal content for a silent holder.
 */
export const renewTimeOf = ({ wallMs, sequence }: Stamp): string => microTime(wallMs, sequence);
