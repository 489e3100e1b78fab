import { dns1123SubdomainFaults, pathSegmentFaults } from '@slipway/apimachinery/names';
import { isEqual, type JsonObject } from '../../objects/index.ts';
import { At, type Report, struct, structs, text } from '../../validation/index.ts';
import { GROUP } from '../roles/index.ts';

const ROLE_REF = new At('roleRef');

export function checkBinding(report: Report, object: JsonObject, isNamespaced: boolean): void {
  const role = struct(object, 'roleRef');
  report.oneOf(ROLE_REF.field('apiGroup'), text(role, 'apiGroup'), [GROUP]);
  report.oneOf(ROLE_REF.field('kind'), text(role, 'kind'), isNamespaced ? ['Role', 'ClusterRole'] : ['ClusterRole']);
  const name = text(role, 'name');
  if (name === '') report.required(ROLE_REF.field('name'));
  else report.complain(ROLE_REF.field('name'), name, pathSegmentFaults(name));
  for (const [index, subject] of structs(object, 'subjects').entries()) {
    checkSubject(report, subject, isNamespaced, new At('subjects').index(index));
  }
}

function checkSubject(report: Report, subject: JsonObject, isNamespaced: boolean, at: At): void {
  const name = text(subject, 'name');
  const group = text(subject, 'apiGroup');
  if (name === '') report.required(at.field('name'));
  switch (text(subject, 'kind')) {
    case 'ServiceAccount':
      if (name !== '') report.complain(at.field('name'), name, dns1123SubdomainFaults(name));
      if (group !== '') report.unsupported(at.field('apiGroup'), group, ['']);
      if (!isNamespaced && text(subject, 'namespace') === '') report.required(at.field('namespace'));
      break;
    case 'User':
    case 'Group':
      report.oneOf(at.field('apiGroup'), group, [GROUP]);
      break;
    default:
      report.unsupported(at.field('kind'), text(subject, 'kind'), ['ServiceAccount', 'User', 'Group']);
  }
}

export function checkSameRole(report: Report, object: JsonObject, old: JsonObject): void {
  if (isEqual(object['roleRef'], old['roleRef'])) return;
  const role = struct(object, 'roleRef');
  const shown = { APIGroup: text(role, 'apiGroup'), Kind: text(role, 'kind'), Name: text(role, 'name') };
  report.invalid(ROLE_REF, shown, 'cannot change roleRef');
}
