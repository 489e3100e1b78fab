import type { JsonObject } from '@slipway/crd/schema';
import { ANNOTATIONS } from '../names/index.ts';
import { filled, numberAt, objectAt, textAt } from './fields.ts';
import { type Group, nameOf } from './group.ts';
import { stableServiceOf } from './handler.ts';

/**
 * What keeps the workload of before as a version with all of the weight, so that the handler's own version rolls out
 * from it (G-191): the GatiVersion that names it, and a Service of its own where it has none on the handler's port.
 */
export function adoptionOf(group: Group, handler: JsonObject): JsonObject[] {
  const { deployment } = group;
  const name = nameOf(handler);
  const namespace = textAt(handler, 'metadata', 'namespace');
  const port = numberAt(handler, 'spec', 'port');
  const present = stableServiceOf(group);
  const fits = present !== undefined && numberAt(present, 'spec', 'ports', 0, 'port') === port;
  const versionId = adoptedVersionId(textAt(handler, 'spec', 'version') ?? '');
  const service: JsonObject = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: filled({ name: `${name}-adopted`, namespace, annotations: ADOPT }),
    spec: {
      selector: objectAt(deployment, 'spec', 'selector', 'matchLabels'),
      ports: [filled({ name: 'http', port, targetPort: port })],
    },
  };
  const record: JsonObject = {
    apiVersion: 'gati.dev/v1alpha1',
    kind: 'GatiVersion',
    metadata: filled({ name: `${name}-adopted`, namespace }),
    spec: {
      versionId,
      breaking: false,
      routingWeight: 100,
      handlerRef: { name },
      deploymentName: nameOf(deployment),
      serviceName: fits ? nameOf(present) : nameOf(service),
    },
  };
  // The record comes before the handler: whoever applies them in order never has a handler that starts from nothing.
  return fits ? [record] : [service, record];
}

/** Of the workload as it runs now: another id than the handler's, or the two would be one version. */
export const adoptedVersionId = (version: string): string => `${version}-adopted`;

/** Lets the operator take the Deployment away once nobody uses it; without it the version stays, blocked and told of. */
export function annotateCommand(deployment: JsonObject): string {
  const namespace = textAt(deployment, 'metadata', 'namespace');
  const place = namespace === undefined ? '' : ` -n ${namespace}`;
  return `kubectl annotate deployment ${nameOf(deployment)}${place} ${ANNOTATIONS.adopt}=true`;
}

const ADOPT = { [ANNOTATIONS.adopt]: 'true' };
