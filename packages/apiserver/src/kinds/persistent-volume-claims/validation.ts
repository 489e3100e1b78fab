import { compareQuantities } from '@slipway/apimachinery/quantity';
import { isEqual, type JsonObject } from '../../objects/index.ts';
import { has, type Report, SPEC, struct, text } from '../../validation/index.ts';

/** What of a claim may change once it is there: its volume, once; its size, while it is bound. */
export function checkClaimChange(report: Report, claim: JsonObject, old: JsonObject): void {
  const spec = struct(claim, 'spec');
  const oldSpec = struct(old, 'spec');
  const isBound = text(struct(claim, 'status'), 'phase') === 'Bound';
  // A class may be chosen later, for a claim that was made when there was no default one.
  const open = ['volumeName', 'storageClassName'].filter((name) => !has(oldSpec, name));
  const free = isBound ? [...open, 'volumeAttributesClassName'] : open;
  const compared = (one: JsonObject): JsonObject => {
    const { resources, ...rest } = Object.fromEntries(Object.entries(one).filter(([name]) => !free.includes(name)));
    const { requests, ...others } = (resources ?? {}) as JsonObject;
    const { storage, ...amounts } = (requests ?? {}) as JsonObject;
    return {
      ...rest,
      resources: { ...others, requests: isBound ? amounts : { ...amounts, ...(storage !== undefined && { storage }) } },
    };
  };
  if (!isEqual(compared(spec), compared(oldSpec))) {
    report.forbidden(
      SPEC,
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
    );
  }
  const size = text(struct(struct(spec, 'resources'), 'requests'), 'storage') || '0';
  const oldSize = text(struct(struct(oldSpec, 'resources'), 'requests'), 'storage') || '0';
  const capacity = text(struct(struct(old, 'status'), 'capacity'), 'storage') || '0';
  if (compareQuantities(size, oldSize) < 0 && compareQuantities(size, capacity) <= 0) {
    const at = SPEC.field('resources').field('requests').field('storage');
    report.forbidden(at, 'field can not be less than status.capacity');
  }
}
