import { annotationErrors } from '../metadata/index.ts';
import type { JsonObject } from '../objects/index.ts';
import type { At } from './at.ts';
import { checkPodSpec, TEMPLATE } from './pod-spec.ts';
import type { Report } from './report.ts';
import { checkLabels, checkSelector, isEmptySelector, isUsableSelector, selects, shownSelector } from './selectors.ts';
import { entries, has, maybe, struct, structs, text } from './values.ts';

export function checkDeletionCost(report: Report, metadata: JsonObject, at: At): void {
  const key = 'controller.kubernetes.io/pod-deletion-cost';
  const cost = struct(metadata, 'annotations')[key];
  if (typeof cost !== 'string') return;
  const isInteger = /^(0|[+-]?[1-9][0-9]{0,9})$/.test(cost) && Math.abs(Number(cost)) < 2 ** 31;
  if (!isInteger) report.invalid(at.key(key), cost, 'must be a 32bit integer');
}

export function checkPodTemplate(report: Report, template: JsonObject, at: At): void {
  const metadata = struct(template, 'metadata');
  checkLabels(report, metadata, 'labels', at.field('labels'));
  const annotations = struct(metadata, 'annotations') as Readonly<Record<string, string>>;
  report.add(annotationErrors(annotations, at.field('annotations').path));
  checkDeletionCost(report, metadata, at.field('annotations'));
  const spec = struct(template, 'spec');
  checkPodSpec(report, spec, TEMPLATE, at.field('spec'));
  if (structs(spec, 'ephemeralContainers').length > 0) {
    report.forbidden(at.field('spec').field('ephemeralContainers'), 'ephemeral containers not allowed in pod template');
  }
}

/** A workload's pods run for ever. */
export function checkRunsAlways(report: Report, template: JsonObject, workload: string, at: At): void {
  const spec = struct(template, 'spec');
  report.oneOf(at.field('spec').field('restartPolicy'), text(spec, 'restartPolicy'), ['Always']);
  if (has(spec, 'activeDeadlineSeconds')) {
    const why = `activeDeadlineSeconds in ${workload} is not Supported`;
    report.forbidden(at.field('spec').field('activeDeadlineSeconds'), why);
  }
}

/** A selector must be there and say something. */
export function checkOwnSelector(report: Report, spec: JsonObject, kind: string, at: At): void {
  const selector = maybe(spec, 'selector');
  if (!selector) {
    report.required(at);
    return;
  }
  checkSelector(report, selector, at);
  if (isEmptySelector(selector)) {
    report.invalid(at, shownSelector(spec, 'selector'), `empty selector is invalid for ${kind}`);
  }
}

/** Pods that the workload would not find again are refused. */
export function checkSelected(report: Report, spec: JsonObject, at: At): void {
  const selector = maybe(spec, 'selector');
  if (selector && isEmptySelector(selector)) return;
  const metadata = struct(struct(spec, 'template'), 'metadata');
  if (selector && selects(selector, struct(metadata, 'labels'))) return;
  // No selector selects nothing.
  const labels = Object.fromEntries(entries(metadata, 'labels'));
  report.invalid(
    at.field('metadata').field('labels'),
    Object.keys(labels).length > 0 ? labels : null,
    '`selector` does not match template `labels`',
  );
}

export const isUsable = (spec: JsonObject): boolean => isUsableSelector(maybe(spec, 'selector'));
