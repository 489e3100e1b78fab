import { nanosOf, parseQuantity } from '@slipway/apimachinery/quantity';
import { fieldAt, isJsonObject, type Json, type JsonObject, type KubeObject, textAt } from '../objects/index.ts';
import { podTemplatePath } from '../resources/index.ts';

const NONE: readonly string[] = [];

/**
 * What the author of a pod probably did not mean (K-15). A warning when a pod or the template of one is
 * new or has changed; those who change pods directly are programs, which do not listen.
 */
export function podWarnings(collection: string, object: KubeObject, old: KubeObject | undefined): readonly string[] {
  if (collection === 'pods') return old ? NONE : specWarnings(partAt(object, ['spec']), 'spec');
  const path = podTemplatePath(collection);
  if (!path || (old && old.metadata.generation === object.metadata.generation)) return NONE;
  return specWarnings(partAt(object, [...path, 'spec']), `${path.join('.')}.spec`);
}

function partAt(value: unknown, path: readonly string[]): JsonObject {
  const found = fieldAt(value, path);
  return isJsonObject(found) ? found : {};
}

function listAt(value: JsonObject, ...path: readonly string[]): readonly JsonObject[] {
  const found = fieldAt(value, path);
  return Array.isArray(found) ? (found as JsonObject[]) : [];
}

interface Placed {
  readonly at: string;
  readonly value: JsonObject;
}

const placed = (spec: JsonObject, list: string, at: string): Placed[] =>
  listAt(spec, list).map((value, index) => ({ at: `${at}.${list}[${index}]`, value }));

function specWarnings(spec: JsonObject, at: string): string[] {
  const containers = [...placed(spec, 'initContainers', at), ...placed(spec, 'containers', at)];
  const ports = containers.flatMap((container) => placed(container.value, 'ports', container.at));
  const grace = spec['terminationGracePeriodSeconds'];
  return [
    ...placed(spec, 'topologySpreadConstraints', at).flatMap(withoutSelector),
    ...duplicates(placed(spec, 'hostAliases', at), 'ip'),
    ...duplicates(placed(spec, 'imagePullSecrets', at), 'name'),
    ...containers.flatMap(containerWarnings),
    ...portWarnings(ports),
    ...portNameWarnings(ports),
    ...(typeof grace === 'number' && grace < 0
      ? [`${at}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`]
      : []),
    ...['podAffinity', 'podAntiAffinity'].flatMap((kind) => affinityWarnings(spec, kind, at)),
  ];
}

const withoutSelector = ({ at, value }: Placed): string[] =>
  value['labelSelector'] === undefined ? [`${at}.labelSelector: a null labelSelector results in matching no pod`] : [];

function affinityWarnings(spec: JsonObject, kind: string, at: string): string[] {
  const affinity = partAt(spec, ['affinity', kind]);
  const here = `${at}.affinity.${kind}`;
  const preferred = placed(affinity, 'preferredDuringSchedulingIgnoredDuringExecution', here);
  return [
    ...placed(affinity, 'requiredDuringSchedulingIgnoredDuringExecution', here),
    ...preferred.map((term) => ({ at: `${term.at}.podAffinityTerm`, value: partAt(term.value, ['podAffinityTerm']) })),
  ].flatMap(withoutSelector);
}

function duplicates(items: readonly Placed[], field: string): string[] {
  const seen = new Set<Json | undefined>();
  return items.flatMap(({ at, value }) => {
    const one = value[field];
    if (seen.has(one)) return [`${at}.${field}: duplicate ${field} ${JSON.stringify(one)}`];
    seen.add(one);
    return [];
  });
}

function containerWarnings({ at, value }: Placed): string[] {
  const fractions = ['memory', 'ephemeral-storage'].flatMap((name) =>
    ['limits', 'requests'].flatMap((kind) => {
      const amount = fieldAt(value, ['resources', kind, name]);
      if (typeof amount !== 'string' || nanosOf(parseQuantity(amount)) % 1_000_000_000n === 0n) return [];
      return [`${at}.resources.${kind}[${name}]: fractional byte value "${amount}" is invalid, must be an integer`];
    }),
  );
  const names = new Set<string>();
  const hidden = placed(value, 'env', at).flatMap((variable) => {
    const name = textAt(variable.value, 'name');
    const text = textAt(variable.value, 'value');
    if (!names.has(name)) {
      names.add(name);
      return [];
    }
    const reference = `$(${name})`;
    const isExtended = text !== reference && text.includes(reference);
    if (isExtended && variable.value['valueFrom'] === undefined) return [];
    const why = `hides previous definition of ${JSON.stringify(name)}, which may be dropped when using apply`;
    return [`${variable.at}: ${why}`];
  });
  return [...fractions, ...hidden];
}

function portWarnings(ports: readonly Placed[]): string[] {
  const known = new Map<string, Placed[]>();
  return ports.flatMap((port) => {
    const key = JSON.stringify([port.value['containerPort'], port.value['protocol']]);
    const others = known.get(key) ?? [];
    known.set(key, [...others, port]);
    return others.flatMap((other) => {
      const kind = overlap(port.value, other.value);
      return kind ? [`${port.at}: ${kind} port definition with ${other.at}`] : [];
    });
  });
}

function overlap(port: JsonObject, other: JsonObject): string | undefined {
  const { hostIP = '', hostPort = 0 } = port;
  const { hostIP: otherIP = '', hostPort: otherPort = 0 } = other;
  if (hostIP === otherIP && hostPort === otherPort) return 'duplicate';
  if (hostPort === 0 || otherPort === 0) return 'overlapping';
  return hostPort === otherPort && (hostIP === '') !== (otherIP === '') ? 'dangerously ambiguous' : undefined;
}

function portNameWarnings(ports: readonly Placed[]): string[] {
  const known = new Map<Json, string>();
  return ports.flatMap(({ at, value }) => {
    const { name } = value;
    if (!name) return [];
    const other = known.get(name);
    if (other === undefined) {
      known.set(name, at);
      return [];
    }
    const why = `duplicate port name ${JSON.stringify(name)} with ${other}`;
    return [`${at}: ${why}, services and probes that select ports by name will use ${other}`];
  });
}
