import { timestamp } from '@slipway/apimachinery/clock';
import type { Kernel } from '../operations/index.ts';
import { putOwn } from './stored.ts';

const SCHEMAS = 'flowschemas.flowcontrol.apiserver.k8s.io';
const LEVELS = 'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io';
const UPDATED = { generation: 1, annotations: { 'apf.kubernetes.io/autoupdate-spec': 'true' } };

/** Shares, lendable percent, and queues with hand size of levels that let requests wait. */
const LIMITED: Readonly<Record<string, readonly [shares: number, lendable: number, queues?: number, hand?: number]>> = {
  'catch-all': [5, 0],
  'global-default': [20, 50, 128, 6],
  'leader-election': [10, 0, 16, 4],
  'node-high': [40, 25, 64, 6],
  system: [30, 33, 64, 6],
  'workload-high': [40, 50, 128, 6],
  'workload-low': [100, 90, 128, 6],
};

const QUEUE_LENGTH = 50;

const group = (name: string): object => ({ kind: 'Group', group: { name } });
const user = (name: string): object => ({ kind: 'User', user: { name } });
const KUBE_SYSTEM_ACCOUNTS = { kind: 'ServiceAccount', serviceAccount: { namespace: 'kube-system', name: '*' } };
const EVERYONE = [group('system:unauthenticated'), group('system:authenticated')];
const NODES = [group('system:nodes')];

const ALL = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
};
const LEASES = { apiGroups: ['coordination.k8s.io'], resources: ['leases'], namespaces: ['*'] };

interface Flow {
  readonly level: string;
  readonly precedence: number;
  readonly by?: 'ByUser' | 'ByNamespace';
  readonly subjects: readonly object[];
  /** @default everything */
  readonly rules?: object;
}

const FLOWS: Readonly<Record<string, Flow>> = {
  'catch-all': { level: 'catch-all', precedence: 10_000, by: 'ByUser', subjects: EVERYONE },
  exempt: { level: 'exempt', precedence: 1, subjects: [group('system:masters')] },
  'global-default': { level: 'global-default', precedence: 9900, by: 'ByUser', subjects: EVERYONE },
  'kube-controller-manager': {
    level: 'workload-high',
    precedence: 800,
    by: 'ByNamespace',
    subjects: [user('system:kube-controller-manager')],
  },
  'kube-scheduler': {
    level: 'workload-high',
    precedence: 800,
    by: 'ByNamespace',
    subjects: [user('system:kube-scheduler')],
  },
  'kube-system-service-accounts': {
    level: 'workload-high',
    precedence: 900,
    by: 'ByNamespace',
    subjects: [KUBE_SYSTEM_ACCOUNTS],
  },
  probes: {
    level: 'exempt',
    precedence: 2,
    subjects: EVERYONE,
    rules: { nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }] },
  },
  'service-accounts': {
    level: 'workload-low',
    precedence: 9000,
    by: 'ByUser',
    subjects: [group('system:serviceaccounts')],
  },
  'system-leader-election': {
    level: 'leader-election',
    precedence: 100,
    by: 'ByUser',
    subjects: [user('system:kube-controller-manager'), user('system:kube-scheduler'), KUBE_SYSTEM_ACCOUNTS],
    rules: { resourceRules: [{ verbs: ['get', 'create', 'update'], ...LEASES }] },
  },
  'system-node-high': {
    level: 'node-high',
    precedence: 400,
    by: 'ByUser',
    subjects: NODES,
    rules: {
      resourceRules: [
        { verbs: ['*'], apiGroups: [''], resources: ['nodes', 'nodes/status'], clusterScope: true, namespaces: ['*'] },
        { verbs: ['*'], ...LEASES },
      ],
    },
  },
  'system-nodes': { level: 'system', precedence: 500, by: 'ByUser', subjects: NODES },
};

/** What a real server says of its priorities before anybody changes them. Nothing here is ever made to wait. */
export function seedFlowControl(kernel: Kernel): void {
  const exempt = { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } };
  putOwn(kernel, LEVELS, { name: 'exempt', metadata: UPDATED, content: { spec: exempt, status: {} } });
  for (const [name, [shares, lendable, queues, handSize]] of Object.entries(LIMITED)) {
    const queuing = { queues, handSize, queueLengthLimit: QUEUE_LENGTH };
    const limitResponse = queues === undefined ? { type: 'Reject' } : { type: 'Queue', queuing };
    const limited = { nominalConcurrencyShares: shares, limitResponse, lendablePercent: lendable };
    putOwn(kernel, LEVELS, { name, metadata: UPDATED, content: { spec: { type: 'Limited', limited }, status: {} } });
  }
  const lastTransitionTime = timestamp(kernel.clock.wall());
  for (const [name, { level, precedence, by, subjects, rules = ALL }] of Object.entries(FLOWS)) {
    const spec = {
      priorityLevelConfiguration: { name: level },
      matchingPrecedence: precedence,
      ...(by && { distinguisherMethod: { type: by } }),
      rules: [{ subjects, ...rules }],
    };
    const message = `This FlowSchema references the PriorityLevelConfiguration object named "${level}" and it exists`;
    const found = { type: 'Dangling', status: 'False', lastTransitionTime, reason: 'Found', message };
    putOwn(kernel, SCHEMAS, { name, metadata: UPDATED, content: { spec, status: { conditions: [found] } } });
  }
}
