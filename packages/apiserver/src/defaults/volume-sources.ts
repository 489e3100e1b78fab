import type { JsonObject } from '../objects/index.ts';

export const RBD: JsonObject = { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' };

export const SCALE_IO: JsonObject = { storageMode: 'ThinProvisioned', fsType: 'xfs' };
