import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import { versionObjectName, versionSelector } from '../../src/names/index.ts';
import type { GatiHandler, GatiVersion } from '../../src/types/index.ts';

export const NAMESPACE = 'shop';
const HANDLER = 'users';
const TIME = '2026-01-01T00:00:00.000Z';

/** A version that drains since the fake clock's start; `status` and `spec` as a test wants them. */
export function createTestVersion(versionId: string, change: Partial<GatiVersion> = {}): GatiVersion {
  return {
    apiVersion: 'gati.dev/v1alpha1',
    kind: 'GatiVersion',
    metadata: { name: `users-${versionId}`.replaceAll('.', '-'), namespace: NAMESPACE, uid: versionId },
    spec: {
      versionId,
      breaking: false,
      routingWeight: 0,
      handlerRef: { name: HANDLER },
      template: { handlerPath: '/users', image: 'example/users', port: 8080 },
      ...change.spec,
    },
    status: {
      phase: 'Draining',
      stage: 'Draining',
      effectiveWeight: 0,
      drainingSince: TIME,
      handlerName: HANDLER,
      ...change.status,
    },
  };
}

export const handler: GatiHandler = {
  apiVersion: 'gati.dev/v1alpha1',
  kind: 'GatiHandler',
  metadata: { name: HANDLER, namespace: NAMESPACE, uid: 'users' },
  spec: { handlerPath: '/users', version: 'v2', replicas: 2, image: 'example/users', port: 8080 },
  status: { targetVersion: 'v2', stableVersion: 'v2' },
};

export const current = createTestVersion('v2', {
  status: { phase: 'Active', stage: 'Current', effectiveWeight: 100, readyReplicas: 2 },
});

export const resource = (object: GatiHandler | GatiVersion): DeploymentResource =>
  object as unknown as DeploymentResource;

/** All that the operator makes for a version. */
export function objectsOf(versionId: string): DeploymentResource[] {
  const name = versionObjectName(HANDLER, versionId);
  const labels = { ...versionSelector(HANDLER, versionId) };
  const spec = { replicas: 2, selector: { matchLabels: labels } };
  const kinds = ['Deployment', 'Service', 'ConfigMap', 'HorizontalPodAutoscaler', 'PodDisruptionBudget'];
  return kinds.map((kind) => ({
    kind,
    metadata: { name, namespace: NAMESPACE, uid: `${kind}-${versionId}`, labels },
    spec: kind === 'Deployment' ? spec : {},
  }));
}
