import type { KindRules } from './kind-rules.ts';

/** Nobody has bound it yet. */
export const claimRules: KindRules = {
  prepareCreate: (claim) => ({ ...claim, status: { phase: 'Pending' } }),
};

export const volumeRules: KindRules = {
  prepareCreate: (volume) => ({
    ...volume,
    status: { phase: 'Pending', lastPhaseTransitionTime: volume.metadata.creationTimestamp },
  }),
};
