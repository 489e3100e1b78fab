import type { JsonObject } from '../../objects/index.ts';
import {
  type At,
  amountOf,
  checkAmount,
  checkAtMostAll,
  checkReplicas,
  maybe,
  number,
  type Report,
  ROLLING,
  SPEC,
  shownStrategy,
  struct,
} from '../../validation/index.ts';

export function checkDeployment(report: Report, object: JsonObject): void {
  const spec = struct(object, 'spec');
  report.nonNegative(SPEC.field('replicas'), number(spec, 'replicas'));
  checkReplicas(report, spec);
  checkStrategy(report, struct(spec, 'strategy'), SPEC.field('strategy'));
  report.nonNegative(SPEC.field('minReadySeconds'), number(spec, 'minReadySeconds'));
  report.nonNegative(SPEC.field('revisionHistoryLimit'), number(spec, 'revisionHistoryLimit'));
  const deadline = number(spec, 'progressDeadlineSeconds');
  report.nonNegative(SPEC.field('progressDeadlineSeconds'), deadline);
  if (deadline <= number(spec, 'minReadySeconds')) {
    report.invalid(SPEC.field('progressDeadlineSeconds'), deadline, 'must be greater than minReadySeconds');
  }
}

function checkStrategy(report: Report, strategy: JsonObject, at: At): void {
  const update = maybe(strategy, 'rollingUpdate');
  const here = at.field('rollingUpdate');
  if (strategy['type'] === 'Recreate') {
    if (update) report.forbidden(here, "may not be specified when strategy `type` is 'Recreate'");
  } else if (strategy['type'] !== ROLLING) {
    report.unsupported(at, shownStrategy(strategy), ['Recreate', ROLLING]);
  } else if (update) {
    checkAmount(report, update['maxUnavailable'], here.field('maxUnavailable'));
    checkAmount(report, update['maxSurge'], here.field('maxSurge'));
    if (amountOf(update, 'maxUnavailable') === 0 && amountOf(update, 'maxSurge') === 0) {
      report.invalid(here.field('maxUnavailable'), update['maxUnavailable'], 'may not be 0 when `maxSurge` is 0');
    }
    checkAtMostAll(report, update['maxUnavailable'], here.field('maxUnavailable'));
  }
}
