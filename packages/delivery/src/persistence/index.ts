/**
 * @module
 * How a rollout is kept: one versioned value. Nothing of it lives only in memory, so that whoever reads it next goes
 * on where the last one stopped.
 */
export { canBeStored, loadRollout, type StoredRollout, storeRollout } from './rollout.ts';
