import { BlockList } from 'node:net';
import { type Labels, type ManifestOf, manifestOf } from '@slipway/workloads';
import { describe, expect, test } from 'vitest';
import { grantsOf } from './grants.ts';
import type { CapabilitySettings } from './settings.ts';

type Policy = ManifestOf<'NetworkPolicy'>['spec'];
type Rule = NonNullable<Policy['ingress']>[number];
type PolicyPeer = NonNullable<Rule['from']>[number];
type Selector = NonNullable<PolicyPeer['podSelector']>;

/** The other end: a pod, or an address outside of the cluster. */
interface Party {
  readonly labels?: Labels;
  readonly namespace?: string;
  readonly ip?: string;
}

const OWN = 'shop';

function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  const holds = ({ key, operator, values = [] }: (typeof matchExpressions)[number]): boolean => {
    const value = labels[key];
    if (operator === 'Exists') return value !== undefined;
    if (operator === 'DoesNotExist') return value === undefined;
    const isIn = value !== undefined && values.includes(value);
    return operator === 'In' ? isIn : !isIn;
  };
  return Object.entries(matchLabels).every(([key, value]) => labels[key] === value) && matchExpressions.every(holds);
}

function isWithin(ip: string, cidr: string): boolean {
  const [address = '', bits] = cidr.split('/');
  const family = ip.includes(':') ? 'ipv6' : 'ipv4';
  if (family !== (address.includes(':') ? 'ipv6' : 'ipv4')) return false;
  const list = new BlockList();
  list.addSubnet(address, Number(bits), family);
  return list.check(ip, family);
}

/** The semantics of one peer: selectors of one entry are joined by and; an address block is for addresses. */
function isPeer({ podSelector, namespaceSelector, ipBlock }: PolicyPeer, party: Party): boolean {
  if (ipBlock) {
    const { ip } = party;
    return ip !== undefined && isWithin(ip, ipBlock.cidr) && !(ipBlock.except ?? []).some((part) => isWithin(ip, part));
  }
  const { labels, namespace = OWN } = party;
  if (labels === undefined) return false;
  const isThere = namespaceSelector
    ? selects(namespaceSelector, { 'kubernetes.io/metadata.name': namespace })
    : namespace === OWN;
  return isThere && (podSelector === undefined || selects(podSelector, labels));
}

/** Whether the policy lets a connection through; no peers means everyone, no ports means every port. */
function allows(rules: readonly Rule[], way: 'from' | 'to', party: Party, port: number, protocol = 'TCP'): boolean {
  return rules.some((rule) => {
    const peers = (rule as { from?: PolicyPeer[]; to?: PolicyPeer[] })[way] ?? [];
    const ports = rule.ports ?? [];
    const isOpen = ports.some(
      (open) =>
        (open.protocol ?? 'TCP') === protocol &&
        (open.port === undefined || (port >= Number(open.port) && port <= (open.endPort ?? Number(open.port)))),
    );
    return (peers.length === 0 || peers.some((peer) => isPeer(peer, party))) && (ports.length === 0 || isOpen);
  });
}

function policyOf(settings: Omit<CapabilitySettings, 'port'>): {
  accepts: (party: Party, port?: number) => boolean;
  reaches: (party: Party, port?: number, protocol?: string) => boolean;
} {
  const { network, problems } = grantsOf({ port: 50051, ...settings }, { monitoringNamespace: 'watchers' });
  expect(problems).toEqual([]);
  const policy = manifestOf({ name: 'module-db', namespace: OWN, network }, 'NetworkPolicy')?.spec;
  expect(policy?.policyTypes).toEqual(['Ingress', 'Egress']);
  return {
    accepts: (party, port = 50051) => allows(policy?.ingress ?? [], 'from', party, port),
    reaches: (party, port = 443, protocol = 'TCP') => allows(policy?.egress ?? [], 'to', party, port, protocol),
  };
}

const handler: Party = { labels: { 'gati.dev/handler': 'users' } };
const module: Party = { labels: { 'gati.dev/module': 'mail' } };
const stranger: Party = { labels: { app: 'web' } };
const elsewhere: Party = { ...handler, namespace: 'other' };
const prometheus: Party = { labels: { app: 'prometheus' }, namespace: 'watchers' };
const dns: Party = { labels: { 'k8s-app': 'kube-dns' }, namespace: 'kube-system' };
const internet: Party = { ip: '203.0.113.9' };
const internet6: Party = { ip: '2001:db8::9' };
const credentials: Party = { ip: '169.254.169.254' };
const credentials6: Party = { ip: 'fd00:ec2::254' };
const database: Party = { labels: { 'gati.dev/provides': 'database' } };
const cache: Party = { labels: { 'gati.dev/provides': 'cache' } };

describe('who may talk to a module', () => {
  test('G-127: without capabilities only handlers and modules of the namespace, on its port', () => {
    const { accepts } = policyOf({});
    expect([handler, module].map((party) => accepts(party))).toEqual([true, true]);
    expect([stranger, elsewhere, prometheus, internet].map((party) => accepts(party))).toEqual(Array(4).fill(false));
    expect(accepts(handler, 9229)).toBe(false);
  });

  test('G-127: network:ingress without a list opens the port to the namespace, to nobody else', () => {
    const { accepts } = policyOf({ capabilities: ['network:ingress'] });
    expect([handler, stranger].map((party) => accepts(party))).toEqual([true, true]);
    expect([elsewhere, internet].map((party) => accepts(party))).toEqual([false, false]);
    expect(accepts(stranger, 9229)).toBe(false);
  });

  test('G-127: network:ingress with a list admits what is in it, beside handlers and modules', () => {
    const { accepts } = policyOf({
      capabilities: ['network:ingress'],
      network: {
        ingress: [
          { podSelector: { matchLabels: { app: 'web' } } },
          { cidr: '203.0.113.0/24', ports: [{ port: 9000, endPort: 9010 }] },
        ],
      },
    });
    expect([handler, stranger].map((party) => accepts(party))).toEqual([true, true]);
    expect(accepts({ labels: { app: 'other' } })).toBe(false);
    expect([8999, 9000, 9010, 9011].map((port) => accepts(internet, port))).toEqual([false, true, true, false]);
  });

  test('G-127: metrics:write admits the monitoring namespace on the port', () => {
    expect(policyOf({ capabilities: ['metrics:write'] }).accepts(prometheus)).toBe(true);
    expect(policyOf({ capabilities: ['logging:write'] }).accepts(prometheus)).toBe(false);
  });
});

describe('whom a module may talk to', () => {
  test.each([[[]], [['storage']], [['network:ingress', 'metrics:write', 'logging:write']]])(
    'G-127: with %o it reaches nobody, not even DNS',
    (capabilities) => {
      const { reaches } = policyOf({ capabilities });
      expect([handler, internet, database, credentials].map((party) => reaches(party))).toEqual(Array(4).fill(false));
      expect(reaches(dns, 53, 'UDP')).toBe(false);
    },
  );

  test('G-127: network:egress without a list reaches every address but those that hand out credentials', () => {
    const { reaches } = policyOf({ capabilities: ['network:egress'] });
    expect([internet, internet6].map((party) => reaches(party))).toEqual([true, true]);
    expect([credentials, credentials6].map((party) => reaches(party, 80))).toEqual([false, false]);
    expect([reaches(dns, 53, 'UDP'), reaches(dns, 53)]).toEqual([true, true]);
  });

  test('G-127: network:egress with a list reaches what is in it and DNS', () => {
    const { reaches } = policyOf({
      capabilities: ['network:egress'],
      network: {
        egress: [
          { cidr: '203.0.113.0/24', ports: [{ port: 443 }] },
          { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'other' } }, podSelector: {} },
        ],
      },
    });
    expect([reaches(internet), reaches(internet, 80), reaches({ ip: '198.51.100.1' })]).toEqual([true, false, false]);
    expect([reaches(elsewhere, 3000), reaches(handler, 3000)]).toEqual([true, false]);
    expect(reaches(dns, 53, 'UDP')).toBe(true);
  });

  test('G-127: a database or a cache is reached where it is declared to be, else by its label', () => {
    const labelled = policyOf({ capabilities: ['database:read'] });
    expect([database, cache, internet].map((party) => labelled.reaches(party, 5432))).toEqual([true, false, false]);
    expect(labelled.reaches({ ...database, namespace: 'other' }, 5432)).toBe(false);
    const named = policyOf({
      capabilities: ['database:write', 'cache:read'],
      network: {
        egress: [{ name: 'database', cidr: '203.0.113.9/32', ports: [{ port: 5432 }] }, { cidr: '198.51.100.0/24' }],
      },
    });
    expect([named.reaches(internet, 5432), named.reaches(internet, 443)]).toEqual([true, false]);
    expect([named.reaches(database, 5432), named.reaches(cache, 6379)]).toEqual([false, true]);
    expect(named.reaches({ ip: '198.51.100.1' }), 'an entry without a name is for network:egress').toBe(false);
  });
});
