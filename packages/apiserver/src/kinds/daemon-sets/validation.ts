import type { JsonObject } from '../../objects/index.ts';
import {
  type At,
  amountOf,
  checkAmount,
  checkAtMostAll,
  checkPodTemplate,
  checkRunsAlways,
  checkSelected,
  checkSelector,
  isEmptySelector,
  isUsable,
  maybe,
  number,
  type Report,
  ROLLING,
  SPEC,
  shownStrategy,
  struct,
  TEMPLATE,
} from '../../validation/index.ts';

export function checkDaemonSet(report: Report, object: JsonObject): void {
  const spec = struct(object, 'spec');
  const selector = maybe(spec, 'selector');
  checkSelector(report, selector, SPEC.field('selector'));
  if (isUsable(spec)) checkSelected(report, spec, TEMPLATE);
  if (selector && isEmptySelector(selector)) {
    report.invalid(SPEC.field('selector'), {}, 'empty selector is invalid for daemonset');
  }
  checkPodTemplate(report, struct(spec, 'template'), TEMPLATE);
  checkRunsAlways(report, struct(spec, 'template'), 'DaemonSet', TEMPLATE);
  report.nonNegative(SPEC.field('minReadySeconds'), number(spec, 'minReadySeconds'));
  checkDaemonStrategy(report, struct(spec, 'updateStrategy'), SPEC.field('updateStrategy'));
  report.nonNegative(SPEC.field('revisionHistoryLimit'), number(spec, 'revisionHistoryLimit'));
}

function checkDaemonStrategy(report: Report, strategy: JsonObject, at: At): void {
  if (strategy['type'] === 'OnDelete') return;
  if (strategy['type'] !== ROLLING) {
    report.unsupported(at, shownStrategy(strategy), [ROLLING, 'OnDelete']);
    return;
  }
  const update = struct(strategy, 'rollingUpdate');
  const here = at.field('rollingUpdate');
  for (const name of ['maxUnavailable', 'maxSurge']) checkAmount(report, update[name], here.field(name));
  for (const name of ['maxUnavailable', 'maxSurge']) checkAtMostAll(report, update[name], here.field(name));
  const isUnavailable = amountOf(update, 'maxUnavailable') !== 0;
  const isSurging = amountOf(update, 'maxSurge') !== 0;
  if (isUnavailable && isSurging) {
    report.invalid(here.field('maxSurge'), update['maxSurge'], 'may not be set when maxUnavailable is non-zero');
  } else if (!isUnavailable && !isSurging) {
    report.required(here.field('maxUnavailable'), 'cannot be 0 when maxSurge is 0');
  }
}
