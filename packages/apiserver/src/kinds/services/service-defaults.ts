import { fieldAt, isJsonObject, type Json, type JsonObject } from '../../objects/index.ts';

const WITH_CLUSTER_IP = new Set<Json | undefined>(['ClusterIP', 'NodePort', 'LoadBalancer']);

const AFFINITY_SECONDS = 10_800;

/** K-150, but for what is allocated. */
export function withServiceDefaults(service: JsonObject): JsonObject {
  const given = isJsonObject(service['spec']) ? service['spec'] : {};
  const type = given['type'] ?? 'ClusterIP';
  const affinity = given['sessionAffinity'] ?? 'None';
  const isExternal = type === 'NodePort' || type === 'LoadBalancer' || hasExternalIps(given, type);
  const { sessionAffinityConfig, ports, ...spec } = given;
  const config = affinityConfig(affinity, sessionAffinityConfig);
  return {
    ...service,
    spec: {
      ...spec,
      ...(Array.isArray(ports) && { ports: ports.map(withTargetPort) }),
      type,
      sessionAffinity: affinity,
      ...(config !== undefined && { sessionAffinityConfig: config }),
      ...(isExternal && { externalTrafficPolicy: spec['externalTrafficPolicy'] ?? 'Cluster' }),
      ...(WITH_CLUSTER_IP.has(type) && { internalTrafficPolicy: spec['internalTrafficPolicy'] ?? 'Cluster' }),
      ...(type === 'LoadBalancer' && {
        allocateLoadBalancerNodePorts: spec['allocateLoadBalancerNodePorts'] ?? true,
      }),
    },
    ...(type === 'LoadBalancer' && isJsonObject(service['status']) && { status: withIpModes(service['status']) }),
  };
}

function hasExternalIps(spec: JsonObject, type: Json): boolean {
  const ips = spec['externalIPs'];
  return type === 'ClusterIP' && Array.isArray(ips) && ips.length > 0;
}

function affinityConfig(affinity: Json, config: Json | undefined): Json | undefined {
  if (affinity === 'None') return undefined;
  if (affinity !== 'ClientIP' || fieldAt(config, ['clientIP', 'timeoutSeconds']) !== undefined) return config;
  return { clientIP: { timeoutSeconds: AFFINITY_SECONDS } };
}

function withTargetPort(port: Json): Json {
  if (!isJsonObject(port)) return port;
  const { targetPort, protocol } = port;
  const isOpen = targetPort === undefined || targetPort === 0 || targetPort === '';
  return { ...port, protocol: protocol ?? 'TCP', targetPort: isOpen ? (port['port'] ?? 0) : targetPort };
}

function withIpModes(status: JsonObject): JsonObject {
  const ingress = fieldAt(status, ['loadBalancer', 'ingress']);
  if (!Array.isArray(ingress)) return status;
  const moded = (ingress as JsonObject[]).map((one) => (one['ip'] && !one['ipMode'] ? { ...one, ipMode: 'VIP' } : one));
  return { ...status, loadBalancer: { ingress: moded } };
}
