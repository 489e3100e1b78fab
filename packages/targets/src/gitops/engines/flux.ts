import type { Ref } from '@gati-framework/contracts/deployment';
import { conditionOf } from '@slipway/apimachinery/conditions';
import { groupOf } from '@slipway/apimachinery/references';
import { defineKind } from '@slipway/kube';
import type { UntypedObject } from '@slipway/kube/discovery';
import { TargetError } from '../../errors.ts';
import { type Engine, type EngineSource, type EngineView, LABELS } from './engine.ts';

export interface FluxOptions {
  readonly kind: 'flux';
  /** Of the GitRepository and the Kustomization. @default 'slipway' */
  readonly name?: string;
  /** @default 'flux-system' */
  readonly namespace?: string;
  /** The Secret, made by the user, with which Flux reads the repository. @default none */
  readonly secretName?: string;
  /** The repository as Flux reaches it. @default the target's url */
  readonly url?: string;
}

interface Condition {
  readonly type?: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
}

interface Status {
  readonly observedGeneration?: number;
  readonly conditions?: readonly Condition[];
  readonly lastAppliedRevision?: string;
  readonly lastAttemptedRevision?: string;
  readonly inventory?: { readonly entries?: readonly { readonly id?: string }[] };
}

export const GitRepository = defineKind<object, Status>({
  group: 'source.toolkit.fluxcd.io',
  version: 'v1',
  kind: 'GitRepository',
  plural: 'gitrepositories',
  scope: 'Namespaced',
});

export const Kustomization = defineKind<object, Status>({
  group: 'kustomize.toolkit.fluxcd.io',
  version: 'v1',
  kind: 'Kustomization',
  plural: 'kustomizations',
  scope: 'Namespaced',
});

/** How long Flux waits for objects to become healthy before it says that they did not. */
const HEALTH_TIMEOUT = '5m';

export function flux(options: FluxOptions): Engine {
  const { name = 'slipway', namespace = 'flux-system', secretName } = options;
  const metadata = { name, namespace, labels: { ...LABELS } };
  return {
    title: 'Flux',
    objects(source) {
      const url = options.url ?? source.url;
      if (!/^(?:https?|ssh):\/\//.test(url)) {
        throw new TargetError('TARGET_CONFIG', `engine.url: Flux reads http, https and ssh; ${url} is none of them.`);
      }
      return [
        {
          kind: GitRepository,
          object: {
            apiVersion: 'source.toolkit.fluxcd.io/v1',
            kind: 'GitRepository',
            metadata,
            spec: {
              interval: '1m',
              url,
              ref: { branch: source.branch },
              ...(secretName !== undefined && { secretRef: { name: secretName } }),
            },
          },
        },
        {
          kind: Kustomization,
          object: {
            apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
            kind: 'Kustomization',
            metadata,
            spec: {
              interval: '10m',
              retryInterval: '1m',
              timeout: HEALTH_TIMEOUT,
              path: `./${source.root}`,
              prune: true,
              wait: true,
              sourceRef: { kind: 'GitRepository', name },
              ...(source.scaled.length > 0 && { ignore: source.scaled.map(ignoredReplicas) }),
            },
          },
        },
      ];
    },
    view([repository, kustomization], _source, owned) {
      if (!kustomization) return { unknown: `There is no Kustomization ${namespace}/${name} of Flux.` };
      return readKustomization(kustomization, repository, owned);
    },
  };
}

function ignoredReplicas({ apiVersion, kind, namespace, name }: EngineSource['scaled'][number]): object {
  const [group = ''] = apiVersion.split('/');
  return { paths: ['/spec/replicas'], target: { group, kind, namespace, name } };
}

function readKustomization(
  kustomization: UntypedObject,
  repository: UntypedObject | undefined,
  owned: readonly Ref[],
): EngineView {
  const status = (kustomization['status'] ?? {}) as Status;
  const ready = readyOf(status);
  const waitsFor = stalledSource(repository);
  if (ready === undefined || status.observedGeneration !== kustomization.metadata?.generation) {
    return { unknown: waitsFor ?? 'Flux has not looked at the newest Kustomization.' };
  }
  const applied = commitOf(status.lastAppliedRevision);
  const attempted = commitOf(status.lastAttemptedRevision) ?? applied;
  const isSuspended = (kustomization['spec'] as { suspend?: boolean } | undefined)?.suspend === true;
  const message = isSuspended ? 'the Kustomization is suspended' : (waitsFor ?? ready.message);
  if (ready.status === 'True') {
    if (applied === undefined) return { unknown: 'Flux does not say which revision it applied.' };
    // A source that cannot be fetched is why a newer commit does not come; it does not undo this one.
    return { commit: applied, sync: 'Synced', health: 'Healthy', ...(message && { message }) };
  }
  if (attempted === undefined) return { unknown: message ?? 'Flux has not tried to apply anything.' };
  const words = message ? { message } : {};
  if (ready.status === 'Unknown') return { commit: attempted, sync: 'Progressing', health: 'Progressing', ...words };
  if (ready.reason !== 'HealthCheckFailed') {
    // The build or the apply failed: what is in the cluster is what was applied before, or a part of both.
    return { commit: attempted, sync: 'OutOfSync', health: 'Progressing', ...words };
  }
  return isAbout(ready.message ?? '', status, owned)
    ? { commit: attempted, sync: 'Synced', health: 'Degraded', ...words }
    : { unknown: `Flux waits for objects of others: ${ready.message ?? ready.reason}` };
}

/** Whether the failed health checks are of the owner's objects: named in the message, or all there are. */
function isAbout(message: string, status: Status, owned: readonly Ref[]): boolean {
  if (owned.some(({ kind, namespace, name }) => message.includes(`${kind}/${namespace}/${name} `))) return true;
  const ids = new Set(
    owned.map(({ apiVersion = 'v1', kind, namespace, name }) => {
      return `${namespace}_${name}_${groupOf(apiVersion)}_${kind}`;
    }),
  );
  const entries = status.inventory?.entries ?? [];
  return entries.length > 0 && entries.every(({ id }) => ids.has(id ?? ''));
}

function stalledSource(repository: UntypedObject | undefined): string | undefined {
  if (!repository) return 'the GitRepository is not there';
  const ready = readyOf(repository['status'] ?? {});
  return ready?.status === 'False' ? `the GitRepository is not ready: ${ready.message ?? ready.reason}` : undefined;
}

function readyOf({ conditions = [] }: Status): Condition | undefined {
  return conditionOf(conditions, 'Ready');
}

/** `main@sha1:4f2…` → the commit. */
function commitOf(revision: string | undefined): string | undefined {
  return /(?:^|[:/])([0-9a-f]{40,64})$/.exec(revision ?? '')?.[1];
}
