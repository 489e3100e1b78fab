import type { JsonObject } from '../../objects/index.ts';
import { At, checkSelector, isUsableSelector, maybe, type Report, structs, texts } from '../../validation/index.ts';

export const GROUP = 'rbac.authorization.k8s.io';

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
