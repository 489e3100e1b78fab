import { addQuantities, compareQuantities } from '@slipway/apimachinery/quantity';
import { isJsonObject, type Json, type JsonObject } from '../../objects/index.ts';

/** Of a Pod itself; a template is filled in when it becomes one (K-141). */
export function withPodDefaults(pod: JsonObject): JsonObject {
  const spec = isJsonObject(pod['spec']) ? pod['spec'] : {};
  const hostNetwork = spec['hostNetwork'] === true;
  const filled: Record<string, Json> = { ...spec, enableServiceLinks: spec['enableServiceLinks'] ?? true };
  for (const list of ['containers', 'initContainers']) {
    const containers = spec[list];
    if (!Array.isArray(containers)) continue;
    filled[list] = containers.map((container: Json) =>
      isJsonObject(container) ? withRequests(hostNetwork ? withHostPorts(container) : container) : container,
    );
  }
  if (isJsonObject(spec['resources'])) filled['resources'] = podResources(spec['resources'], filled);
  return { ...pod, spec: filled };
}

/** What is limited is also requested. */
function withRequests(container: JsonObject): JsonObject {
  const resources = container['resources'];
  if (!isJsonObject(resources) || !isJsonObject(resources['limits'])) return container;
  const requests = isJsonObject(resources['requests']) ? resources['requests'] : {};
  const missing = Object.entries(resources['limits']).filter(([name]) => !Object.hasOwn(requests, name));
  if (missing.length === 0) return container;
  return { ...container, resources: { ...resources, requests: { ...requests, ...Object.fromEntries(missing) } } };
}

/** On the host's network a port is the host's. */
function withHostPorts(container: JsonObject): JsonObject {
  const { ports } = container;
  if (!Array.isArray(ports)) return container;
  return {
    ...container,
    ports: ports.map((port: Json) =>
      isJsonObject(port) && !port['hostPort'] && port['containerPort']
        ? { ...port, hostPort: port['containerPort'] }
        : port,
    ),
  };
}

const isPodLevel = (name: string): boolean => name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');

/** A pod with limits of its own requests what its containers do together, else its limits. */
function podResources(resources: JsonObject, spec: JsonObject): JsonObject {
  const limits = isJsonObject(resources['limits']) ? resources['limits'] : {};
  if (Object.keys(limits).length === 0) return resources;
  const requests: Record<string, Json> = isJsonObject(resources['requests']) ? { ...resources['requests'] } : {};
  for (const [name, amount] of Object.entries(totalRequests(spec))) {
    if (!Object.hasOwn(requests, name) && (name === 'cpu' || name === 'memory')) requests[name] = amount;
  }
  for (const [name, amount] of Object.entries(limits)) {
    if (!Object.hasOwn(requests, name) && isPodLevel(name)) requests[name] = amount;
  }
  return Object.keys(requests).length > 0 ? { ...resources, requests } : resources;
}

/** What the containers request together; init containers run one by one before them. */
function totalRequests(spec: JsonObject, kind: 'requests' | 'limits' = 'requests'): Record<string, string> {
  const total: Record<string, string> = {};
  for (const [name, amount] of amounts(spec['containers'], kind)) {
    total[name] = total[name] === undefined ? amount : addQuantities(total[name], amount);
  }
  for (const [name, amount] of amounts(spec['initContainers'], kind)) {
    if (total[name] === undefined || compareQuantities(amount, total[name]) > 0) total[name] = amount;
  }
  return total;
}

function amounts(containers: Json | undefined, kind: string): [string, string][] {
  if (!Array.isArray(containers)) return [];
  return containers.flatMap((container: Json) => {
    const resources = isJsonObject(container) ? container['resources'] : undefined;
    const list = isJsonObject(resources) ? resources[kind] : undefined;
    return isJsonObject(list) ? (Object.entries(list) as [string, string][]) : [];
  });
}
