import { objectsAt } from '../../admitted/index.ts';
import { fieldAt, type JsonObject, type KubeObject, textAt } from '../../objects/index.ts';
import { duplicateValue, type FieldError, invalidValue, requiredValue, unsupportedValue } from '../../status/index.ts';
import { conditionErrors } from './condition-errors.ts';
import { ruleErrors } from './rule-errors.ts';

const REVIEW_VERSIONS = ['v1', 'v1beta1'];
const SIDE_EFFECTS = ['None', 'NoneOnDryRun'];

/** What is wrong with a webhook configuration, in the order in which a real server finds it. */
export function webhookErrors(configuration: KubeObject): FieldError[] {
  const webhooks = objectsAt(configuration, 'webhooks');
  const names = webhooks.map((webhook) => textAt(webhook, 'name'));
  return webhooks.flatMap((webhook, index) => {
    const at = `webhooks[${index}]`;
    const name = names[index] ?? '';
    return [
      ...nameErrors(name, `${at}.name`),
      ...objectsAt(webhook, 'rules').flatMap((rule, place) => ruleErrors(rule, `${at}.rules[${place}]`)),
      ...oneOf(webhook, 'failurePolicy', ['Fail', 'Ignore'], at),
      ...oneOf(webhook, 'matchPolicy', ['Equivalent', 'Exact'], at),
      ...(textAt(webhook, 'sideEffects') === ''
        ? [requiredValue(`${at}.sideEffects`, `must specify one of ${SIDE_EFFECTS.join(', ')}`)]
        : oneOf(webhook, 'sideEffects', SIDE_EFFECTS, at)),
      ...timeoutErrors(webhook['timeoutSeconds'], `${at}.timeoutSeconds`),
      ...oneOf(webhook, 'reinvocationPolicy', ['IfNeeded', 'Never'], at),
      ...clientErrors(webhook, `${at}.clientConfig`),
      ...conditionErrors(objectsAt(webhook, 'matchConditions'), `${at}.matchConditions`),
      ...versionErrors(webhook['admissionReviewVersions'], `${at}.admissionReviewVersions`),
      ...(name !== '' && names.indexOf(name) < index ? [duplicateValue(`${at}.name`, name)] : []),
    ];
  });
}

function oneOf(owner: JsonObject, field: string, supported: readonly string[], at: string): FieldError[] {
  const value = textAt(owner, field);
  return value === '' || supported.includes(value) ? [] : [unsupportedValue(`${at}.${field}`, value, supported)];
}

function nameErrors(name: string, at: string): FieldError[] {
  if (name === '') return [requiredValue(at)];
  return name.split('.').length < 3
    ? [invalidValue(at, name, 'should be a domain with at least three segments separated by dots')]
    : [];
}

function timeoutErrors(seconds: unknown, at: string): FieldError[] {
  if (typeof seconds !== 'number' || (seconds >= 1 && seconds <= 30)) return [];
  return [invalidValue(at, seconds, 'the timeout value must be between 1 and 30 seconds')];
}

function clientErrors(webhook: JsonObject, at: string): FieldError[] {
  const url = fieldAt(webhook, ['clientConfig', 'url']);
  const service = fieldAt(webhook, ['clientConfig', 'service']);
  if ((url === undefined) === (service === undefined)) {
    return [requiredValue(at, 'exactly one of url or service is required')];
  }
  if (typeof url === 'string') return urlErrors(url, `${at}.url`);
  // A real server takes the one for the other here, and clients see its words.
  return [
    ...(textAt(service, 'namespace') === '' ? [requiredValue(`${at}.service.name`)] : []),
    ...(textAt(service, 'name') === '' ? [requiredValue(`${at}.service.namespace`)] : []),
  ];
}

function urlErrors(text: string, at: string): FieldError[] {
  const form = '; desired format: https://host[/path]';
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return [requiredValue(at, `url must be a valid URL: parse ${JSON.stringify(text)}${form}`)];
  }
  const scheme = url.protocol.slice(0, -1);
  const user = url.password ? `${url.username}:xxxxx` : url.username;
  return [
    ...(scheme === 'https' ? [] : [invalidValue(at, scheme, `'https' is the only allowed URL scheme${form}`)]),
    ...(url.host === '' ? [invalidValue(at, '', `host must be specified${form}`)] : []),
    ...(user === '' ? [] : [invalidValue(at, user, 'user information is not permitted in the URL')]),
    ...(url.hash === '' ? [] : [invalidValue(at, url.hash.slice(1), 'fragments are not permitted in the URL')]),
    ...(url.search === ''
      ? []
      : [invalidValue(at, url.search.slice(1), 'query parameters are not permitted in the URL')]),
  ];
}

function versionErrors(value: unknown, at: string): FieldError[] {
  const versions = Array.isArray(value) ? value.map(String) : [];
  const known = REVIEW_VERSIONS.join(', ');
  if (versions.length === 0) return [requiredValue(at, `must specify one of ${known}`)];
  return [
    ...versions.flatMap((version, index) =>
      versions.indexOf(version) < index ? [invalidValue(`${at}[${index}]`, version, 'duplicate version')] : [],
    ),
    ...(versions.some((version) => REVIEW_VERSIONS.includes(version))
      ? []
      : [invalidValue(at, versions, `must include at least one of ${known}`)]),
  ];
}
