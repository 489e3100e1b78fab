import type { Network, NetworkRule } from '@slipway/workloads';
import type { NetworkPort, Peer } from '@slipway/workloads/model';
import { LABELS } from '../names/index.ts';
import type { Capability } from './known.ts';
import type { CapabilitySettings, NetworkEntry } from './settings.ts';

/** Pods of handlers and modules, by the labels that only they have (G-21). */
const GATI_PODS: readonly Peer[] = [LABELS.handler, LABELS.module].map((key) => ({
  podSelector: { matchExpressions: [{ key, operator: 'Exists' }] },
}));

const EVERY_POD_OF_THE_NAMESPACE: Peer = { podSelector: {} };

/** Services that a module reaches without a way to anywhere else. */
const STORES = ['database', 'cache'] as const;

/**
 * Whom a module may talk to (G-127). Everything that is not named is denied; DNS comes with any way out.
 */
export function networkOf(
  granted: readonly Capability[],
  { port, network = {} }: Pick<CapabilitySettings, 'port' | 'network'>,
  monitoringNamespace: string,
): Network {
  const has = (capability: Capability): boolean => granted.includes(capability);
  const ports: readonly NetworkPort[] = [{ port }];
  const ingress: NetworkRule[] = [{ peers: GATI_PODS, ports }];
  if (has('network:ingress')) {
    const entries = (network.ingress ?? []).map((entry) => ruleOf(entry, ports));
    ingress.push(...(entries.length > 0 ? entries : [{ peers: [EVERY_POD_OF_THE_NAMESPACE], ports }]));
  }
  if (has('metrics:write')) ingress.push({ peers: [{ namespace: monitoringNamespace }], ports });

  const egress: NetworkRule[] = [];
  const ways = network.egress ?? [];
  if (has('network:egress'))
    egress.push(...(ways.length > 0 ? ways.map((entry) => ruleOf(entry)) : [{ peers: ['anywhere' as const] }]));
  for (const store of STORES) {
    if (has(`${store}:read`) || has(`${store}:write`)) egress.push(...rulesTo(store, ways));
  }
  return { ingress, egress: distinct(egress) };
}

function rulesTo(store: (typeof STORES)[number], ways: readonly NetworkEntry[]): NetworkRule[] {
  const named = ways.filter(({ name }) => name === store).map((entry) => ruleOf(entry));
  return named.length > 0 ? named : [{ peers: [{ podSelector: { matchLabels: { [LABELS.provides]: store } } }] }];
}

function ruleOf(
  { cidr, podSelector, namespaceSelector, ports }: NetworkEntry,
  among?: readonly NetworkPort[],
): NetworkRule {
  const peer: Peer =
    cidr === undefined
      ? { ...(podSelector && { podSelector }), ...(namespaceSelector && { namespaceSelector }) }
      : { cidr };
  const open = ports && ports.length > 0 ? ports : among;
  return { peers: [peer], ...(open && { ports: open }) };
}

/** An entry may be granted twice, as a way out and as the way to a database. */
function distinct(rules: readonly NetworkRule[]): NetworkRule[] {
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}
