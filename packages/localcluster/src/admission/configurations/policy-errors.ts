import { DYN } from '@slipway/crd/cel';
import { fieldAt, isJsonObject, type KubeObject, textAt } from '../../objects/index.ts';
import {
  duplicateValue,
  type FieldError,
  forbiddenValue,
  invalidValue,
  requiredValue,
  unsupportedValue,
} from '../../status/index.ts';
import { objectsAt, specOf } from '../pods.ts';
import { policyFrom } from '../policies/index.ts';
import { conditionErrors } from './condition-errors.ts';
import { ruleErrors } from './rule-errors.ts';

const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const NOTHING_TO_DO = 'validations or auditAnnotations must contain at least one item';

/** What is wrong with a ValidatingAdmissionPolicy, in the order in which a real server finds it. */
export function policyErrors(object: KubeObject): FieldError[] {
  const spec = specOf(object);
  const constraints = spec['matchConstraints'];
  const validations = objectsAt(spec, 'validations');
  const faults = policyFrom(object).faults();
  const about = (list: string): FieldError[] =>
    faults
      .filter(({ field }) => field.startsWith(list))
      .map(({ field, source, text }) => invalidValue(`spec.${field}`, source, text));
  const isIdle = validations.length === 0 && objectsAt(spec, 'auditAnnotations').length === 0;
  return [
    ...paramKindErrors(spec['paramKind']),
    ...(isJsonObject(constraints) ? [] : [requiredValue('spec.matchConstraints')]),
    ...matchErrors(constraints, 'spec.matchConstraints'),
    ...(isJsonObject(constraints) && objectsAt(constraints, 'resourceRules').length === 0
      ? [requiredValue('spec.matchConstraints.resourceRules')]
      : []),
    ...conditionErrors(
      objectsAt(spec, 'matchConditions'),
      'spec.matchConditions',
      spec['paramKind'] === undefined ? {} : { params: DYN },
    ),
    ...about('variables['),
    ...(isIdle
      ? ['validations', 'auditAnnotations'].map((field) => requiredValue(`spec.${field}`, NOTHING_TO_DO))
      : []),
    ...about('validations['),
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

function paramKindErrors(value: unknown): FieldError[] {
  if (!isJsonObject(value)) return [];
  return ['apiVersion', 'kind'].flatMap((field) =>
    textAt(value, field) === '' ? [requiredValue(`spec.paramKind.${field}`)] : [],
  );
}

function matchErrors(value: unknown, at: string): FieldError[] {
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

function paramRefErrors(value: unknown, at: string): FieldError[] {
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
