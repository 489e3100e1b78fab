import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import { digestOf } from '../resources/index.ts';

/** In every manifest of a set: what it says, as a digest. In the cluster it tells which state of the file was applied. */
const CONTENT = 'slipway.dev/content';

/** The resource with the digest of what it says; equal resources have equal ones. */
export function withContent(resource: DeploymentResource): DeploymentResource {
  const { status: _status, metadata, ...content } = resource;
  const { name, namespace, labels, annotations } = metadata;
  const digest = digestOf({ ...content, metadata: { name, namespace, labels, annotations } });
  return { ...resource, metadata: { ...metadata, annotations: { ...annotations, [CONTENT]: digest } } };
}

export function contentOf(
  object: { readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> } } | null | undefined,
): string | undefined {
  return object?.metadata?.annotations?.[CONTENT];
}
