/**
 * @module
 * How a rollout is kept: one versioned value, as one short text. Nothing of it lives only in memory, so that its next
 * reader goes on where the last one stopped.
 */
export {
  canBeStored,
  decodeRollout,
  encodeRollout,
  loadRollout,
  type StoredRollout,
  storeRollout,
} from './rollout.ts';
