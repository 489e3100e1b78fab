import type { JsonObject } from '@slipway/crd/schema';
import { ANNOTATIONS } from '../names/index.ts';
import { filled, numberAt, objectAt, textAt } from './fields.ts';
import { type Group, nameOf } from './group.ts';
import { stableServiceOf } from './handler.ts';

export interface Adoption {
  readonly resources: readonly JsonObject[];
  readonly commands: readonly string[];
}

/**
 * Keeps the workload of before as a version of the handler (G-191). The handler asks for that version first, so that
 * applying it moves no request; asking for the handler's own version then is an ordinary rollout from it.
 */
export function adoptionOf(group: Group, handler: JsonObject): Adoption {
  const { deployment } = group;
  const name = nameOf(handler);
  const namespace = textAt(handler, 'metadata', 'namespace');
  const port = numberAt(handler, 'spec', 'port');
  const version = textAt(handler, 'spec', 'version') ?? '';
  const present = stableServiceOf(group);
  const fits = present !== undefined && numberAt(present, 'spec', 'ports', 0, 'port') === port;
  const versionId = `${version}-adopted`;
  const service: JsonObject = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: filled({ name: `${name}-adopted`, namespace, annotations: { [ANNOTATIONS.adopt]: 'true' } }),
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
  const first = { ...handler, spec: { ...objectAt(handler, 'spec'), version: versionId } };
  const place = namespace === undefined ? '' : ` -n ${namespace}`;
  const annotate = (kind: string, of: string): string =>
    `kubectl annotate${place} ${kind} ${of} ${ANNOTATIONS.adopt}=true`;
  return {
    // A Service of its own where callers use another port: routes lead to the port of the handler.
    resources: fits ? [record, first] : [service, record, first],
    commands: [
      `kubectl patch${place} gatihandler ${name} --type merge -p ${quoted(JSON.stringify({ spec: { version } }))}`,
      annotate('deployment', nameOf(deployment)),
      ...(fits ? [annotate('service', nameOf(present))] : []),
    ],
  };
}

/** For a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
