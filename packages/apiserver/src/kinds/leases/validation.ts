import type { JsonObject } from '../../objects/index.ts';
import { maybeNumber, type Report, SPEC, struct } from '../../validation/index.ts';

export function checkLease(report: Report, object: JsonObject): void {
  const spec = struct(object, 'spec');
  const duration = maybeNumber(spec, 'leaseDurationSeconds');
  if (duration !== undefined && duration <= 0) {
    report.invalid(SPEC.field('leaseDurationSeconds'), duration, 'must be greater than 0');
  }
  report.nonNegative(SPEC.field('leaseTransitions'), maybeNumber(spec, 'leaseTransitions') ?? 0);
}
