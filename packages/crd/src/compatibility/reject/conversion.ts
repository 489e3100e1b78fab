import { Buffer } from 'node:buffer';
import { dns1035Faults, dns1123SubdomainFaults } from '@slipway/apimachinery/names';
import { type CrdConversion, isRequestUri } from '../../schema/index.ts';
import { type Check, type Refusal, refuse, where } from './refusal.ts';

type ClientConfig = NonNullable<NonNullable<CrdConversion['webhook']>['clientConfig']>;
type Service = NonNullable<ClientConfig['service']>;

const AT = 'spec.conversion';
const CLIENT = `${AT}.webhookClientConfig`;
const REVIEWS = `${AT}.conversionReviewVersions`;
const CHECKS_BUNDLE_SINCE = 31;

/** How objects are converted between versions (J16). */
export const conversion: Check = ({ spec }, { old, minor }) => {
  const { strategy = '', webhook } = spec.conversion ?? { strategy: 'None' };
  const { clientConfig, conversionReviewVersions: reviews = [] } = webhook ?? {};
  if (strategy === '') return [refuse('J16', `${AT}.strategy`, 'Required value')];
  if (strategy !== 'Webhook') {
    const forbidden = 'Forbidden: should not be set when strategy is not set to Webhook';
    return where(
      [strategy !== 'None', () => refuse('J16', `${AT}.strategy`, `Unsupported value: "${strategy}"`)],
      [clientConfig !== undefined, () => refuse('J16', CLIENT, forbidden)],
      [reviews.length > 0, () => refuse('J16', REVIEWS, forbidden)],
    );
  }
  const { url, service, caBundle = '' } = clientConfig ?? {};
  const isOneGiven = (url === undefined) !== (service === undefined);
  return [
    ...where(
      [
        spec.preserveUnknownFields === true,
        () => refuse('J16', `${AT}.strategy`, 'must be None if spec.preserveUnknownFields is true'),
      ],
      [!isOneGiven, () => refuse('J16', CLIENT, 'exactly one of url or service is required')],
      [
        old !== null && minor >= CHECKS_BUNDLE_SINCE && caBundle !== '' && !isBundle(caBundle),
        () => refuse('J16', `${CLIENT}.caBundle`, 'unable to load root certificates', 'ca-bundle'),
      ],
    ),
    ...(isOneGiven && url !== undefined ? urlRefusals(url) : []),
    ...(isOneGiven && service !== undefined ? serviceRefusals(service) : []),
    ...reviewRefusals(reviews),
  ];
};

/** Certificates as PEM, in base64. Whether each can be parsed only the server knows. */
function isBundle(text: string): boolean {
  return Buffer.from(text, 'base64').toString('latin1').includes('-----BEGIN CERTIFICATE-----');
}

/** Scheme, user, host, query and fragment. */
const URL_PARTS = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/(?:([^/?#]*)@)?([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/is;

function urlRefusals(url: string): Refusal[] {
  const at = `${CLIENT}.url`;
  const [, scheme = '', user, host = '', query = '', fragment = ''] = URL_PARTS.exec(url) ?? [];
  return where(
    [scheme.toLowerCase() !== 'https', () => refuse('J16', at, "'https' is the only allowed URL scheme")],
    [host === '', () => refuse('J16', at, 'host must be specified')],
    [user !== undefined, () => refuse('J16', at, 'user information is not permitted in the URL')],
    [query !== '', () => refuse('J16', at, 'query parameters are not permitted in the URL')],
    [fragment !== '', () => refuse('J16', at, 'fragments are not permitted in the URL')],
    [scheme !== '' && !isRequestUri(url), () => refuse('J16', at, 'url must be a valid URL')],
  );
}

const LAST_PORT = 65_535;

function serviceRefusals({ name = '', namespace = '', port = 443, path = '' }: Service): Refusal[] {
  const at = `${CLIENT}.service`;
  return [
    ...where(
      [name === '', () => refuse('J16', `${at}.name`, 'Required value')],
      [namespace === '', () => refuse('J16', `${at}.namespace`, 'Required value')],
      [port < 1 || port > LAST_PORT, () => refuse('J16', `${at}.port`, 'must be between 1 and 65535, inclusive')],
    ),
    ...pathRefusals(path, `${at}.path`),
  ];
}

function pathRefusals(path: string, at: string): Refusal[] {
  if (path === '' || path === '/') return [];
  const segments = path === '//' ? [''] : path.slice(1).replace(/\/$/, '').split('/');
  return where(
    [!path.startsWith('/'), () => refuse('J16', at, "must start with a '/'")],
    ...segments.map((segment, index): readonly [boolean, () => Refusal] => [
      dns1123SubdomainFaults(segment).length > 0,
      () => refuse('J16', at, `segment[${index}] must be a lower case name`),
    ]),
  );
}

function reviewRefusals(reviews: readonly string[]): Refusal[] {
  return where(
    [reviews.length === 0, () => refuse('J16', REVIEWS, 'Required value')],
    [new Set(reviews).size < reviews.length, () => refuse('J16', REVIEWS, 'duplicate version')],
    [
      reviews.some((version) => dns1035Faults(version).length > 0),
      () => refuse('J16', REVIEWS, 'a version must be a DNS-1035 label'),
    ],
    [
      reviews.length > 0 && !reviews.some((version) => version === 'v1' || version === 'v1beta1'),
      () => refuse('J16', REVIEWS, 'must include at least one of v1, v1beta1', 'review-versions'),
    ],
  );
}
