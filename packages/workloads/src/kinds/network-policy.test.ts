import { describe, expect, test } from 'vitest';
import { small } from '../../test/descriptions.ts';
import { allows, type Endpoint } from '../../test/network-policy.ts';
import type { Network, Peer } from '../model/index.ts';
import { manifestOf, problemsOf } from './generate.ts';

const policyOf = (network: Network) => {
  const policy = manifestOf({ ...small, network }, 'NetworkPolicy');
  if (policy === undefined) throw new Error('no policy');
  return policy;
};
const pod = (namespace: string, labels: Record<string, string>, address = '10.9.9.9'): Endpoint => ({
  address,
  pod: { labels, namespace: { 'kubernetes.io/metadata.name': namespace } },
});
const neighbour = pod('shop', { app: 'cart' });
const stranger = pod('other', { app: 'cart' });
const dns = pod('kube-system', { 'k8s-app': 'kube-dns' });
const tcp = (port: number) => ({ port, protocol: 'TCP' });

describe('network policies', () => {
  test('G-127: what is not named is denied, both ways, DNS included', () => {
    const policy = policyOf({});
    for (const peer of [neighbour, stranger, dns, { address: '1.1.1.1' }]) {
      expect(allows(policy, 'ingress', peer, tcp(8080))).toBe(false);
      expect(allows(policy, 'egress', peer, tcp(53))).toBe(false);
    }
  });

  test('G-127: pods of the namespace may come in on the port, nobody else and nowhere else', () => {
    const policy = policyOf({ ingress: [{ peers: [{ podSelector: {} }], ports: [{ port: 8080 }] }] });
    expect(allows(policy, 'ingress', neighbour, tcp(8080))).toBe(true);
    expect(allows(policy, 'ingress', neighbour, tcp(8081))).toBe(false);
    expect(allows(policy, 'ingress', neighbour, { port: 8080, protocol: 'UDP' })).toBe(false);
    expect(allows(policy, 'ingress', stranger, tcp(8080))).toBe(false);
  });

  test('G-127: a namespace by its name, with and without a choice of pods', () => {
    const policy = policyOf({
      ingress: [
        { peers: [{ namespace: 'other', podSelector: { matchLabels: { app: 'cart' } } }, { namespace: 'open' }] },
      ],
    });
    expect(allows(policy, 'ingress', stranger, tcp(1))).toBe(true);
    expect(allows(policy, 'ingress', pod('other', { app: 'x' }), tcp(1))).toBe(false);
    expect(allows(policy, 'ingress', pod('open', { app: 'x' }), tcp(1))).toBe(true);
    expect(allows(policy, 'ingress', neighbour, tcp(1))).toBe(false);
  });

  test('G-127: any way out opens the one to DNS', () => {
    const policy = policyOf({ egress: [{ peers: [{ podSelector: { matchLabels: { app: 'cart' } } }] }] });
    expect(allows(policy, 'egress', neighbour, tcp(5432))).toBe(true);
    for (const protocol of ['TCP', 'UDP']) expect(allows(policy, 'egress', dns, { port: 53, protocol })).toBe(true);
    expect(allows(policy, 'egress', dns, tcp(80))).toBe(false);
    expect(allows(policy, 'egress', stranger, tcp(53))).toBe(false);
  });

  test('G-127: anywhere is everywhere but where clouds keep credentials', () => {
    const policy = policyOf({ egress: [{ peers: ['anywhere'] }], ingress: [{ peers: ['anywhere'] }] });
    for (const address of ['1.1.1.1', '10.0.0.1', '2001:db8::1']) {
      expect(allows(policy, 'egress', { address }, tcp(443))).toBe(true);
    }
    for (const address of ['169.254.169.254', 'fd00:ec2::254']) {
      expect(allows(policy, 'egress', { address }, tcp(80))).toBe(false);
      expect(allows(policy, 'ingress', { address }, tcp(80))).toBe(true);
    }
  });

  test('G-127: addresses with exceptions, and ranges of ports', () => {
    const peers = [{ cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] }];
    const policy = policyOf({ egress: [{ peers, ports: [{ port: 100, endPort: 200 }] }] });
    expect(allows(policy, 'egress', { address: '10.2.0.1' }, tcp(150))).toBe(true);
    expect(allows(policy, 'egress', { address: '10.2.0.1' }, tcp(201))).toBe(false);
    expect(allows(policy, 'egress', { address: '10.1.0.1' }, tcp(150))).toBe(false);
  });

  test.each<[string, Peer, string]>([
    ['nobody', {}, ''],
    ['a broken range', { cidr: '10.0.0.0' }, '.cidr'],
    ['too many bits', { cidr: '10.0.0.0/33' }, '.cidr'],
    ['an exception outside', { cidr: '10.0.0.0/8', except: ['11.0.0.0/16'] }, '.except[0]'],
    ['an exception of everything', { cidr: '10.0.0.0/8', except: ['10.0.0.0/8'] }, '.except[0]'],
    ['two ways to name a namespace', { namespace: 'a', namespaceSelector: {} }, ''],
  ])('G-127: refuses %s', (_, peer, field) => {
    expect(problemsOf({ ...small, network: { egress: [{ peers: [peer] }] } })).toMatchObject([
      { code: 'WORKLOAD_NETWORK', field: `network.egress[0].peers[0]${field}` },
    ]);
  });

  test('G-127: refuses rules without peers, which would mean everyone', () => {
    expect(problemsOf({ ...small, network: { ingress: [{ peers: [] }] } })).toMatchObject([
      { field: 'network.ingress[0].peers', message: expect.stringContaining('"anywhere"') },
    ]);
  });
});
