import { BlockList, isIP } from 'node:net';
import type * as networking from 'kubernetes-types/networking/v1.js';
import { type Draft, type Manifest, metadataOf, selectorOf } from '../manifests/index.ts';
import type { AddressPeer, NetworkPort, NetworkRule, Peer, Workload } from '../model/index.ts';
import { checkDnsLabel, checkLabels, checkPort, quote, type Report } from '../report/index.ts';

/** The label that every namespace gets from the API server. */
const NAMESPACE_LABEL = 'kubernetes.io/metadata.name';

const DNS: Draft<networking.NetworkPolicyEgressRule> = {
  to: [
    {
      namespaceSelector: { matchLabels: { [NAMESPACE_LABEL]: 'kube-system' } },
      podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } },
    },
  ],
  ports: [
    { protocol: 'UDP', port: 53 },
    { protocol: 'TCP', port: 53 },
  ],
};

/** Every address; as a destination without those where clouds hand out the node's credentials. */
const ANYWHERE: Readonly<Record<Way, readonly AddressPeer[]>> = {
  ingress: [{ cidr: '0.0.0.0/0' }, { cidr: '::/0' }],
  egress: [
    { cidr: '0.0.0.0/0', except: ['169.254.0.0/16'] },
    { cidr: '::/0', except: ['fd00:ec2::254/128'] },
  ],
};

type Way = 'ingress' | 'egress';

/** Denies everything both ways but what is named. Names are of no use without DNS, so that comes with any way out. */
export function networkPolicies(workload: Workload, report: Report): Draft<Manifest>[] {
  const { network } = workload;
  if (network === undefined) return [];
  const { name, ingress = [], egress = [] } = network;
  if (name !== undefined) checkDnsLabel(name, 'network.name', report);
  checkRules(ingress, 'network.ingress', report);
  checkRules(egress, 'network.egress', report);
  return [
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: metadataOf(workload, name === undefined ? {} : { name }),
      spec: {
        podSelector: { matchLabels: selectorOf(workload) },
        policyTypes: ['Ingress', 'Egress'],
        ingress: ingress.map((rule) => ({ from: peersOf(rule, 'ingress'), ports: portsOf(rule) })),
        egress: [
          ...egress.map((rule) => ({ to: peersOf(rule, 'egress'), ports: portsOf(rule) })),
          ...(egress.length > 0 ? [DNS] : []),
        ],
      },
    },
  ];
}

function peersOf({ peers }: NetworkRule, way: Way): Draft<networking.NetworkPolicyPeer>[] {
  return peers.flatMap((peer): Draft<networking.NetworkPolicyPeer>[] => {
    if (peer === 'anywhere') return ANYWHERE[way].map((ipBlock) => ({ ipBlock }));
    if ('cidr' in peer) return [{ ipBlock: { cidr: peer.cidr, except: peer.except } }];
    const named = peer.namespace === undefined ? undefined : { matchLabels: { [NAMESPACE_LABEL]: peer.namespace } };
    return [{ podSelector: peer.podSelector, namespaceSelector: named ?? peer.namespaceSelector }];
  });
}

const portsOf = ({ ports }: NetworkRule): Draft<networking.NetworkPolicyPort>[] | undefined =>
  ports?.map(({ port, endPort, protocol = 'TCP' }) => ({ port, endPort, protocol }));

function checkRules(rules: readonly NetworkRule[], field: string, report: Report): void {
  rules.forEach(({ peers, ports = [] }, index) => {
    const at = `${field}[${index}]`;
    // In Kubernetes an empty list means everyone, which nobody should write by mistake.
    if (peers.length === 0) report('WORKLOAD_NETWORK', `${at}.peers`, 'is empty; name peers, or write "anywhere"');
    peers.forEach((peer, n) => checkPeer(peer, `${at}.peers[${n}]`, report));
    ports.forEach((port, n) => checkNetworkPort(port, `${at}.ports[${n}]`, report));
  });
}

function checkNetworkPort({ port, endPort }: NetworkPort, field: string, report: Report): void {
  if (typeof port === 'number') checkPort(port, `${field}.port`, report);
  if (endPort === undefined) return;
  checkPort(endPort, `${field}.endPort`, report);
  if (typeof port !== 'number' || endPort < port)
    report('WORKLOAD_PORT', `${field}.endPort`, `is ${endPort}; a range ends at or above its first number`);
}

function checkPeer(peer: Peer, field: string, report: Report): void {
  if (peer === 'anywhere') return;
  const tell = (at: string, message: string): void => report('WORKLOAD_NETWORK', at, message);
  if (!('cidr' in peer)) {
    const { podSelector, namespace, namespaceSelector } = peer;
    if (namespace !== undefined) checkDnsLabel(namespace, `${field}.namespace`, report);
    checkLabels(podSelector?.matchLabels, `${field}.podSelector.matchLabels`, report);
    checkLabels(namespaceSelector?.matchLabels, `${field}.namespaceSelector.matchLabels`, report);
    if (namespace !== undefined && namespaceSelector !== undefined)
      tell(field, 'has a namespace and a selector of namespaces; give one of them');
    if (!podSelector && namespace === undefined && !namespaceSelector)
      tell(field, 'names nobody; give a podSelector, a namespace or a cidr');
    return;
  }
  const whole = subnetOf(peer.cidr);
  if (whole === undefined) tell(`${field}.cidr`, `is ${quote(peer.cidr)}; write an address range such as 10.0.0.0/8`);
  peer.except?.forEach((cidr, index) => {
    const part = subnetOf(cidr);
    if (part === undefined) tell(`${field}.except[${index}]`, `is ${quote(cidr)}; write an address range`);
    else if (whole && !contains(whole, part))
      tell(`${field}.except[${index}]`, `is ${quote(cidr)}, which does not lie within ${peer.cidr}`);
  });
}

interface Subnet {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

function subnetOf(cidr: string): Subnet | undefined {
  const [, address = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(cidr) ?? [];
  const version = isIP(address);
  if (version === 0 || Number(bits) > (version === 4 ? 32 : 128)) return undefined;
  return { address, bits: Number(bits), family: version === 4 ? 'ipv4' : 'ipv6' };
}

/** Strictly: the API refuses an exception that leaves nothing. */
function contains(whole: Subnet, part: Subnet): boolean {
  if (whole.family !== part.family || part.bits <= whole.bits) return false;
  const list = new BlockList();
  list.addSubnet(whole.address, whole.bits, whole.family);
  return list.check(part.address, part.family);
}
