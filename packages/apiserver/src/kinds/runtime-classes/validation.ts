import { dns1123LabelFaults } from '@slipway/apimachinery/names';
import type { JsonObject } from '../../objects/index.ts';
import {
  At,
  checkContainerResources,
  checkLabels,
  checkTolerations,
  maybe,
  type Report,
  struct,
  structs,
  text,
} from '../../validation/index.ts';

export function checkRuntimeClass(report: Report, object: JsonObject): void {
  const handler = text(object, 'handler');
  if (handler === '') report.required(new At('handler'));
  else report.complain(new At('handler'), handler, dns1123LabelFaults(handler));
  const overhead = maybe(object, 'overhead');
  if (overhead)
    checkContainerResources(report, { limits: struct(overhead, 'podFixed') }, new Set(), new At('overhead'));
  const scheduling = maybe(object, 'scheduling');
  if (!scheduling) return;
  checkLabels(report, scheduling, 'nodeSelector', new At('scheduling').field('nodeSelector'));
  checkTolerations(report, structs(scheduling, 'tolerations'), new At('scheduling').field('tolerations'));
}
