import { fieldAt, type KubeObject } from '../../objects/index.ts';
import type { Change, Store } from '../../store/index.ts';

/** Claims whose service is not stored yet. As many as may wait in admission at once; older ones came to nothing. */
const PENDING_LIMIT = 1024;

/** The addresses and ports that services of one cluster hold, by name (`10.96.0.1`, `:30080`). */
export class Allocations {
  readonly #owners = new Map<string, string>();
  readonly #pending = new Map<string, string>();

  constructor(store: Store) {
    for (const { key, object } of store.list('services')) this.#take(key, object);
    // For as long as the store lives: an allocation ends with its service, however that is removed.
    store.subscribe('services', (change) => this.#follow(change));
  }

  isFree(name: string, key: string): boolean {
    const owner = this.#owners.get(name) ?? this.#pending.get(name);
    return owner === undefined || owner === key;
  }

  claim(name: string, key: string): void {
    this.#pending.delete(name);
    this.#pending.set(name, key);
    if (this.#pending.size <= PENDING_LIMIT) return;
    for (const oldest of this.#pending.keys()) {
      this.#pending.delete(oldest);
      break;
    }
  }

  #follow({ key, previous, current }: Change): void {
    for (const name of previous ? namesOf(previous.object) : []) this.#owners.delete(name);
    if (current) this.#take(key, current.object);
  }

  #take(key: string, service: KubeObject): void {
    for (const name of namesOf(service)) {
      this.#owners.set(name, key);
      this.#pending.delete(name);
    }
  }
}

export const portName = (port: number): string => `:${port}`;

function namesOf(service: KubeObject): string[] {
  const ips = fieldAt(service, ['spec', 'clusterIPs']);
  const ports = fieldAt(service, ['spec', 'ports']);
  const health = fieldAt(service, ['spec', 'healthCheckNodePort']);
  const nodePorts = Array.isArray(ports) ? ports.map((port: unknown) => fieldAt(port, ['nodePort'])) : [];
  return [
    ...(Array.isArray(ips) ? (ips as string[]).filter((ip) => ip !== 'None') : []),
    ...[...nodePorts, health].flatMap((port) => (typeof port === 'number' && port > 0 ? [portName(port)] : [])),
  ];
}

const byStore = new WeakMap<Store, Allocations>();

export function allocationsOf(store: Store): Allocations {
  let allocations = byStore.get(store);
  if (!allocations) byStore.set(store, (allocations = new Allocations(store)));
  return allocations;
}
