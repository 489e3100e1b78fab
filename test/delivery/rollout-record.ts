import type { Plan, State, VersionId, VersionState } from '@slipway/delivery';
import { decodeRollout, encodeRollout, storeRollout } from '@slipway/delivery/persistence';
import type { Client } from '@slipway/kube';
import { ConfigMap } from '@slipway/kube/kinds';
import type { App } from './app.ts';

/** A rollout, and the versions of earlier ones that are not gone yet. */
export interface Kept {
  readonly plan: Plan;
  readonly state: State;
  readonly leaving: Readonly<Record<VersionId, VersionState>>;
}

export interface Stored extends Kept {
  readonly resourceVersion: string;
}

/** Where a rollout is kept: one ConfigMap, of which each write says which state it replaces. */
export class RolloutRecord {
  readonly #client: Client;
  readonly #at: { readonly namespace: string; readonly name: string };

  constructor(client: Client, { namespace, name }: App) {
    this.#client = client;
    this.#at = { namespace, name: `${name}-rollout` };
  }

  async read(): Promise<Stored | undefined> {
    const found = await this.#client.live.get(ConfigMap, this.#at);
    if (!found) return undefined;
    const { plan, state } = decodeRollout(found.data?.['rollout'] ?? '');
    const leaving = JSON.parse(found.data?.['leaving'] ?? '{}') as Kept['leaving'];
    return { plan, state, leaving, resourceVersion: found.metadata.resourceVersion ?? '' };
  }

  async write({ plan, state, leaving }: Kept, replaces: Stored | undefined): Promise<void> {
    const data = { rollout: encodeRollout(storeRollout(plan, state)), leaving: JSON.stringify(leaving) };
    const { resourceVersion } = replaces ?? {};
    if (resourceVersion === undefined) await this.#client.create(ConfigMap, { metadata: this.#at, data });
    else await this.#client.update(ConfigMap, { metadata: { ...this.#at, resourceVersion }, data });
  }
}
