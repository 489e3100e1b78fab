import type { JsonObject } from '../../objects/index.ts';
import {
  checkAmount,
  checkAtMostAll,
  checkSelector,
  has,
  maybe,
  type Report,
  SPEC,
  shownSelector,
  struct,
  text,
} from '../../validation/index.ts';

export function checkDisruptionBudget(report: Report, object: JsonObject): void {
  const spec = struct(object, 'spec');
  if (has(spec, 'minAvailable') && has(spec, 'maxUnavailable')) {
    const shown = {
      MinAvailable: spec['minAvailable'],
      Selector: shownSelector(spec, 'selector'),
      MaxUnavailable: spec['maxUnavailable'],
      UnhealthyPodEvictionPolicy: spec['unhealthyPodEvictionPolicy'] ?? null,
    };
    report.invalid(SPEC, shown, 'minAvailable and maxUnavailable cannot be both set');
  }
  for (const name of ['minAvailable', 'maxUnavailable']) {
    if (!has(spec, name)) continue;
    checkAmount(report, spec[name], SPEC.field(name));
    checkAtMostAll(report, spec[name], SPEC.field(name));
  }
  checkSelector(report, maybe(spec, 'selector'), SPEC.field('selector'));
  if (has(spec, 'unhealthyPodEvictionPolicy')) {
    const policy = text(spec, 'unhealthyPodEvictionPolicy');
    report.oneOf(SPEC.field('unhealthyPodEvictionPolicy'), policy, ['AlwaysAllow', 'IfHealthyBudget']);
  }
}
