import { dns1123LabelFaults, dns1123SubdomainFaults, labelValueFaults } from '@slipway/apimachinery/names';
import type { JsonObject } from '../objects/index.ts';
import type { At } from './at.ts';
import type { Report } from './report.ts';
import { checkLabelKey, checkOperands, checkSelector } from './selectors.ts';
import { has, maybe, maybeNumber, number, struct, structs, text, texts } from './values.ts';

const NODE_OPERATORS = new Set(['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt']);
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

export function checkNodeTerm(report: Report, term: JsonObject, checksValues: boolean, at: At): void {
  for (const [index, requirement] of structs(term, 'matchExpressions').entries()) {
    const here = at.field('matchExpressions').index(index);
    const operator = text(requirement, 'operator');
    const values = texts(requirement, 'values');
    checkOperands(report, operator, values, here);
    if ((operator === 'Gt' || operator === 'Lt') && values.length !== 1) {
      report.required(here.field('values'), "must be specified single value when `operator` is 'Lt' or 'Gt'");
    }
    if (!NODE_OPERATORS.has(operator))
      report.invalid(here.field('operator'), operator, 'not a valid selector operator');
    checkLabelKey(report, text(requirement, 'key'), here.field('key'));
    if (!checksValues) continue;
    for (const [position, value] of values.entries()) {
      report.complain(here.field('values').index(position), value, labelValueFaults(value));
    }
  }
  for (const [index, requirement] of structs(term, 'matchFields').entries()) {
    checkNodeField(report, requirement, at.field('matchFields').index(index));
  }
}

function checkNodeField(report: Report, requirement: JsonObject, at: At): void {
  const operator = text(requirement, 'operator');
  const values = texts(requirement, 'values');
  if (operator !== 'In' && operator !== 'NotIn') {
    report.invalid(at.field('operator'), operator, 'not a valid selector operator');
  } else if (values.length !== 1) {
    const why = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    report.required(at.field('values'), why);
  }
  if (text(requirement, 'key') !== 'metadata.name') {
    report.invalid(at.field('key'), text(requirement, 'key'), 'not a valid field selector key');
    return;
  }
  for (const [index, value] of values.entries()) {
    report.complain(at.field('values').index(index), value, dns1123SubdomainFaults(value));
  }
}

export function checkNodeSelector(report: Report, selector: JsonObject, at: At): void {
  const terms = structs(selector, 'nodeSelectorTerms');
  if (terms.length === 0) report.required(at.field('nodeSelectorTerms'), 'must have at least one node selector term');
  for (const [index, term] of terms.entries()) {
    checkNodeTerm(report, term, true, at.field('nodeSelectorTerms').index(index));
  }
}

function checkWeight(report: Report, term: JsonObject, at: At): void {
  const weight = number(term, 'weight');
  if (weight <= 0 || weight > 100) report.invalid(at.field('weight'), weight, 'must be in the range 1-100');
}

function checkPodTerm(report: Report, term: JsonObject, at: At): void {
  checkSelector(report, maybe(term, 'labelSelector'), at.field('labelSelector'));
  checkSelector(report, maybe(term, 'namespaceSelector'), at.field('namespaceSelector'));
  for (const namespace of texts(term, 'namespaces')) {
    report.complain(at.field('namespace'), namespace, dns1123LabelFaults(namespace));
  }
  checkMatchKeys(report, term, at);
  const topology = text(term, 'topologyKey');
  if (topology === '') report.required(at.field('topologyKey'), 'can not be empty');
  checkLabelKey(report, topology, at.field('topologyKey'));
}

/** Keys whose values a pod takes from its own labels, beside a selector that must not name them too. */
function checkMatchKeys(report: Report, term: JsonObject, at: At): void {
  const selector = maybe(term, 'labelSelector');
  for (const name of ['matchLabelKeys', 'mismatchLabelKeys']) {
    const keys = texts(term, name);
    if (keys.length === 0) continue;
    if (!selector) {
      report.forbidden(at.field(name), 'must not be specified when labelSelector is not set');
      continue;
    }
    for (const [index, key] of keys.entries()) checkLabelKey(report, key, at.field(name).index(index));
  }
  const matched = texts(term, 'matchLabelKeys');
  if (selector) {
    const seen = new Set(Object.keys(struct(selector, 'matchLabels')));
    for (const requirement of structs(selector, 'matchExpressions')) {
      const key = text(requirement, 'key');
      const index = matched.indexOf(key);
      if (index >= 0 && seen.has(key))
        report.invalid(at.index(index), key, 'exists in both matchLabelKeys and labelSelector');
      seen.add(key);
    }
  }
  for (const [index, key] of matched.entries()) {
    if (!texts(term, 'mismatchLabelKeys').includes(key)) continue;
    const why = 'exists in both matchLabelKeys and mismatchLabelKeys';
    report.invalid(at.field('matchLabelKeys').index(index), key, why);
  }
}

export function checkAffinity(report: Report, affinity: JsonObject | undefined, at: At): void {
  if (!affinity) return;
  const nodes = maybe(affinity, 'nodeAffinity');
  if (nodes) {
    const required = maybe(nodes, REQUIRED);
    if (required) checkNodeSelector(report, required, at.field('nodeAffinity').field(REQUIRED));
    for (const [index, term] of structs(nodes, PREFERRED).entries()) {
      const here = at.field('nodeAffinity').field(PREFERRED).index(index);
      checkWeight(report, term, here);
      checkNodeTerm(report, struct(term, 'preference'), false, here.field('preference'));
    }
  }
  for (const name of ['podAffinity', 'podAntiAffinity']) {
    const pods = maybe(affinity, name);
    if (!pods) continue;
    for (const [index, term] of structs(pods, REQUIRED).entries()) {
      checkPodTerm(report, term, at.field(name).field(REQUIRED).index(index));
    }
    for (const [index, term] of structs(pods, PREFERRED).entries()) {
      const here = at.field(name).field(PREFERRED).index(index);
      checkWeight(report, term, here);
      checkPodTerm(report, struct(term, 'podAffinityTerm'), here.field('podAffinityTerm'));
    }
  }
}

export const TAINT_EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];

export function checkTolerations(report: Report, tolerations: readonly JsonObject[], at: At): void {
  for (const [index, toleration] of tolerations.entries()) {
    const here = at.index(index);
    const [key, operator, value, effect] = ['key', 'operator', 'value', 'effect'].map((name) =>
      text(toleration, name),
    ) as [string, string, string, string];
    if (key !== '') checkLabelKey(report, key, here.field('key'));
    else if (operator !== 'Exists') {
      const why = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
      report.invalid(here.field('operator'), operator, why);
    }
    if (has(toleration, 'tolerationSeconds') && effect !== 'NoExecute') {
      report.invalid(here.field('effect'), effect, "effect must be 'NoExecute' when `tolerationSeconds` is set");
    }
    checkTolerationOperator(report, operator, value, here.field('operator'));
    if (effect !== '') report.oneOf(here.field('effect'), effect, TAINT_EFFECTS);
  }
}

function checkTolerationOperator(report: Report, operator: string, value: string, at: At): void {
  if (operator === '' || operator === 'Equal') {
    const complaints = labelValueFaults(value);
    if (complaints.length > 0) report.invalid(at, value, complaints.join(';'));
  } else if (operator === 'Exists') {
    if (value !== '') report.invalid(at, value, "value must be empty when `operator` is 'Exists'");
  } else {
    const isComparison = operator === 'Lt' || operator === 'Gt';
    report.unsupported(at, operator, isComparison ? ['Equal', 'Exists', 'Lt', 'Gt'] : ['Equal', 'Exists']);
  }
}

export function checkSpread(report: Report, constraints: readonly JsonObject[], at: At): void {
  for (const [index, constraint] of constraints.entries()) {
    const here = at.index(index);
    const topology = text(constraint, 'topologyKey');
    const otherwise = text(constraint, 'whenUnsatisfiable');
    report.positive(here.field('maxSkew'), number(constraint, 'maxSkew'));
    if (topology === '') report.required(here.field('topologyKey'), 'can not be empty');
    report.oneOf(here.field('whenUnsatisfiable'), otherwise, ['DoNotSchedule', 'ScheduleAnyway']);
    const isRepeated = constraints
      .slice(index + 1)
      .some((other) => text(other, 'topologyKey') === topology && text(other, 'whenUnsatisfiable') === otherwise);
    if (isRepeated) report.duplicate(here.field('{topologyKey, whenUnsatisfiable}'), `{${topology}, ${otherwise}}`);
    const domains = maybeNumber(constraint, 'minDomains');
    if (domains !== undefined) {
      report.positive(here.field('minDomains'), domains);
      if (otherwise !== 'DoNotSchedule') {
        const why = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${otherwise}`;
        report.invalid(here.field('minDomains'), domains, why);
      }
    }
    for (const name of ['nodeAffinityPolicy', 'nodeTaintsPolicy']) {
      if (has(constraint, name)) report.oneOf(here.field(name), text(constraint, name), ['Honor', 'Ignore']);
    }
    checkMatchKeys(report, constraint, here);
    checkSelector(report, maybe(constraint, 'labelSelector'), here.field('labelSelector'));
  }
}
