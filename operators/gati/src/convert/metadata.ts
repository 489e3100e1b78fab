import type { JsonObject } from '@slipway/crd/schema';
import { filled, textAt, textsAt } from './fields.ts';
import { isGenerated, nameOf } from './group.ts';

/** Labels and annotations of the Deployment go on to the resource; those of the operator are its own. */
export function metadataFor(name: string, deployment: JsonObject): JsonObject {
  const namespace = textAt(deployment, 'metadata', 'namespace');
  if (isGenerated(deployment)) return filled({ name, namespace });
  const annotations = Object.entries(textsAt(deployment, 'metadata', 'annotations')).filter(
    ([key]) => !key.startsWith('gati.dev/'),
  );
  return filled({
    name,
    namespace,
    labels: textsAt(deployment, 'metadata', 'labels'),
    annotations: Object.fromEntries(annotations),
  });
}

/** The folder for temporary files, and the mount of the version's own ConfigMap. */
export function isAddedToHandler(volume: JsonObject, deployment: JsonObject): boolean {
  const isConfig = textAt(volume, 'configMap', 'name') === nameOf(deployment);
  return isConfig || (volume['name'] === 'tmp' && textAt(volume, 'emptyDir', 'sizeLimit') === '64Mi');
}
