import { isEqual, type JsonObject, type KubeObject, without } from '../../objects/index.ts';
import { type FieldError, internalError, invalid, invalidValue } from '../../status/index.ts';
import { addressBits, networkOf, Report } from '../../validation/index.ts';
import type { AllocationContext } from '../built-in-kind.ts';
import { type Allocations, allocationsOf, portName } from './allocations.ts';
import { checkClusterIps, isHeadless, needsHealthCheck } from './validation.ts';

/** Where services get their addresses and node ports from. The first address is the API server's own. */
export const SERVICE_RANGE = '10.96.0.0/16';

const FIRST_NODE_PORT = 30_000;

const LAST_NODE_PORT = 32_767;

/** Addresses are given out above this offset; those below are left to who asks for a certain one. */
const STATIC_OFFSET = 256;

type Spec = Readonly<Record<string, JsonObject[string]>>;

const SERVICE = { group: '', kind: 'Service' };

function refuse(name: string, ...errors: FieldError[]): Error {
  return invalid(SERVICE, name, errors);
}

/** K-150: the service with its addresses and ports, kept from `old` where they are not asked for anew. */
export function withAddresses(service: KubeObject, old: KubeObject | undefined, world: AllocationContext): KubeObject {
  const name = service.metadata.name ?? '';
  const before = old?.['spec'] as Spec | undefined;
  const given = kept((service['spec'] ?? {}) as Spec, before);
  const allocator = new Allocator(allocationsOf(world.store), world, name);
  const families = withFamilies(given, before, name);
  const addressed = allocator.withClusterIp(families, before);
  return { ...service, spec: allocator.withNodePorts(addressed, before) };
}

const needsAddress = (spec: Spec | undefined): boolean => spec !== undefined && spec['type'] !== 'ExternalName';

const needsNodePort = (spec: Spec | undefined): boolean =>
  spec?.['type'] === 'NodePort' || spec?.['type'] === 'LoadBalancer';

const portsOf = (spec: Spec | undefined): readonly JsonObject[] => (spec?.['ports'] ?? []) as readonly JsonObject[];

const nodePortOf = (port: JsonObject): number => (port['nodePort'] ?? 0) as number;

/** What an update leaves out stays as it is. */
function kept(spec: Spec, before: Spec | undefined): Spec {
  const single = spec['clusterIP'];
  if (!before) {
    return single !== undefined && spec['clusterIPs'] === undefined ? { ...spec, clusterIPs: [single] } : spec;
  }
  let result = spec;
  const isKept = needsAddress(before) && needsAddress(spec);
  const clusterIP = spec['clusterIP'] ?? (isKept ? before['clusterIP'] : undefined);
  let clusterIPs = spec['clusterIPs'] ?? (isKept ? before['clusterIPs'] : undefined);
  // Who changes the one address and not the list of them means both.
  if (clusterIP !== before['clusterIP'] && isEqual(clusterIPs, before['clusterIPs'])) {
    clusterIPs = clusterIP === undefined ? undefined : [clusterIP];
  }
  if (clusterIP !== undefined) result = { ...result, clusterIP, ...(clusterIPs !== undefined && { clusterIPs }) };
  else if (clusterIPs === undefined) result = without(result, 'clusterIPs');
  if (needsNodePort(before) && needsNodePort(spec)) result = { ...result, ports: keptNodePorts(spec, before) };
  if (needsHealthCheck(before) && needsHealthCheck(spec) && !spec['healthCheckNodePort']) {
    result = { ...result, healthCheckNodePort: before['healthCheckNodePort'] ?? 0 };
  }
  return result;
}

function keptNodePorts(spec: Spec, before: Spec): readonly JsonObject[] {
  const used = new Set(portsOf(spec).map(nodePortOf).filter(Boolean));
  const byName = new Map(portsOf(before).map((port) => [port['name'] ?? '', nodePortOf(port)]));
  return portsOf(spec).map((port) => {
    const nodePort = byName.get(port['name'] ?? '') ?? 0;
    return nodePortOf(port) || nodePort === 0 || used.has(nodePort) ? port : { ...port, nodePort };
  });
}

/** The cluster has IPv4 only; a service that names no pods may be of both families. */
function withFamilies(spec: Spec, before: Spec | undefined, name: string): Spec {
  if (!needsAddress(spec)) return spec;
  const isBare = spec['clusterIP'] === 'None' && Object.keys((spec['selector'] ?? {}) as JsonObject).length === 0;
  const policy = spec['ipFamilyPolicy'] ?? before?.['ipFamilyPolicy'] ?? (isBare ? 'RequireDualStack' : 'SingleStack');
  const report = new Report();
  checkClusterIps(report, { ...spec, ipFamilyPolicy: policy }, before);
  if (!report.isClean) throw refuse(name, ...report.errors);
  const families = (spec['ipFamilies'] ?? []) as readonly string[];
  const ips = (spec['clusterIPs'] ?? []) as readonly string[];
  const errors: FieldError[] = [];
  if (policy === 'SingleStack') {
    const must = "must be 'RequireDualStack' or 'PreferDualStack' when multiple";
    if (ips.length === 2) errors.push(invalidValue('spec.ipFamilyPolicy', policy, `${must} cluster IPs are specified`));
    if (families.length === 2) {
      errors.push(invalidValue('spec.ipFamilyPolicy', policy, `${must} IP families are specified`));
    }
  }
  for (const [index, ip] of ips.entries()) {
    if (ip === 'None' || index < families.length || !ip.includes(':')) continue;
    errors.push(invalidValue(`spec.clusterIPs[${index}]`, ips, 'IPv6 is not configured on this cluster'));
  }
  if (errors.length > 0) throw refuse(name, ...errors);
  const first = families.length > 0 ? families : ['IPv4'];
  if (isBare) {
    const second = first[0] === 'IPv4' ? 'IPv6' : 'IPv4';
    const all = first.length < 2 && policy !== 'SingleStack' ? [...first, second] : first;
    return { ...spec, ipFamilyPolicy: policy, ipFamilies: all };
  }
  if (policy === 'RequireDualStack') {
    const why = 'this cluster is not configured for dual-stack services';
    errors.push(invalidValue('spec.ipFamilyPolicy', policy, why));
  }
  for (const [index, family] of families.entries()) {
    if (family === 'IPv4') continue;
    errors.push(invalidValue(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster'));
  }
  if (errors.length > 0) throw refuse(name, ...errors);
  return { ...spec, ipFamilyPolicy: policy, ipFamilies: first };
}

class Allocator {
  readonly #taken: Allocations;
  readonly #world: AllocationContext;
  readonly #name: string;

  constructor(taken: Allocations, world: AllocationContext, name: string) {
    this.#taken = taken;
    this.#world = world;
    this.#name = name;
  }

  withClusterIp(spec: Spec, before: Spec | undefined): Spec {
    if (!needsAddress(spec) || isHeadless(spec)) return spec;
    // Changing from one address to another is refused later; only a service without one gets one.
    if (before && needsAddress(before)) return spec;
    const asked = ((spec['clusterIPs'] ?? []) as readonly string[])[0];
    const ip = asked === undefined ? this.#freeAddress() : this.#askedAddress(asked, spec);
    return { ...spec, clusterIP: ip, clusterIPs: [ip] };
  }

  #askedAddress(ip: string, spec: Spec): string {
    const { first, length } = networkOf(SERVICE_RANGE);
    const shift = BigInt(32 - length);
    const offset = addressBits(ip) - first;
    const isInside = addressBits(ip) >> shift === first >> shift && offset > 0n && offset < (1n << shift) - 1n;
    // A dry run does not ask who has it, as on a real server.
    if (isInside && (this.#world.dryRun || this.#taken.isFree(ip, this.#key))) {
      this.#claim(ip);
      return ip;
    }
    const why = isInside
      ? 'provided IP is already allocated'
      : this.#world.dryRun
        ? `the provided IP (${ip}) is not in the valid range. The range of valid IPs is ${SERVICE_RANGE}`
        : 'the provided network does not match the current range';
    throw refuse(
      this.#name,
      invalidValue('spec.clusterIPs', spec['clusterIPs'], `failed to allocate IP ${ip}: ${why}`),
    );
  }

  /** A random place to start, so that addresses of deleted services are not given out again at once. */
  #freeAddress(): string {
    const { first, length } = networkOf(SERVICE_RANGE);
    // What a real server shows instead of an address that it does not give out.
    if (this.#world.dryRun) return dotted(first);
    const size = 2 ** (32 - length);
    const upper = size - 1 - STATIC_OFFSET;
    const start = Math.floor(this.#world.random() * upper);
    for (let step = 0; step < size - 2; step++) {
      const offset = step < upper ? STATIC_OFFSET + ((start + step) % upper) : 1 + (step - upper);
      const ip = dotted(first + BigInt(offset));
      if (!this.#taken.isFree(ip, this.#key)) continue;
      this.#claim(ip);
      return ip;
    }
    throw internalError(`failed to allocate a serviceIP for Service "${this.#name}": range is full`);
  }

  withNodePorts(spec: Spec, before: Spec | undefined): Spec {
    let result = spec;
    if (needsNodePort(spec)) {
      const held = new Set(needsNodePort(before) ? portsOf(before).map(nodePortOf) : []);
      const isWanted = spec['type'] === 'NodePort' || spec['allocateLoadBalancerNodePorts'] === true;
      const given = new Map<number, number>();
      for (const port of portsOf(spec)) {
        const asked = nodePortOf(port);
        if (asked !== 0 && !given.has(port['port'] as number)) given.set(port['port'] as number, asked);
      }
      const ports = portsOf(spec).map((port, index) => {
        const asked = nodePortOf(port);
        if (asked === 0 && !isWanted) return port;
        // Ports with one number but several protocols share a node port.
        const nodePort = asked || given.get(port['port'] as number) || this.#freePort();
        if (asked !== 0 && !held.has(asked)) this.#askedPort(asked, index);
        given.set(port['port'] as number, nodePort);
        return { ...port, nodePort };
      });
      result = { ...result, ports };
    }
    if (!needsHealthCheck(spec) || spec['healthCheckNodePort']) return result;
    return { ...result, healthCheckNodePort: this.#freePort() };
  }

  #askedPort(port: number, index: number): void {
    if (this.#world.dryRun) return;
    const isInside = port >= FIRST_NODE_PORT && port <= LAST_NODE_PORT;
    if (isInside && this.#taken.isFree(portName(port), this.#key)) {
      this.#claim(portName(port));
      return;
    }
    const why = isInside
      ? 'provided port is already allocated'
      : `provided port is not in the valid range. The range of valid ports is ${FIRST_NODE_PORT}-${LAST_NODE_PORT}`;
    throw refuse(this.#name, invalidValue(`spec.ports[${index}].nodePort`, port, why));
  }

  #freePort(): number {
    const size = LAST_NODE_PORT - FIRST_NODE_PORT + 1;
    const start = Math.floor(this.#world.random() * size);
    for (let step = 0; step < size; step++) {
      const port = FIRST_NODE_PORT + ((start + step) % size);
      if (!this.#taken.isFree(portName(port), '')) continue;
      this.#claim(portName(port));
      return port;
    }
    throw internalError('failed to allocate a nodePort: range is full');
  }

  get #key(): string {
    return `${this.#world.namespace}/${this.#name}`;
  }

  #claim(name: string): void {
    if (!this.#world.dryRun) this.#taken.claim(name, this.#key);
  }
}

function dotted(bits: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => String((bits >> shift) & 255n)).join('.');
}

/** What depends on the type of a service goes when the type changes and the client did not touch it. */
export function withoutStaleFields(service: KubeObject, old: KubeObject): KubeObject {
  const spec = (service['spec'] ?? {}) as Spec;
  const before = (old['spec'] ?? {}) as Spec;
  const isSame = (name: string): boolean => isEqual(spec[name], before[name]);
  const stale: string[] = [];
  if (needsAddress(before) && !needsAddress(spec)) {
    if (isSame('clusterIP') && isSame('clusterIPs')) stale.push('clusterIP', 'clusterIPs');
    for (const name of ['ipFamilies', 'ipFamilyPolicy']) if (isSame(name)) stale.push(name);
  }
  if (needsHealthCheck(before) && !needsHealthCheck(spec) && isSame('healthCheckNodePort')) {
    stale.push('healthCheckNodePort');
  }
  const isBalanced = (one: Spec): boolean => one['type'] === 'LoadBalancer';
  if (isBalanced(before) && !isBalanced(spec)) {
    for (const name of ['allocateLoadBalancerNodePorts', 'loadBalancerClass']) if (isSame(name)) stale.push(name);
  }
  const isExternal = (one: Spec): boolean =>
    needsNodePort(one) || (one['type'] === 'ClusterIP' && ((one['externalIPs'] ?? []) as unknown[]).length > 0);
  if (isExternal(before) && !isExternal(spec) && isSame('externalTrafficPolicy')) stale.push('externalTrafficPolicy');
  const losesPorts = needsNodePort(before) && !needsNodePort(spec);
  const held = new Set(portsOf(before).map(nodePortOf));
  const isSubset = portsOf(spec).every((port) => nodePortOf(port) === 0 || held.has(nodePortOf(port)));
  const ports = losesPorts && isSubset ? portsOf(spec).map((port) => without(port, 'nodePort')) : undefined;
  const settled = { ...without(spec, ...stale), ...(ports && { ports }) };
  return { ...service, spec: settled, ...(!isBalanced(spec) && { status: { loadBalancer: {} } }) };
}
