import { KubeError, type KubeErrorCode } from '@slipway/kube';
import type { KubeRequest } from '@slipway/kube/transport';
import type { LeaseObject } from '../../src/election/record.ts';

/** What an API server does with one Lease: compare the version, then swap. */
export class LeaseServer {
  #stored: { readonly uid: string; readonly version: string; readonly text: string } | undefined;
  #versions = 0;

  get lease(): LeaseObject | undefined {
    return this.#stored && (JSON.parse(this.#stored.text) as LeaseObject);
  }

  get hasLease(): boolean {
    return this.#stored !== undefined;
  }

  handle({ method, body }: KubeRequest): LeaseObject {
    if (method === 'GET') return this.#existing();
    const sent = JSON.parse(String(body)) as LeaseObject;
    const { uid, resourceVersion } = sent.metadata;
    const there = this.#stored;
    if (method === 'POST' && there) throw refusal('KUBE_CONFLICT', 'exists already');
    // As on a real server, an update creates what is missing, unless it names the uid of what was there.
    const isOutdated = there ? resourceVersion !== there.version : uid !== undefined;
    if (method === 'PUT' && isOutdated) throw refusal('KUBE_CONFLICT', 'has changed');
    return this.#store(sent);
  }

  /** Changes the Lease behind everyone's back. */
  edit(change: (lease: LeaseObject) => void): void {
    const lease = this.#existing();
    change(lease);
    this.#store(lease);
  }

  delete(): void {
    this.#stored = undefined;
  }

  #existing(): LeaseObject {
    const { lease } = this;
    if (lease === undefined) throw refusal('KUBE_NOT_FOUND', 'does not exist');
    return lease;
  }

  #store(lease: LeaseObject): LeaseObject {
    const version = String(++this.#versions);
    const uid = this.#stored?.uid ?? `uid-${version}`;
    Object.assign(lease.metadata, { uid, resourceVersion: version });
    this.#stored = { uid, version, text: JSON.stringify(lease) };
    return lease;
  }
}

export function refusal(code: KubeErrorCode, what: string): KubeError {
  return new KubeError(code, `The Lease ${what}.`);
}
