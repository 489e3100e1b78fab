import type { GatiModuleSpec, NetworkPeer } from '../types/index.ts';

/** The part of a module's spec that its capabilities read. */
export type CapabilitySettings = Pick<GatiModuleSpec, 'port' | 'capabilities' | 'network' | 'storage' | 'secrets'>;

export type NetworkEntry = NetworkPeer;
