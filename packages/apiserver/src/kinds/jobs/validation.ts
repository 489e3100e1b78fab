import { dns1123LabelFaults, qualifiedNameFaults } from '@slipway/apimachinery/names';
import { isEqual, type JsonObject, without } from '../../objects/index.ts';
import {
  type At,
  checkPodTemplate,
  checkSelected,
  checkSelector,
  domainPathErrors,
  entries,
  has,
  isUsable,
  METADATA,
  maybe,
  maybeNumber,
  numbers,
  type Report,
  SPEC,
  selects,
  shownSelector,
  struct,
  structs,
  text,
} from '../../validation/index.ts';

const LABELS = [
  ['controller-uid', 'uid'],
  ['job-name', 'name'],
  ['batch.kubernetes.io/controller-uid', 'uid'],
  ['batch.kubernetes.io/job-name', 'name'],
] as const;

export function checkJob(report: Report, object: JsonObject): void {
  const spec = struct(object, 'spec');
  checkGeneratedSelector(report, object, spec);
  checkJobSpec(report, spec, SPEC);
  checkJobSelector(report, spec);
  const completions = maybeNumber(spec, 'completions') ?? 0;
  if (spec['completionMode'] !== 'Indexed' || completions <= 0) return;
  const name = text(struct(object, 'metadata'), 'name');
  const hostname = `${name}-${completions - 1}`;
  if (dns1123LabelFaults(hostname).length > 0) {
    const why = `will not able to create pod with invalid DNS label: ${hostname}`;
    report.invalid(METADATA.field('name'), name, why);
  }
}

/** The server makes the selector; one that was sent must be the same. */
function checkGeneratedSelector(report: Report, object: JsonObject, spec: JsonObject): void {
  if (spec['manualSelector'] === true || !has(spec, 'selector')) return;
  const labels = struct(struct(struct(spec, 'template'), 'metadata'), 'labels');
  const metadata = struct(object, 'metadata');
  const at = SPEC.field('template').field('metadata');
  for (const [label, source] of LABELS) {
    const wanted = text(metadata, source);
    const here = at.field('labels').key(label);
    if (!has(labels, label)) report.required(here, `must be '${wanted}'`);
    else if (labels[label] !== wanted) {
      report.invalid(here, Object.fromEntries(entries({ labels }, 'labels')), `must be '${wanted}'`);
    }
  }
  const expected = Object.fromEntries(LABELS.map(([label, source]) => [label, text(metadata, source)]));
  if (isUsable(spec) && !selects(struct(spec, 'selector'), expected)) {
    report.invalid(SPEC.field('selector'), shownSelector(spec, 'selector'), '`selector` not auto-generated');
  }
}

function checkJobSelector(report: Report, spec: JsonObject): void {
  const selector = maybe(spec, 'selector');
  if (!selector) report.required(SPEC.field('selector'));
  checkSelector(report, selector, SPEC.field('selector'));
  if (isUsable(spec)) checkSelected(report, spec, SPEC.field('template'));
}

const COUNTS = [
  'parallelism',
  'completions',
  'activeDeadlineSeconds',
  'backoffLimit',
  'ttlSecondsAfterFinished',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
];

export function checkJobSpec(report: Report, spec: JsonObject, at: At): void {
  for (const name of COUNTS) report.nonNegative(at.field(name), maybeNumber(spec, name) ?? 0);
  if (has(spec, 'maxFailedIndexes') && !has(spec, 'backoffLimitPerIndex')) {
    report.required(at.field('backoffLimitPerIndex'), 'when maxFailedIndexes is specified');
  }
  const manager = text(spec, 'managedBy');
  if (has(spec, 'managedBy')) {
    for (const [part, complaint] of domainPathErrors(manager)) report.invalid(at.field('managedBy'), part, complaint);
    if (manager.length > 63) report.tooLong(at.field('managedBy'), 63);
  }
  checkCompletionMode(report, spec, at);
  const failures = maybe(spec, 'podFailurePolicy');
  if (failures) checkFailurePolicy(report, failures, spec, at.field('podFailurePolicy'));
  if (has(spec, 'podReplacementPolicy')) {
    const allowed = failures ? ['Failed'] : ['Failed', 'TerminatingOrFailed'];
    report.oneOf(at.field('podReplacementPolicy'), text(spec, 'podReplacementPolicy'), allowed);
  }
  const template = struct(spec, 'template');
  checkPodTemplate(report, template, at.field('template'));
  const restart = text(struct(template, 'spec'), 'restartPolicy');
  const atRestart = at.field('template').field('spec').field('restartPolicy');
  if (restart === 'Always' || restart === '') report.required(atRestart, 'valid values: "OnFailure", "Never"');
  else if (restart !== 'OnFailure' && restart !== 'Never')
    report.unsupported(atRestart, restart, ['OnFailure', 'Never']);
  else if (failures && restart !== 'Never') {
    report.invalid(atRestart, restart, 'only "Never" is supported when podFailurePolicy is specified');
  }
}

function checkCompletionMode(report: Report, spec: JsonObject, at: At): void {
  const mode = text(spec, 'completionMode') || 'NonIndexed';
  report.oneOf(at.field('completionMode'), mode, ['NonIndexed', 'Indexed']);
  const completions = maybeNumber(spec, 'completions');
  if (mode === 'Indexed') {
    if (completions === undefined) report.required(at.field('completions'), 'when completion mode is Indexed');
    const parallelism = maybeNumber(spec, 'parallelism') ?? 0;
    if (parallelism > 100_000) {
      const why = 'must be less than or equal to 100000 when completion mode is Indexed';
      report.invalid(at.field('parallelism'), parallelism, why);
    }
    const failed = maybeNumber(spec, 'maxFailedIndexes') ?? 0;
    if (completions !== undefined && failed > completions) {
      report.invalid(at.field('maxFailedIndexes'), failed, 'must be less than or equal to completions');
    }
  }
  if (mode !== 'NonIndexed') return;
  for (const name of ['backoffLimitPerIndex', 'maxFailedIndexes']) {
    const value = maybeNumber(spec, name);
    if (value !== undefined) report.invalid(at.field(name), value, 'requires indexed completion mode');
  }
}

const ACTIONS = ['Count', 'FailIndex', 'FailJob', 'Ignore'];

const listed = (values: readonly string[]): string => `valid values: [${values.map((one) => `"${one}"`).join(' ')}]`;

function checkFailurePolicy(report: Report, policy: JsonObject, spec: JsonObject, at: At): void {
  const rules = structs(policy, 'rules');
  if (rules.length > 20) report.tooMany(at.field('rules'), rules.length, 20);
  const pod = struct(struct(spec, 'template'), 'spec');
  const names = [...structs(pod, 'containers'), ...structs(pod, 'initContainers')].map((one) => text(one, 'name'));
  for (const [index, rule] of rules.entries()) {
    const here = at.field('rules').index(index);
    const action = text(rule, 'action');
    if (action === '') report.required(here.field('action'), listed(ACTIONS));
    else if (action === 'FailIndex' && !has(spec, 'backoffLimitPerIndex')) {
      report.invalid(here.field('action'), action, 'requires the backoffLimitPerIndex to be set');
    } else report.oneOf(here.field('action'), action, ACTIONS);
    const codes = maybe(rule, 'onExitCodes');
    if (codes) checkExitCodes(report, codes, names, here.field('onExitCodes'));
    for (const [position, pattern] of structs(rule, 'onPodConditions').entries()) {
      const there = here.field('onPodConditions').index(position);
      report.complain(there.field('type'), text(pattern, 'type'), qualifiedNameFaults(text(pattern, 'type')));
      report.oneOf(there.field('status'), text(pattern, 'status'), ['False', 'True', 'Unknown']);
    }
  }
}

function checkExitCodes(report: Report, codes: JsonObject, names: readonly string[], at: At): void {
  const operator = text(codes, 'operator');
  if (operator === '') report.required(at.field('operator'), listed(['In', 'NotIn']));
  else report.oneOf(at.field('operator'), operator, ['In', 'NotIn']);
  const container = codes['containerName'];
  if (typeof container === 'string' && !names.includes(container)) {
    const why = 'must be one of the container or initContainer names in the pod template';
    report.invalid(at.field('containerName'), container, why);
  }
  const values = numbers(codes, 'values');
  if (values.length === 0) report.invalid(at.field('values'), values, 'at least one value is required');
  const seen = new Set<number>();
  for (const [index, value] of values.entries()) {
    const here = at.field('values').index(index);
    if (operator === 'In' && value === 0) report.invalid(here, value, 'must not be 0 for the In operator');
    if (seen.has(value)) report.duplicate(here, value);
    seen.add(value);
  }
  const isOrdered = values.every((value, index) => index === 0 || (values[index - 1] ?? 0) <= value);
  if (!isOrdered) report.invalid(at.field('values'), values, 'must be ordered');
}

/** What of a Job is settled when it is created. */
const IMMUTABLE = ['completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'];

/** Where its pods run may change while it waits. */
const PLACEMENT = ['nodeSelector', 'affinity', 'tolerations', 'schedulingGates'];

export function checkJobChange(report: Report, object: JsonObject, old: JsonObject): void {
  const spec = struct(object, 'spec');
  const oldSpec = struct(old, 'spec');
  checkJobSpec(report, spec, SPEC);
  checkJobSelector(report, spec);
  checkCompletionsChange(report, spec, oldSpec);
  const isSame = (name: string): boolean => isEqual(spec[name], oldSpec[name]);
  report.immutable(SPEC.field('selector'), shownSelector(spec, 'selector'), isSame('selector'));
  const isSuspended = oldSpec['suspend'] === true && !has(struct(old, 'status'), 'startTime');
  if (!isSuspended) report.immutable(SPEC.field('template'), spec['template'], isSame('template'));
  else {
    const [pod, oldPod] = [spec, oldSpec].map((one) => struct(struct(one, 'template'), 'spec')) as [
      JsonObject,
      JsonObject,
    ];
    const isPlacement = isEqual(without(pod, ...PLACEMENT), without(oldPod, ...PLACEMENT));
    report.immutable(SPEC.field('template').field('spec'), pod, isPlacement);
  }
  for (const name of IMMUTABLE) report.immutable(SPEC.field(name), spec[name], isSame(name));
}

/** An indexed Job may become larger or smaller as long as all its indexes run at once. */
function checkCompletionsChange(report: Report, spec: JsonObject, oldSpec: JsonObject): void {
  const at = SPEC.field('completions');
  const { completions, parallelism } = spec;
  const isSame = isEqual(completions, oldSpec['completions']);
  const isElastic = spec['completionMode'] === 'Indexed' && completions !== undefined;
  if (!isElastic) report.immutable(at, completions, isSame);
  else if (!isSame && completions !== parallelism) {
    report.invalid(at, completions, 'can only be modified in tandem with spec.parallelism');
  }
}
