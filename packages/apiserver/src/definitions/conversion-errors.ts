import { dns1035Faults, dns1123SubdomainFaults } from '@slipway/apimachinery/names';
import { fieldAt, isJsonObject, textAt } from '../objects/index.ts';
import { type FieldError, forbiddenValue, invalidValue, requiredValue, unsupportedValue } from '../status/index.ts';

const REVIEW_VERSIONS = ['v1', 'v1beta1'];
const URL_FORM = '; desired format: https://host[/path]';
const ONLY_WITH_WEBHOOK = 'should not be set when strategy is not set to Webhook';

/** How versions are converted into each other. `checksBundle`: only definitions in use must have a good one. */
export function conversionErrors(conversion: unknown, checksBundle: boolean): FieldError[] {
  if (!isJsonObject(conversion)) return [];
  const at = 'spec.conversion';
  const strategy = textAt(conversion, 'strategy');
  const client = fieldAt(conversion, ['webhook', 'clientConfig']);
  const reviews = fieldAt(conversion, ['webhook', 'conversionReviewVersions']);
  const versions: readonly string[] = Array.isArray(reviews) ? reviews.map(String) : [];
  const errors: FieldError[] = [];
  if (strategy === '') errors.push(requiredValue(`${at}.strategy`));
  else if (strategy !== 'None' && strategy !== 'Webhook') {
    errors.push(unsupportedValue(`${at}.strategy`, strategy, ['None', 'Webhook']));
  }
  if (strategy !== 'Webhook') {
    if (isJsonObject(client)) errors.push(forbiddenValue(`${at}.webhookClientConfig`, ONLY_WITH_WEBHOOK));
    if (versions.length > 0) errors.push(forbiddenValue(`${at}.conversionReviewVersions`, ONLY_WITH_WEBHOOK));
    return errors;
  }
  return [
    ...errors,
    ...clientErrors(client, `${at}.webhookClientConfig`, checksBundle),
    ...reviewErrors(versions, `${at}.conversionReviewVersions`),
  ];
}

function clientErrors(client: unknown, at: string, checksBundle: boolean): FieldError[] {
  if (!isJsonObject(client)) return [requiredValue(at, 'required when strategy is set to Webhook')];
  const { url, service, caBundle } = client;
  const errors: FieldError[] = [];
  if ((typeof url === 'string') === isJsonObject(service)) {
    errors.push(requiredValue(at, 'exactly one of url or service is required'));
  } else if (typeof url === 'string') errors.push(...urlErrors(url, `${at}.url`));
  else errors.push(...serviceErrors(service, `${at}.service`));
  if (checksBundle && typeof caBundle === 'string' && caBundle !== '' && !isBundle(caBundle)) {
    const why = 'unable to load root certificates: unable to parse bytes as PEM block';
    errors.push(invalidValue(`${at}.caBundle`, caBundle, why));
  }
  return errors;
}

/** Whether a bundle (base64 of PEM) has a certificate in it. None at all is fine: the machine's own count then. */
export function isBundle(caBundle: string): boolean {
  return Buffer.from(caBundle, 'base64').toString('latin1').includes('-----BEGIN CERTIFICATE-----');
}

function urlErrors(text: string, at: string): FieldError[] {
  const [, scheme = '', user, host = '', query, fragment] = URL_PARTS.exec(text) ?? [];
  const errors: FieldError[] = [];
  if (scheme.toLowerCase() !== 'https') {
    errors.push(invalidValue(at, scheme.toLowerCase(), `'https' is the only allowed URL scheme${URL_FORM}`));
  }
  if (host === '') errors.push(invalidValue(at, '', `host must be specified${URL_FORM}`));
  if (user !== undefined) errors.push(invalidValue(at, user, 'user information is not permitted in the URL'));
  if (fragment) errors.push(invalidValue(at, fragment, 'fragments are not permitted in the URL'));
  if (query) errors.push(invalidValue(at, query, 'query parameters are not permitted in the URL'));
  return errors;
}

/** Scheme, user, host, query and fragment. */
const URL_PARTS = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/(?:([^/?#@]*)@)?([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/is;

function serviceErrors(service: unknown, at: string): FieldError[] {
  const errors = ['name', 'namespace']
    .filter((field) => textAt(service, field) === '')
    .map((field) => requiredValue(`${at}.${field}`));
  const port = fieldAt(service, ['port']);
  if (typeof port === 'number' && (port < 1 || port > 65_535)) {
    errors.push(invalidValue(`${at}.port`, port, 'port is not valid: must be between 1 and 65535, inclusive'));
  }
  return [...errors, ...pathErrors(textAt(service, 'path'), `${at}.path`)];
}

function pathErrors(path: string, at: string): FieldError[] {
  if (path === '' || path === '/') return [];
  if (path === '//') return [invalidValue(at, path, 'segment[0] may not be empty')];
  const errors = path.startsWith('/') ? [] : [invalidValue(at, path, "must start with a '/'")];
  const segments = path.slice(1).replace(/\/$/, '').split('/');
  return [
    ...errors,
    ...segments.flatMap((segment, index) => {
      const faults = segment === '' ? [' may not be empty'] : dns1123SubdomainFaults(segment);
      return faults.map((fault) =>
        invalidValue(at, path, segment === '' ? `segment[${index}]${fault}` : `segment[${index}]: ${fault}`),
      );
    }),
  ];
}

function reviewErrors(versions: readonly string[], at: string): FieldError[] {
  if (versions.length === 0) return [requiredValue(at)];
  const errors = versions.flatMap((version, index) => {
    if (versions.indexOf(version) < index) return [invalidValue(`${at}[${index}]`, version, 'duplicate version')];
    return dns1035Faults(version).map((fault) => invalidValue(`${at}[${index}]`, version, fault));
  });
  if (!versions.some((version) => REVIEW_VERSIONS.includes(version))) {
    errors.push(invalidValue(at, versions, `must include at least one of ${REVIEW_VERSIONS.join(', ')}`));
  }
  return errors;
}
