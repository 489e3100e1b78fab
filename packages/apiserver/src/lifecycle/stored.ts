import { randomUUID } from 'node:crypto';
import { timestamp } from '@slipway/apimachinery/clock';
import type { ObjectMeta } from '../objects/index.ts';
import type { Kernel } from '../operations/index.ts';
import { keyOf } from '../store/index.ts';

/** What the server itself says of an object that it makes. */
export interface OwnObject {
  readonly name: string;
  readonly metadata?: Omit<ObjectMeta, 'name'>;
  readonly content: object;
}

/** Stored as they are: checking what is known to be right would take most of a cluster's start. */
export function putOwn({ store, clock }: Kernel, collection: string, { name, metadata, content }: OwnObject): void {
  const made: ObjectMeta = {
    name,
    uid: randomUUID(),
    // Holds the place in which the server writes it.
    resourceVersion: '',
    creationTimestamp: timestamp(clock.wall()),
    ...metadata,
  };
  store.put(collection, keyOf(undefined, name), { metadata: made, ...content });
}
