import { BlockList, isIPv6 } from 'node:net';
import type { ManifestOf } from '../src/index.ts';

type Policy = ManifestOf<'NetworkPolicy'>;
type Rule = NonNullable<Policy['spec']['ingress']>[number] & NonNullable<Policy['spec']['egress']>[number];
type ApiPeer = NonNullable<Rule['to']>[number];
type Selector = NonNullable<ApiPeer['podSelector']>;

/** Who is on the other side: an address, and the pod behind it where there is one. */
export interface Endpoint {
  readonly address: string;
  readonly pod?: { readonly labels: Labels; readonly namespace: Labels };
}
type Labels = Readonly<Record<string, string>>;

/** What NetworkPolicy means, as far as generated ones use it: is a connection of the policy's pods allowed? */
export function allows(
  { metadata, spec }: Policy,
  way: 'ingress' | 'egress',
  peer: Endpoint,
  connection: { readonly port: number; readonly protocol: string },
): boolean {
  const isSubject = spec.policyTypes?.includes(way === 'ingress' ? 'Ingress' : 'Egress');
  if (isSubject !== true) return true;
  const rules: readonly Rule[] = spec[way] ?? [];
  return rules.some(({ from, to, ports }) => {
    const peers = from ?? to;
    const isPeer = peers === undefined || peers.some((one) => matches(one, peer, metadata.namespace));
    const isPort =
      ports === undefined ||
      ports.some((one) => {
        const first = Number(one.port);
        return (
          one.protocol === connection.protocol && connection.port >= first && connection.port <= (one.endPort ?? first)
        );
      });
    return isPeer && isPort;
  });
}

function matches({ ipBlock, podSelector, namespaceSelector }: ApiPeer, peer: Endpoint, own: string): boolean {
  if (ipBlock) {
    return isWithin(peer.address, [ipBlock.cidr]) && !isWithin(peer.address, ipBlock.except ?? []);
  }
  if (peer.pod === undefined) return false;
  const namespaces = namespaceSelector ?? { matchLabels: { 'kubernetes.io/metadata.name': own } };
  return selects(namespaces, peer.pod.namespace) && selects(podSelector ?? {}, peer.pod.labels);
}

const selects = ({ matchLabels = {} }: Selector, labels: Labels): boolean =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value);

function isWithin(address: string, cidrs: readonly string[]): boolean {
  return cidrs.some((cidr) => {
    const [subnet = '', bits] = cidr.split('/');
    if (isIPv6(subnet) !== isIPv6(address)) return false;
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    const list = new BlockList();
    list.addSubnet(subnet, Number(bits), family);
    return list.check(address, family);
  });
}
