import { DYN } from '@slipway/crd/cel';
import { objectsAt, specOf } from '../../admitted/index.ts';
import { fieldAt, isJsonObject, type JsonObject, type KubeObject, textAt } from '../../objects/index.ts';
import {
  duplicateValue,
  type FieldError,
  forbiddenValue,
  invalidValue,
  requiredValue,
  unsupportedValue,
} from '../../status/index.ts';
import { type Fault, validatingPolicyFrom } from '../policies/index.ts';
import { conditionErrors } from './condition-errors.ts';
import { ruleErrors } from './rule-errors.ts';

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const NOTHING_TO_DO = 'validations or auditAnnotations must contain at least one item';

/** What is wrong with a ValidatingAdmissionPolicy, in the order in which a real server finds it. */
export function policyErrors(object: KubeObject): FieldError[] {
  const spec = specOf(object);
  const validations = objectsAt(spec, 'validations');
  const faults = validatingPolicyFrom(object).faults();
  const isIdle = validations.length === 0 && objectsAt(spec, 'auditAnnotations').length === 0;
  return [
    ...paramKindErrors(spec['paramKind']),
    ...constraintErrors(spec['matchConstraints']),
    ...reachErrors(spec, faults),
    ...(isIdle
      ? ['validations', 'auditAnnotations'].map((field) => requiredValue(`spec.${field}`, NOTHING_TO_DO))
      : []),
    ...faultErrors(faults, 'validations['),
    ...validations.flatMap((validation, index) => {
      const reason = textAt(validation, 'reason');
      const at = `spec.validations[${index}]`;
      return [
        ...(textAt(validation, 'message').trim().includes('\n')
          ? [invalidValue(`${at}.message`, textAt(validation, 'message'), 'must not contain line breaks')]
          : []),
        ...(reason === '' || REASONS.includes(reason) ? [] : [unsupportedValue(`${at}.reason`, reason, REASONS)]),
      ];
    }),
  ];
}

/** Expressions that cannot be used, of those fields of a policy that begin so. */
export function faultErrors(faults: readonly Fault[], field: string): FieldError[] {
  return faults
    .filter((fault) => fault.field.startsWith(field))
    .map((fault) => invalidValue(`spec.${fault.field}`, fault.source, fault.text));
}

/** What is wrong with `matchConstraints`, which every policy has. */
export function constraintErrors(constraints: unknown): FieldError[] {
  const at = 'spec.matchConstraints';
  if (!isJsonObject(constraints)) return [requiredValue(at)];
  const hasRules = objectsAt(constraints, 'resourceRules').length > 0;
  return [...matchErrors(constraints, at), ...(hasRules ? [] : [requiredValue(`${at}.resourceRules`)])];
}

/** What is wrong with the conditions and variables of a policy. */
export function reachErrors(spec: JsonObject, faults: readonly Fault[]): FieldError[] {
  const more = spec['paramKind'] === undefined ? {} : { params: DYN };
  return [
    ...conditionErrors(objectsAt(spec, 'matchConditions'), 'spec.matchConditions', more),
    ...faultErrors(faults, 'variables['),
  ];
}

export function paramKindErrors(value: unknown): FieldError[] {
  if (!isJsonObject(value)) return [];
  return ['apiVersion', 'kind'].flatMap((field) =>
    textAt(value, field) === '' ? [requiredValue(`spec.paramKind.${field}`)] : [],
  );
}

export function matchErrors(value: unknown, at: string): FieldError[] {
  const policy = textAt(value, 'matchPolicy');
  const supported = ['Equivalent', 'Exact'];
  return [
    ...(policy === '' || supported.includes(policy) ? [] : [unsupportedValue(`${at}.matchPolicy`, policy, supported)]),
    ...['resourceRules', 'excludeResourceRules'].flatMap((list) =>
      objectsAt(value, list).flatMap((rule, index) => ruleErrors(rule, `${at}.${list}[${index}]`)),
    ),
  ];
}

const ACTIONS = ['Audit', 'Deny', 'Warn'];

/** What is wrong with the binding of a policy. */
export function bindingErrors(object: KubeObject): FieldError[] {
  const spec = specOf(object);
  const given = spec['validationActions'];
  const actions = Array.isArray(given) ? given.map(String) : [];
  const at = 'spec.validationActions';
  return [
    ...(textAt(spec, 'policyName') === '' ? [requiredValue('spec.policyName')] : []),
    ...paramRefErrors(spec['paramRef'], 'spec.paramRef'),
    ...matchErrors(spec['matchResources'], 'spec.matchResources'),
    ...actions.flatMap((action, index) => [
      ...(ACTIONS.includes(action) ? [] : [unsupportedValue(`${at}[${index}]`, action, ACTIONS)]),
      ...(actions.indexOf(action) < index ? [duplicateValue(`${at}[${index}]`, action)] : []),
    ]),
    ...(actions.includes('Deny') && actions.includes('Warn') ? [invalidValue(at, actions, BOTH)] : []),
    ...(actions.length === 0 ? [requiredValue(at, 'at least one validation action is required')] : []),
  ];
}

const BOTH =
  'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)';

export function paramRefErrors(value: unknown, at: string): FieldError[] {
  if (!isJsonObject(value)) return [];
  const hasName = textAt(value, 'name') !== '';
  const hasSelector = fieldAt(value, ['selector']) !== undefined;
  const action = textAt(value, 'parameterNotFoundAction');
  const exclusive = 'name and selector are mutually exclusive';
  return [
    ...(hasName && hasSelector
      ? [forbiddenValue(`${at}.name`, exclusive), forbiddenValue(`${at}.selector`, exclusive)]
      : []),
    ...(hasName || hasSelector ? [] : [requiredValue(at, 'one of name or selector must be specified')]),
    ...(action === '' ? [requiredValue(`${at}.parameterNotFoundAction`)] : []),
    ...(action === '' || action === 'Deny' || action === 'Allow'
      ? []
      : [unsupportedValue(`${at}.parameterNotFoundAction`, action, ['Deny', 'Allow'])]),
  ];
}
