import { KubeError, type KubeErrorCode, type KubeRequest } from '@slipway/kube';
import type { LeaseObject } from '../../src/election/record.ts';

/** What an API server does with one Lease: compare the version, then swap. */
export class LeaseServer {
  lease: LeaseObject | undefined;
  #version = 0;

  handle(request: KubeRequest): LeaseObject {
    const { method, body } = request;
    if (method === 'GET') return this.#existing();
    const sent = JSON.parse(String(body)) as LeaseObject;
    if (method === 'POST') {
      if (this.lease !== undefined) throw refusal('KUBE_CONFLICT', 'exists already');
      return this.#store(sent);
    }
    const { metadata } = this.#existing();
    if (sent.metadata.resourceVersion !== metadata.resourceVersion) throw refusal('KUBE_CONFLICT', 'has changed');
    return this.#store(sent);
  }

  /** Changes the Lease behind everyone's back. */
  edit(change: (lease: LeaseObject) => void): void {
    const lease = structuredClone(this.#existing());
    change(lease);
    this.#store(lease);
  }

  delete(): void {
    this.lease = undefined;
  }

  #existing(): LeaseObject {
    if (this.lease === undefined) throw refusal('KUBE_NOT_FOUND', 'does not exist');
    return structuredClone(this.lease);
  }

  #store(lease: LeaseObject): LeaseObject {
    this.#version += 1;
    this.lease = { ...lease, metadata: { ...lease.metadata, resourceVersion: String(this.#version) } };
    return structuredClone(this.lease);
  }
}

export function refusal(code: KubeErrorCode, what: string): KubeError {
  return new KubeError(code, `The Lease ${what}.`);
}
