import { qualifiedNameFaults } from '@slipway/apimachinery/names';
import { isEqual, type JsonObject } from '../../objects/index.ts';
import { At, entries, type Report, text } from '../../validation/index.ts';

export function checkStorageClass(report: Report, object: JsonObject): void {
  const provisioner = text(object, 'provisioner');
  const at = new At('provisioner');
  if (provisioner === '') report.required(at);
  else report.complain(at, provisioner.toLowerCase(), qualifiedNameFaults(provisioner.toLowerCase()));
  for (const [key] of entries(object, 'parameters')) {
    if (key === '') report.invalid(new At('parameters'), key, 'field can not be empty.');
  }
  const policy = text(object, 'reclaimPolicy');
  if (policy !== '') report.oneOf(new At('reclaimPolicy'), policy, ['Delete', 'Retain']);
  const modes = ['Immediate', 'WaitForFirstConsumer'];
  report.oneOf(new At('volumeBindingMode'), text(object, 'volumeBindingMode'), modes);
}

export function checkStorageClassChange(report: Report, object: JsonObject, old: JsonObject): void {
  for (const field of ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode']) {
    report.immutable(new At(field), object[field], isEqual(object[field], old[field]));
  }
}
