import { KubeError, type KubeErrorCode, type KubeRequest } from '@slipway/kube';
import type { LeaseObject } from '../../src/election/record.ts';

/** What an API server does with one Lease: compare the version, then swap. */
export class LeaseServer {
  #stored: string | undefined;
  #version = 0;

  get lease(): LeaseObject | undefined {
    return this.#stored === undefined ? undefined : (JSON.parse(this.#stored) as LeaseObject);
  }

  handle({ method, body }: KubeRequest): LeaseObject {
    if (method === 'GET') return this.#existing();
    const sent = JSON.parse(String(body)) as LeaseObject;
    if (method === 'POST') {
      if (this.#stored !== undefined) throw refusal('KUBE_CONFLICT', 'exists already');
    } else if (sent.metadata.resourceVersion !== this.#existing().metadata.resourceVersion) {
      throw refusal('KUBE_CONFLICT', 'has changed');
    }
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
    this.#version += 1;
    lease.metadata.resourceVersion = String(this.#version);
    this.#stored = JSON.stringify(lease);
    return lease;
  }
}

export function refusal(code: KubeErrorCode, what: string): KubeError {
  return new KubeError(code, `The Lease ${what}.`);
}
