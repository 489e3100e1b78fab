import type { JsonObject } from '../../objects/index.ts';
import { checkReplicas, number, type Report, SPEC, struct } from '../../validation/index.ts';

export function checkReplicaSet(report: Report, object: JsonObject): void {
  const spec = struct(object, 'spec');
  report.nonNegative(SPEC.field('replicas'), number(spec, 'replicas'));
  report.nonNegative(SPEC.field('minReadySeconds'), number(spec, 'minReadySeconds'));
  checkReplicas(report, spec);
}
