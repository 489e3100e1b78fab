import { canonicalJson } from '@slipway/apimachinery/json';
import { type JsonObject } from '@slipway/crd/schema';
import { LABELS } from '../names/index.ts';
import { filled, isEmpty, objectsAt, textAt, valueAt } from './fields.ts';

const STORES = ['database', 'cache'] as const;

/** The entries of `spec.network` behind a policy that the operator made; what capabilities bring is not among them. */
export function networkOf(policy: JsonObject, capabilities: readonly string[]): JsonObject {
  const egress = objectsAt(policy, 'spec', 'egress')
    .filter((rule) => !isDns(rule) && !isAnywhere(rule) && providedBy(rule) === undefined)
    .map((rule) => entryOf(rule, 'to'));
  const provided = objectsAt(policy, 'spec', 'egress').map(providedBy);
  // A store that is reached without its label is one of the entries.
  const [store] = STORES.filter(
    (name) => capabilities.some((one) => one.startsWith(`${name}:`)) && !provided.includes(name),
  );
  const ingress = objectsAt(policy, 'spec', 'ingress')
    .filter((rule) => !isOfGati(rule))
    .map((rule) => entryOf(rule, 'from'));
  return filled({
    egress: store === undefined ? egress : egress.map((entry) => ({ name: store, ...entry })),
    ingress: capabilities.includes('network:ingress') ? ingress.filter((entry) => !isBroughtAlong(entry)) : [],
  });
}

function entryOf(rule: JsonObject, side: 'to' | 'from'): JsonObject {
  return filled({
    cidr: textAt(rule, side, 0, 'ipBlock', 'cidr'),
    podSelector: valueAt(rule, side, 0, 'podSelector'),
    namespaceSelector: valueAt(rule, side, 0, 'namespaceSelector'),
    ports: rule['ports'],
  });
}

const isDns = (rule: JsonObject): boolean =>
  textAt(rule, 'to', 0, 'podSelector', 'matchLabels', 'k8s-app') === 'kube-dns' && !isEmpty(rule['ports']);

const isAnywhere = (rule: JsonObject): boolean => textAt(rule, 'to', 0, 'ipBlock', 'cidr') === '0.0.0.0/0';

const providedBy = (rule: JsonObject): string | undefined =>
  textAt(rule, 'to', 0, 'podSelector', 'matchLabels', LABELS.provides);

const isOfGati = (rule: JsonObject): boolean =>
  canonicalJson(valueAt(rule, 'from', 0) ?? null).includes(`"${LABELS.handler}"`);

/** The namespace that collects metrics, or every pod of the namespace. */
const isBroughtAlong = ({ podSelector, namespaceSelector }: JsonObject): boolean =>
  textAt(namespaceSelector, 'matchLabels', 'kubernetes.io/metadata.name') !== undefined ||
  (podSelector === undefined && namespaceSelector === undefined);
