import { dns1123SubdomainFaults, pathSegmentFaults } from '@slipway/apimachinery/names';
import { isEqual, type JsonObject } from '../objects/index.ts';
import { At } from './at.ts';
import type { Report } from './report.ts';
import { checkSelector, isUsableSelector } from './selectors.ts';
import { maybe, struct, structs, text, texts } from './values.ts';

const GROUP = 'rbac.authorization.k8s.io';

export function checkRole(report: Report, object: JsonObject, isNamespaced: boolean): void {
  for (const [index, rule] of structs(object, 'rules').entries()) {
    checkRule(report, rule, isNamespaced, new At('rules').index(index));
  }
  const aggregation = maybe(object, 'aggregationRule');
  if (!aggregation) return;
  const at = new At('aggregationRule').field('clusterRoleSelectors');
  const selectors = structs(aggregation, 'clusterRoleSelectors');
  if (selectors.length === 0) {
    report.required(at, 'at least one clusterRoleSelector required if aggregationRule is non-nil');
  }
  for (const [index, selector] of selectors.entries()) {
    checkSelector(report, selector, at.index(index));
    if (!isUsableSelector(selector)) report.invalid(at.index(index), null, 'invalid label selector.');
  }
}

function checkRule(report: Report, rule: JsonObject, isNamespaced: boolean, at: At): void {
  const [verbs, groups, resources, names, urls] = [
    'verbs',
    'apiGroups',
    'resources',
    'resourceNames',
    'nonResourceURLs',
  ].map((name) => texts(rule, name)) as [
    readonly string[],
    readonly string[],
    readonly string[],
    readonly string[],
    readonly string[],
  ];
  if (verbs.length === 0) report.required(at.field('verbs'), 'verbs must contain at least one value');
  if (urls.length > 0) {
    const here = at.field('nonResourceURLs');
    if (isNamespaced) report.invalid(here, urls, 'namespaced rules cannot apply to non-resource URLs');
    if (groups.length + resources.length + names.length > 0) {
      report.invalid(here, urls, 'rules cannot apply to both regular resources and non-resource URLs');
    }
    return;
  }
  if (groups.length === 0) report.required(at.field('apiGroups'), 'resource rules must supply at least one api group');
  if (resources.length === 0) {
    report.required(at.field('resources'), 'resource rules must supply at least one resource');
  }
}

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
