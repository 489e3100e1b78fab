import { isJsonObject, textAt } from '../../objects/index.ts';
import type { KindRules } from '../built-in-kind.ts';

export const volumeRules: KindRules = {
  prepareCreate: (volume) => ({
    ...volume,
    status: { phase: 'Pending', lastPhaseTransitionTime: volume.metadata.creationTimestamp },
  }),
  prepareStatus(volume, old, time) {
    const before = textAt(old, 'status', 'lastPhaseTransitionTime');
    const given = textAt(volume, 'status', 'lastPhaseTransitionTime');
    const isSamePhase = textAt(volume, 'status', 'phase') === textAt(old, 'status', 'phase');
    if (given !== '' && (isSamePhase || given !== before)) return volume;
    const status = isJsonObject(volume['status']) ? volume['status'] : {};
    return { ...volume, status: { ...status, lastPhaseTransitionTime: isSamePhase ? before : time } };
  },
};
