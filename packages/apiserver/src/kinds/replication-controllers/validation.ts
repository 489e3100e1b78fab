import type { JsonObject } from '../../objects/index.ts';
import {
  checkPodTemplate,
  checkRunsAlways,
  checkSelected,
  maybe,
  number,
  type Report,
  SPEC,
  struct,
  TEMPLATE,
} from '../../validation/index.ts';

/** The ancestor of the ReplicaSet: its selector is a plain map. */
export function checkReplicationController(report: Report, object: JsonObject): void {
  const spec = struct(object, 'spec');
  const labels = struct(spec, 'selector');
  const template = maybe(spec, 'template');
  report.nonNegative(SPEC.field('minReadySeconds'), number(spec, 'minReadySeconds'));
  if (Object.keys(labels).length === 0) report.required(SPEC.field('selector'));
  report.nonNegative(SPEC.field('replicas'), number(spec, 'replicas'));
  if (!template) {
    report.required(TEMPLATE);
    return;
  }
  checkSelected(report, { template, selector: { matchLabels: labels } }, TEMPLATE);
  checkPodTemplate(report, template, TEMPLATE);
  checkRunsAlways(report, template, 'ReplicationController', TEMPLATE);
}
