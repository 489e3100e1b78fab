import { dns1123SubdomainFaults } from '@slipway/apimachinery/names';
import { objectsAt, specOf } from '../../admitted/index.ts';
import { fieldAt, type JsonObject, type KubeObject, textAt } from '../../objects/index.ts';
import { type FieldError, invalidValue, requiredValue, unsupportedValue } from '../../status/index.ts';
import { type Fault, mutatingPolicyFrom, PATCH_FORMS } from '../policies/index.ts';
import { ruleFrom } from '../rules.ts';
import {
  constraintErrors,
  faultErrors,
  matchErrors,
  paramKindErrors,
  paramRefErrors,
  reachErrors,
} from './policy-errors.ts';

/** A deletion has no object to change. */
const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'UPDATE'];

/** What is wrong with a MutatingAdmissionPolicy, in the order in which a real server finds it. */
export function mutatingPolicyErrors(object: KubeObject): FieldError[] {
  const spec = specOf(object);
  const mutations = objectsAt(spec, 'mutations');
  const faults = mutatingPolicyFrom(object).faults();
  return [
    ...chosen(spec, 'failurePolicy', ['Fail', 'Ignore'], 'spec'),
    ...paramKindErrors(spec['paramKind']),
    ...constraintErrors(spec['matchConstraints']),
    ...operationErrors(spec['matchConstraints'], 'spec.matchConstraints'),
    ...reachErrors(spec, faults),
    ...(mutations.length === 0 ? [requiredValue('spec.mutations', 'mutations must contain at least one item')] : []),
    ...mutations.flatMap((mutation, index) => mutationErrors(mutation, `mutations[${index}]`, faults)),
    ...chosen(spec, 'reinvocationPolicy', ['IfNeeded', 'Never'], 'spec'),
  ];
}

function chosen(owner: JsonObject, field: string, supported: readonly string[], at: string): FieldError[] {
  const value = textAt(owner, field);
  if (value === '') return [requiredValue(`${at}.${field}`)];
  return supported.includes(value) ? [] : [unsupportedValue(`${at}.${field}`, value, supported)];
}

function mutationErrors(mutation: JsonObject, at: string, faults: readonly Fault[]): FieldError[] {
  const type = textAt(mutation, 'patchType');
  const form = PATCH_FORMS[type];
  if (!form) return chosen(mutation, 'patchType', Object.keys(PATCH_FORMS), `spec.${at}`);
  const others = Object.values(PATCH_FORMS).filter((one) => one !== form && fieldAt(mutation, [one.field]));
  const own = `${at}.${form.field}`;
  const isGiven = fieldAt(mutation, [form.field]) !== undefined;
  const hasText = textAt(mutation, form.field, 'expression').trim() !== '';
  return [
    ...(isGiven ? [] : [requiredValue(`spec.${own}`, `must be specified when patchType is ${type}`)]),
    ...(isGiven && !hasText ? [requiredValue(`spec.${own}.expression`)] : []),
    ...faultErrors(faults, `${own}.`),
    ...others.map(({ field }) =>
      invalidValue(`spec.${at}.${field}`, `{${field}}`, `must not be specified when patchType is ${type}`),
    ),
  ];
}

function operationErrors(match: unknown, at: string): FieldError[] {
  return objectsAt(match, 'resourceRules')
    .flatMap((rule) => ruleFrom(rule).operations)
    .filter((operation) => !OPERATIONS.includes(operation))
    .map((operation) => unsupportedValue(`${at}.resourceRules.operations`, operation, OPERATIONS));
}

/** What is wrong with the binding of a policy that changes objects. */
export function mutatingBindingErrors(object: KubeObject): FieldError[] {
  const spec = specOf(object);
  const name = textAt(spec, 'policyName');
  const at = 'spec.policyName';
  return [
    ...(name === '' ? [requiredValue(at)] : dns1123SubdomainFaults(name).map((why) => invalidValue(at, name, why))),
    ...paramRefErrors(spec['paramRef'], 'spec.paramRef'),
    ...matchErrors(spec['matchResources'], 'spec.matchResources'),
    ...operationErrors(spec['matchResources'], 'spec.matchResources'),
  ];
}
