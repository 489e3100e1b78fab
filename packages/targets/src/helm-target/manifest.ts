import type { DeploymentResource, Ref } from '@gati-framework/contracts/deployment';
import { parseAllDocuments } from 'yaml';

/** The objects in what helm rendered. */
export function resourcesIn(manifest: string, releaseNamespace: string): DeploymentResource[] {
  return parseAllDocuments(manifest, { version: '1.1' }).flatMap((document) => {
    // Through JSON: the dates that YAML 1.1 knows become text again.
    const object = JSON.parse(JSON.stringify(document)) as DeploymentResource | null;
    if (!object?.kind || !object.metadata.name) return [];
    return [{ ...object, metadata: { ...object.metadata, namespace: object.metadata.namespace ?? releaseNamespace } }];
  });
}

/** Names of the objects in what helm rendered. A cluster-scoped one may carry the release's namespace. */
export function refsIn(manifest: string, releaseNamespace: string): Ref[] {
  return resourcesIn(manifest, releaseNamespace).map(({ apiVersion, kind, metadata }) => ({
    ...(apiVersion !== undefined && { apiVersion }),
    kind,
    namespace: metadata.namespace,
    name: metadata.name,
  }));
}
