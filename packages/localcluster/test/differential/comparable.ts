import type { AnyObject, ObjectOf } from '@slipway/kube';
import type { Event } from '@slipway/kube/kinds';

/** Without what differs by nature: identities, times, generated names. What is left says what the controllers did. */
export function comparable(
  objects: readonly AnyObject[],
  events: readonly ObjectOf<typeof Event>[],
  namespace: string,
): unknown {
  const names = new Names(objects);
  const reported = events.map(({ reason, note, type, regarding, reportingController, deprecatedSource }) => {
    const component = reportingController || deprecatedSource?.component;
    return names.even(
      JSON.stringify({ component, type, reason, note, about: `${regarding?.kind}/${regarding?.name}` }),
    );
  });
  const shown = objects.map((object) => names.even(JSON.stringify(ordered(withoutNoise(object)))));
  const tidy = (texts: readonly string[]): unknown[] =>
    [...new Set(texts)].sort().map((text) => JSON.parse(text.replaceAll(namespace, 'NAMESPACE')) as unknown);
  return { objects: tidyAll(shown, namespace), events: tidy(reported) };
}

function tidyAll(texts: readonly string[], namespace: string): unknown[] {
  return texts.toSorted().map((text) => JSON.parse(text.replaceAll(namespace, 'NAMESPACE')) as unknown);
}

/** Names that a server or a hash has made, as what they were made for. */
class Names {
  readonly #pairs: [string, string][] = [];

  constructor(objects: readonly AnyObject[]) {
    for (const object of objects) {
      const { kind, metadata = {} } = object;
      const { name = '', labels = {}, annotations = {}, generateName } = metadata;
      const hash = labels['pod-template-hash'];
      if (kind === 'ReplicaSet' && hash)
        this.#pairs.push([hash, `HASH${annotations['deployment.kubernetes.io/revision']}`]);
      const revisionHash = labels['controller.kubernetes.io/hash'] ?? labels['controller-revision-hash'];
      if (kind === 'ControllerRevision' && revisionHash) {
        this.#pairs.push([revisionHash, `REVISION${(object as { revision?: number }).revision}`]);
      }
      if (generateName && /^[a-z0-9]{5}$/.test(name.slice(generateName.length)))
        this.#pairs.push([name, `${generateName}RANDOM`]);
    }
    // The longest first: one name may be the beginning of another.
    this.#pairs.sort(([a], [b]) => b.length - a.length);
  }

  even(text: string): string {
    let even = text;
    for (const [name, stand] of this.#pairs) even = even.replaceAll(name, stand);
    return (
      even
        .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UID')
        .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME')
        // Pods that are gone are known by events alone.
        .replace(/(Created pod: |Deleted pod: |Pod )([A-Za-z0-9-]+)-[a-z0-9]{5}\b/g, '$1$2-RANDOM')
        .replace(/(pods \\\\?"[A-Za-z0-9-]+-)[a-z0-9]{5}(\\\\?")/g, '$1RANDOM$2')
        .replace(/cron-\d{8}/g, 'cron-MINUTE')
        .replace(/"resourceVersion":"\d+"/g, '"resourceVersion":"VERSION"')
        // A real recorder folds what is alike after the tenth.
        .replaceAll('(combined from similar events): ', '')
        // Nobody serves metrics beside a real control plane; those of localcluster are there and empty.
        .replaceAll(
          'unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)',
          'no metrics returned from resource metrics API',
        )
        // And so are sets.
        .replace(/(replica set |ReplicaSet\/|pod: )([a-z]+)-[bcdfghjklmnpqrstvwxz2456789]{6,10}\b/g, '$1$2-HASH')
    );
  }
}

function withoutNoise(object: AnyObject): AnyObject {
  const {
    resourceVersion: _version,
    managedFields: _fields,
    generation: _generation,
    annotations,
    ...metadata
  } = object.metadata ?? {};
  const { 'endpoints.kubernetes.io/last-change-trigger-time': _time, ...kept } = annotations ?? {};
  const { kind, spec, ...rest } = object as AnyObject & { spec?: unknown };
  const tidy = { ...rest, kind, metadata: { ...metadata, ...(Object.keys(kept).length > 0 && { annotations: kept }) } };
  if (kind !== 'Pod') return { ...tidy, spec: withoutTemplates(spec) } as AnyObject;
  const { qosClass: _class, ...status } = (rest as { status?: Record<string, unknown> }).status ?? {};
  return { ...tidy, status, spec: podSpec(spec as PodSpec) } as AnyObject;
}

interface PodSpec {
  readonly hostname?: string;
  readonly subdomain?: string;
  readonly nodeName?: string;
  readonly affinity?: object;
  readonly volumes?: readonly { readonly name: string }[];
  readonly containers: readonly { readonly name: string; readonly image: string; readonly env?: unknown }[];
}

/** What a controller decides of a pod. The rest is admission's and is compared elsewhere. */
function podSpec({ hostname, subdomain, nodeName, affinity, volumes = [], containers }: PodSpec): object {
  return {
    hostname,
    subdomain,
    nodeName,
    affinity,
    volumes: volumes.filter(({ name }) => !name.startsWith('kube-api-access')),
    containers: containers.map(({ name, image, env }) => ({ name, image, env })),
  };
}

/** Templates have what their author wrote and the server's defaults; no controller changes them. */
function withoutTemplates(spec: unknown): unknown {
  const { template, ...rest } = (spec ?? {}) as { template?: { metadata?: unknown } };
  return template ? { ...rest, template: { metadata: template.metadata } } : rest;
}

/** With fields in order and without empty ones: a Go server drops some of those. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .map(([key, part]) => [key, key === 'endpoints' ? inAnyOrder(part) : ordered(part)] as const)
    .filter(([, part]) => !isEmpty(part))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** A real controller puts endpoints into a slice in any order. */
function inAnyOrder(list: unknown): unknown {
  if (!Array.isArray(list)) return ordered(list);
  return list.map(ordered).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
