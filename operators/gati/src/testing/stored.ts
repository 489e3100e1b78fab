import type { DeploymentResource, Ref } from '@gati-framework/contracts/deployment';

/** An object as it is kept: with all that a server adds. */
export type Stored = DeploymentResource & {
  apiVersion: string;
  metadata: DeploymentResource['metadata'] & {
    uid: string;
    resourceVersion: string;
    generation: number;
    creationTimestamp: string;
  };
};

export const keyOf = ({ kind, namespace, name }: Ref): string => JSON.stringify([kind, namespace, name]);

export function refOf({ kind, metadata: { namespace, name } }: DeploymentResource): Ref {
  return { kind, namespace, name };
}

export function hasLabels({ metadata }: DeploymentResource, labels: Readonly<Record<string, string>> = {}): boolean {
  return Object.entries(labels).every(([key, value]) => metadata.labels?.[key] === value);
}
