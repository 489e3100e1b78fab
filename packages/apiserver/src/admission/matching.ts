import { isEmptySelector, type LabelSelector, matchesSelector } from '@slipway/apimachinery/selectors';
import { isJsonObject, type KubeObject } from '../objects/index.ts';
import type { Attributes, Kernel } from '../operations/index.ts';
import { notFound } from '../status/index.ts';
import { keyOf, type Store } from '../store/index.ts';
import { equivalentsOf, namespaceOf, type Requested, requestedOf } from './requested.ts';
import { matchesRule, type Rule } from './rules.ts';

/** Which requests a webhook or a policy is about. */
export interface Match {
  /** Undefined: about all. */
  readonly rules: readonly Rule[] | undefined;
  readonly excluded: readonly Rule[];
  readonly namespaceSelector: LabelSelector | undefined;
  readonly objectSelector: LabelSelector | undefined;
  /** Also about requests for the same objects in another version. */
  readonly isForEquivalents: boolean;
}

/** A selector that selects everything is none. */
export function selectorFrom(value: unknown): LabelSelector | undefined {
  const selector = isJsonObject(value) ? (value as LabelSelector) : {};
  return isEmptySelector(selector) ? undefined : selector;
}

/** The version in which the matching policy wants to see the request; undefined when it is not about it. */
export function matchingVersion(
  match: Match,
  attributes: Attributes,
  { store, registry }: Pick<Kernel, 'store' | 'registry'>,
): Requested | undefined {
  // The cheapest question first: most requests are about something else.
  const found = match.rules ? versionFor(match.rules, match, attributes, registry) : requestedOf(attributes);
  if (!found || versionFor(match.excluded, match, attributes, registry)) return undefined;
  if (match.objectSelector && !isSelected(match.objectSelector, attributes)) return undefined;
  return match.namespaceSelector && !isInSelected(match.namespaceSelector, attributes, store) ? undefined : found;
}

function versionFor(
  rules: readonly Rule[],
  { isForEquivalents }: Match,
  attributes: Attributes,
  registry: Kernel['registry'],
): Requested | undefined {
  if (rules.length === 0) return undefined;
  const requested = requestedOf(attributes);
  const own = subjectOf(requested, attributes);
  if (rules.some((rule) => matchesRule(rule, own))) return requested;
  if (!isForEquivalents) return undefined;
  const others = equivalentsOf(attributes, registry);
  for (const rule of rules) {
    const found = others.find((other) => matchesRule(rule, subjectOf(other, attributes)));
    if (found) return found;
  }
  return undefined;
}

function subjectOf({ group, version, plural, subresource }: Requested, { operation, target }: Attributes) {
  const isNamespaced = target.namespace !== undefined;
  return { group, version, plural, subresource, operation, name: target.name ?? '', isNamespaced };
}

function isSelected(selector: LabelSelector, { object, old }: Attributes): boolean {
  return [object, old].some((one) => one !== undefined && matchesSelector(selector, one.metadata.labels));
}

/** What is in no namespace is never left out by one. */
function isInSelected(selector: LabelSelector, attributes: Attributes, store: Store): boolean {
  const name = namespaceOf(attributes);
  if (name === '') return true;
  return matchesSelector(selector, namespaceObject(name, attributes, store).metadata.labels);
}

function namespaceObject(name: string, { target, object, operation }: Attributes, store: Store): KubeObject {
  const isWritten = target.resource.collection === 'namespaces' && !target.subresource && operation !== 'DELETE';
  if (isWritten && object) return object;
  const entry = store.get('namespaces', keyOf(undefined, name));
  if (!entry) throw notFound({ group: '', plural: 'namespaces' }, name);
  return entry.object;
}

const ABOUT_ADMISSION = new Set(
  ['webhookconfigurations', 'admissionpolicies', 'admissionpolicybindings'].flatMap((name) =>
    ['validating', 'mutating'].map((kind) => `${kind}${name}.admissionregistration.k8s.io`),
  ),
);

/** Nobody may lock out those who could unlock: what configures admission is not subject to it. */
export function isAboutAdmission({ target }: Attributes): boolean {
  return ABOUT_ADMISSION.has(target.resource.collection);
}
