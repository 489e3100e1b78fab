import { qualifiedNameFaults } from '@slipway/apimachinery/names';
import type { JsonObject } from '../../objects/index.ts';
import { At, type Report, struct, text } from '../../validation/index.ts';

const LONGEST = 128;

const LONGEST_MESSAGE = 1024;

/** An event with a time of its own must say who reports it and what was done; older ones need not. */
export function checkEvent(report: Report, object: JsonObject): void {
  const namespace = text(struct(object, 'metadata'), 'namespace');
  const involved = text(struct(object, 'involvedObject'), 'namespace');
  const at = new At('involvedObject').field('namespace');
  const isTimed = text(object, 'eventTime') !== '';
  const isFree = involved === '' && (namespace === 'default' || (isTimed && namespace === 'kube-system'));
  const isSame = isTimed ? involved !== '' : involved === namespace;
  if (!isFree && !isSame) report.invalid(at, involved, 'does not match event.namespace');
  if (!isTimed) return;
  const controller = text(object, 'reportingComponent');
  const atController = new At('reportingComponent');
  if (controller === '') report.required(atController);
  report.complain(atController, controller, qualifiedNameFaults(controller));
  for (const field of ['reportingInstance', 'action', 'reason']) {
    const value = text(object, field);
    if (value === '') report.required(new At(field));
    if (value.length > LONGEST) report.invalid(new At(field), '', `can have at most ${LONGEST} characters`);
  }
  if (text(object, 'message').length > LONGEST_MESSAGE) {
    report.invalid(new At('message'), '', `can have at most ${LONGEST_MESSAGE} characters`);
  }
}
