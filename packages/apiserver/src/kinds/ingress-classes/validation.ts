import { dns1123LabelFaults } from '@slipway/apimachinery/names';
import type { JsonObject } from '../../objects/index.ts';
import { domainPathErrors, has, maybe, type Report, SPEC, struct, text } from '../../validation/index.ts';
import { checkLocalReference } from '../ingresses/index.ts';

export function checkIngressClass(report: Report, object: JsonObject): void {
  const spec = struct(object, 'spec');
  const controller = text(spec, 'controller');
  const at = SPEC.field('controller');
  if (controller.length > 250) report.tooLong(at, 250);
  if (controller === '') report.required(at);
  else for (const [part, complaint] of domainPathErrors(controller)) report.invalid(at, part, complaint);
  const parameters = maybe(spec, 'parameters');
  if (!parameters) return;
  const here = SPEC.field('parameters');
  checkLocalReference(report, parameters, here);
  const scope = text(parameters, 'scope');
  report.oneOf(here.field('scope'), scope, ['Cluster', 'Namespace']);
  if (scope === 'Namespace') {
    if (!has(parameters, 'namespace')) {
      report.required(here.field('namespace'), "`parameters.scope` is set to 'Namespace'");
    } else
      report.complain(
        here.field('namespace'),
        text(parameters, 'namespace'),
        dns1123LabelFaults(text(parameters, 'namespace')),
      );
  }
  if (scope === 'Cluster' && has(parameters, 'namespace')) {
    report.forbidden(here.field('namespace'), "`parameters.scope` is set to 'Cluster'");
  }
}
