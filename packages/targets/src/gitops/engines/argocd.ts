import type { Ref, TargetStatus } from '@gati-framework/contracts/deployment';
import { defineKind } from '@slipway/kube';
import { refKey } from '../../resources/index.ts';
import { type Engine, type EngineSource, type EngineView, LABELS } from './engine.ts';

export interface ArgoCdOptions {
  readonly kind: 'argocd';
  /** Of the Application. @default 'slipway' */
  readonly name?: string;
  /** Where Argo CD looks for Applications. @default 'argocd' */
  readonly namespace?: string;
  /** @default 'default' */
  readonly project?: string;
  /** The cluster that is deployed to, as Argo CD knows it. @default the one that Argo CD runs in */
  readonly destination?: { readonly server: string } | { readonly name: string };
  /** The repository as Argo CD reaches it. @default the target's url */
  readonly url?: string;
}

interface Status {
  readonly sync?: {
    readonly status?: string;
    readonly revision?: string;
    readonly comparedTo?: {
      readonly source?: { readonly repoURL?: string; readonly path?: string; readonly targetRevision?: string };
    };
  };
  readonly health?: { readonly status?: string };
  readonly resourceHealthSource?: string;
  readonly operationState?: { readonly phase?: string; readonly message?: string };
  readonly conditions?: readonly { readonly type?: string; readonly message?: string }[];
  readonly resources?: readonly ResourceStatus[];
}

interface ResourceStatus {
  readonly group?: string;
  readonly kind?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly status?: string;
  readonly health?: { readonly status?: string; readonly message?: string };
}

export const Application = defineKind<object, Status>({
  group: 'argoproj.io',
  version: 'v1alpha1',
  kind: 'Application',
  plural: 'applications',
  scope: 'Namespaced',
});

const IN_CLUSTER = { server: 'https://kubernetes.default.svc' } as const;

export function argoCd(options: ArgoCdOptions): Engine {
  const { name = 'slipway', namespace = 'argocd', project = 'default', destination = IN_CLUSTER } = options;
  const place = ({
    url,
    branch,
    root,
  }: Omit<EngineSource, 'scaled'>): { repoURL: string; targetRevision: string; path: string } => ({
    repoURL: options.url ?? url,
    targetRevision: branch,
    path: root.replace(/\/$/, '') || '.',
  });
  return {
    title: 'Argo CD',
    objects: (source) => [
      {
        kind: Application,
        object: {
          apiVersion: 'argoproj.io/v1alpha1',
          kind: 'Application',
          metadata: {
            name,
            namespace,
            labels: { ...LABELS },
            // What admission and controllers add to an object is then no difference from the tree.
            annotations: { 'argocd.argoproj.io/compare-options': 'ServerSideDiff=true' },
          },
          spec: {
            project,
            source: { ...place(source), directory: { recurse: true } },
            destination: { ...destination },
            syncPolicy: {
              // Without allowEmpty the last object would stay in the cluster when its file goes.
              automated: { prune: true, selfHeal: true, allowEmpty: true },
              syncOptions: ['ServerSideApply=true', 'RespectIgnoreDifferences=true'],
            },
            ...(source.scaled.length > 0 && { ignoreDifferences: source.scaled.map(ignoredReplicas) }),
          },
        },
      },
    ],
    view([application], source, owned) {
      if (!application) return { unknown: `There is no Application ${namespace}/${name} of Argo CD.` };
      return readApplication(application['status'] ?? {}, place(source), owned);
    },
  };
}

function ignoredReplicas(workload: { apiVersion: string; kind: string; namespace: string; name: string }): object {
  const [group = ''] = workload.apiVersion.split('/');
  const { kind, namespace, name } = workload;
  return { group, kind, namespace, name, jsonPointers: ['/spec/replicas'] };
}

const HEALTH: Readonly<Record<string, TargetStatus['health']>> = {
  Healthy: 'Healthy',
  Progressing: 'Progressing',
  // Paused by a person: it will not become healthy by itself, and nothing of it failed.
  Suspended: 'Progressing',
  Degraded: 'Degraded',
  Missing: 'Missing',
};

function readApplication(
  status: Status,
  place: { repoURL: string; path: string; targetRevision: string },
  owned: readonly Ref[],
): EngineView {
  const { sync, operationState, conditions = [] } = status;
  const trouble = conditions.find(({ type }) => type?.endsWith('Error'))?.message;
  if (!sync?.revision || sync.status === undefined || sync.status === 'Unknown') {
    return { unknown: trouble ?? 'Argo CD has not compared the Application with its repository.' };
  }
  const compared = sync.comparedTo?.source;
  if (
    !compared ||
    compared.repoURL !== place.repoURL ||
    (compared.path ?? '.') !== place.path ||
    compared.targetRevision !== place.targetRevision
  ) {
    return { unknown: 'Argo CD has not looked at the newest source of the Application.' };
  }
  const keys = new Set(owned.map(refKey));
  const resources = status.resources ?? [];
  const mine = resources.filter((resource) => keys.has(keyOf(resource)));
  const health = healthOf(status, mine, resources.length - mine.length);
  if (typeof health !== 'string') return health;
  const isSynced =
    sync.status === 'Synced' ||
    (mine.length === owned.length && mine.every((resource) => resource.status === 'Synced'));
  const failed = operationState?.phase === 'Failed' || operationState?.phase === 'Error';
  const message = isSynced ? undefined : (trouble ?? operationState?.message);
  return {
    commit: sync.revision,
    sync: isSynced ? 'Synced' : failed || operationState?.phase === undefined ? 'OutOfSync' : 'Progressing',
    health,
    ...(message && { message }),
  };
}

/**
 * The worst of the owner's objects, where the Application says how each stands. By default Argo CD
 * keeps that elsewhere: then the health of all is the owner's if all are well or all are the owner's.
 */
function healthOf(
  status: Status,
  mine: readonly ResourceStatus[],
  others: number,
): TargetStatus['health'] | { unknown: string } {
  const all = HEALTH[status.health?.status ?? ''];
  if (all === 'Healthy') return all;
  const isInline = status.resourceHealthSource !== 'appTree' && mine.some(({ health }) => health?.status !== undefined);
  if (isInline) {
    const order: readonly TargetStatus['health'][] = ['Missing', 'Degraded', 'Progressing', 'Healthy'];
    const seen = mine.flatMap(({ health }) => (health?.status === undefined ? [] : [HEALTH[health.status]]));
    if (seen.includes(undefined)) return { unknown: 'Argo CD does not know the health of an object.' };
    return order.find((level) => seen.includes(level)) ?? 'Healthy';
  }
  if (all === undefined)
    return { unknown: `The health of the Application is ${status.health?.status ?? 'not known yet'}.` };
  if (others === 0) return all;
  return { unknown: `The Application is ${all}, and Argo CD does not say which of its objects is.` };
}

function keyOf({ group, kind = '', namespace = '', name = '' }: ResourceStatus): string {
  return refKey({ ...(group && { apiVersion: `${group}/any` }), kind, namespace, name });
}
