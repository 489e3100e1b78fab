/** What may be done to some resources, and what for. */
export interface Permission {
  readonly group: string;
  readonly resources: readonly string[];
  readonly verbs: readonly Verb[];
  readonly when: When;
  /** `own`: in the operator's own namespace. `cluster`: wherever it works, in none or any. @default where it works */
  readonly place?: 'own' | 'cluster';
  /** Only objects of these names. */
  readonly names?: readonly string[];
}

export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete';
/** `installed`: of use where the API is; to grant what is not there harms nobody. */
export type When = 'always' | 'installed' | 'gitops' | 'helm';

const READ: readonly Verb[] = ['get', 'list', 'watch'];
const OWN: readonly Verb[] = [...READ, 'create', 'patch', 'delete'];
/** An engine is pointed at the branch and asked what it brought. It is never unset: that would remove what it brought. */
const POINT: readonly Verb[] = ['get', 'create', 'patch'];

/**
 * Everything that the operator asks of an API server (G-184). No wildcard; Secrets only where helm keeps releases.
 * A test runs it with these rights on a real server: what it is refused, and what it never uses, both fail.
 */
export const PERMISSIONS: readonly Permission[] = [
  { group: 'gati.dev', resources: ['gatihandlers', 'gatimodules'], verbs: [...READ, 'patch'], when: 'always' },
  { group: 'gati.dev', resources: ['gativersions'], verbs: OWN, when: 'always' },
  {
    group: 'gati.dev',
    resources: ['gatihandlers/status', 'gatimodules/status', 'gativersions/status'],
    verbs: ['patch'],
    when: 'always',
  },
  // Owner references that block deletion are admitted to those who may set the owner's finalizers.
  {
    group: 'gati.dev',
    resources: ['gatihandlers/finalizers', 'gatimodules/finalizers', 'gativersions/finalizers'],
    verbs: ['update'],
    when: 'always',
  },
  { group: 'apps', resources: ['deployments'], verbs: OWN, when: 'always' },
  { group: '', resources: ['services'], verbs: OWN, when: 'always' },
  // The record of what was applied for an object is written over the version that was read.
  { group: '', resources: ['configmaps'], verbs: [...OWN, 'update'], when: 'always' },
  { group: 'autoscaling', resources: ['horizontalpodautoscalers'], verbs: OWN, when: 'always' },
  { group: 'policy', resources: ['poddisruptionbudgets'], verbs: OWN, when: 'always' },
  { group: 'networking.k8s.io', resources: ['networkpolicies'], verbs: OWN, when: 'always' },
  // Where no gateway splits traffic, pods are labelled in and out of the Service.
  { group: '', resources: ['pods'], verbs: [...READ, 'patch'], when: 'always' },
  { group: '', resources: ['pods/proxy'], verbs: ['get'], when: 'always' },
  { group: 'discovery.k8s.io', resources: ['endpointslices'], verbs: READ, when: 'always' },
  { group: 'events.k8s.io', resources: ['events'], verbs: ['create', 'patch'], when: 'always' },
  { group: 'node.k8s.io', resources: ['runtimeclasses'], verbs: READ, when: 'always', place: 'cluster' },
  { group: 'coordination.k8s.io', resources: ['leases'], verbs: ['create'], when: 'always', place: 'own' },
  {
    group: 'coordination.k8s.io',
    resources: ['leases'],
    verbs: ['get', 'update'],
    when: 'always',
    place: 'own',
    names: ['gati-operator'],
  },
  // A second installation on one cluster has its Lease in another namespace.
  {
    group: 'coordination.k8s.io',
    resources: ['leases'],
    verbs: ['list'],
    when: 'always',
    place: 'cluster',
    names: ['gati-operator'],
  },
  { group: 'gateway.networking.k8s.io', resources: ['gateways'], verbs: READ, when: 'installed' },
  // The one that a handler names is often in a namespace where the operator does not work.
  { group: 'gateway.networking.k8s.io', resources: ['gateways'], verbs: ['get'], when: 'installed', place: 'cluster' },
  { group: 'gateway.networking.k8s.io', resources: ['httproutes'], verbs: OWN, when: 'installed' },
  { group: 'keda.sh', resources: ['scaledobjects'], verbs: OWN, when: 'installed' },
  { group: 'monitoring.coreos.com', resources: ['servicemonitors'], verbs: OWN, when: 'installed' },
  { group: 'argoproj.io', resources: ['applications'], verbs: POINT, when: 'gitops' },
  { group: 'kustomize.toolkit.fluxcd.io', resources: ['kustomizations'], verbs: POINT, when: 'gitops' },
  { group: 'source.toolkit.fluxcd.io', resources: ['gitrepositories'], verbs: POINT, when: 'gitops' },
  {
    group: '',
    resources: ['secrets'],
    verbs: ['get', 'list', 'create', 'update', 'delete'],
    when: 'helm',
  },
];
