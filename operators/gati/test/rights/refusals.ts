import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { isKubeError } from '@slipway/kube';
import type { RequestTrace } from '@slipway/kube/transport';
import { ACCOUNT } from './account.ts';

const FAILED_REQUESTS = 'tracing:slipway:request:error';

/**
 * What the operators of this process are refused for want of a right. That a test or a quota says no, which is 403
 * as well, is none of it.
 */
export class Refusals {
  readonly #messages = new Set<string>();
  readonly #listen = (trace: unknown): void => {
    const { error } = trace as RequestTrace;
    if (isKubeError(error, 'KUBE_FORBIDDEN') && isForWantOfRights(error.message)) this.#messages.add(error.message);
  };

  constructor() {
    subscribe(FAILED_REQUESTS, this.#listen);
  }

  get messages(): readonly string[] {
    return [...this.#messages];
  }

  /** Stops listening. @throws when there was one. */
  end(): void {
    unsubscribe(FAILED_REQUESTS, this.#listen);
    if (this.#messages.size > 0) throw new Error(`The operator lacks rights:\n${this.messages.join('\n')}`);
  }
}

/** By the authorizer; or by the admission of owner references, which asks it about the owner. */
function isForWantOfRights(message: string): boolean {
  return message.includes(`User "${ACCOUNT}" cannot`) || message.includes('cannot set blockOwnerDeletion');
}
