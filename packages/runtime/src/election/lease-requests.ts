import { isKubeError } from '@slipway/kube';
import { Lease, resourcePath } from '@slipway/kube/kinds';
import type { Transport } from '@slipway/kube/transport';
import type { LeaseObject } from './record.ts';

export interface RequestLimits {
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}

/** The three requests of an election, about one Lease. */
export interface LeaseRequests {
  /** The Lease as it is now, or undefined where there is none. */
  get(limits: RequestLimits): Promise<LeaseObject | undefined>;
  /** Writes the Lease: over the version that it carries, or as a new one. `KUBE_CONFLICT` when someone was faster. */
  put(lease: LeaseObject, limits: RequestLimits): Promise<LeaseObject>;
}

export function leaseRequests(transport: Transport, namespace: string, name: string): LeaseRequests {
  const collection = resourcePath(Lease, { namespace });
  const path = resourcePath(Lease, { namespace, name });
  // Sockets of their own, and no repeats: the election has its own rhythm, and a repeat would
  // blur the instant from which a renewal counts.
  const fields = { lane: 'election', retry: false } as const;
  return {
    async get(limits) {
      try {
        return await transport.json<LeaseObject>({ method: 'GET', path, ...fields, ...limits });
      } catch (error) {
        // A 404 for any other reason (no namespace, no such API) is answered again to the create that follows.
        if (isKubeError(error, 'KUBE_NOT_FOUND')) return undefined;
        throw error;
      }
    },
    put(lease, limits) {
      // Whole, with its uid: without one, an update of a Lease that was deleted meanwhile would create it.
      const body = JSON.stringify({ ...lease, apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' });
      return lease.metadata.resourceVersion === undefined
        ? transport.json<LeaseObject>({ method: 'POST', path: collection, body, ...fields, ...limits })
        : transport.json<LeaseObject>({ method: 'PUT', path, body, ...fields, ...limits });
    },
  };
}
