import type { DeploymentResource, Ref } from '@gati-framework/contracts/deployment';
import { refOfResource } from '../resources/index.ts';

/** The resources in the values of a chart of ours; none where the values are of another chart. */
export function valuesResources(values: unknown): DeploymentResource[] {
  const { resources = {} } = (values ?? {}) as { resources?: Readonly<Record<string, DeploymentResource>> };
  return Object.values(resources)
    .filter((body) => typeof body === 'object' && body !== null && typeof body.kind === 'string' && body.metadata)
    .map((body) => ({
      ...body,
      spec: body.spec as unknown,
      metadata: { ...body.metadata, namespace: body.metadata.namespace ?? '' },
    }));
}

export function valuesRefs(values: unknown): Ref[] {
  return valuesResources(values).map(refOfResource);
}
