import { dns1123LabelFaults, qualifiedNameFaults } from '@slipway/apimachinery/names';
import { compareQuantities, nanosOf, parseQuantity } from '@slipway/apimachinery/quantity';
import type { JsonObject } from '../objects/index.ts';
import type { At } from './at.ts';
import type { Report } from './report.ts';
import { entries, struct, structs, text } from './values.ts';

const words = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/));

const COUNTED = `pods resourcequotas services replicationcontrollers secrets configmaps persistentvolumeclaims
  services.nodeports services.loadbalancers`;
const COMPUTE = `cpu memory ephemeral-storage requests.cpu requests.memory requests.ephemeral-storage requests.storage
  limits.cpu limits.memory limits.ephemeral-storage`;
const standardResources = words(`${COUNTED} ${COMPUTE} storage`);
const quotaResources = words(`${COUNTED} ${COMPUTE}`);
const integerResources = words(COUNTED);
const containerResources = words('cpu memory ephemeral-storage');

const isHugePage = (name: string): boolean => name.startsWith('hugepages-');
const isQuotaHugePage = (name: string): boolean => isHugePage(name) || name.startsWith('requests.hugepages-');
const isNative = (name: string): boolean => !name.includes('/') || name.includes('kubernetes.io/');
const isExtended = (name: string): boolean =>
  !isNative(name) && !name.startsWith('requests.') && qualifiedNameFaults(`requests.${name}`).length === 0;
export const isOvercommitAllowed = (name: string): boolean => isNative(name) && !isHugePage(name);

export function checkResourceName(report: Report, name: string, at: At): boolean {
  const complaints = qualifiedNameFaults(name);
  report.complain(at, name, complaints);
  if (complaints.length > 0) return false;
  if (name.includes('/') || standardResources.has(name) || isQuotaHugePage(name)) return true;
  report.invalid(at, name, 'must be a standard resource type or fully qualified');
  return false;
}

export function checkContainerResourceName(report: Report, name: string, at: At): void {
  checkResourceName(report, name, at);
  if (!name.includes('/')) {
    if (!containerResources.has(name) && !isHugePage(name)) {
      report.invalid(at, name, 'must be a standard resource for containers');
    }
  } else if (!isNative(name) && !isExtended(name)) {
    report.invalid(at, name, "doesn't follow extended resource name standard");
  }
}

export const isStandardQuotaResource = (name: string): boolean => quotaResources.has(name) || isQuotaHugePage(name);

export function checkQuotaResourceName(report: Report, name: string, at: At): void {
  checkResourceName(report, name, at);
  if (!name.includes('/') && !isStandardQuotaResource(name)) {
    report.invalid(at, name, 'must be a standard resource for quota');
  }
}

function checkPodResourceName(report: Report, name: string, at: At): void {
  if (!checkResourceName(report, name, at)) return;
  if (name !== 'cpu' && name !== 'memory' && !isHugePage(name)) {
    report.unsupported(at, name, ['cpu', 'hugepages-', 'memory']);
  }
}

export function checkNonNegativeQuantity(report: Report, quantity: string, at: At): void {
  if (nanosOf(parseQuantity(quantity)) < 0n) report.invalid(at, quantity, 'must be greater than or equal to 0');
}

export function checkResourceAmount(report: Report, name: string, quantity: string, at: At): void {
  checkNonNegativeQuantity(report, quantity, at);
  const isInteger = integerResources.has(name) || isExtended(name);
  if (isInteger && nanosOf(parseQuantity(quantity)) % 1_000_000_000n !== 0n) {
    report.invalid(at, quantity, 'must be an integer');
  }
}

type NameCheck = (report: Report, name: string, at: At) => void;

export function checkContainerResources(
  report: Report,
  resources: JsonObject,
  claims: ReadonlySet<string>,
  at: At,
): void {
  checkRequirements(report, resources, checkContainerResourceName, at);
  checkClaims(report, structs(resources, 'claims'), claims, at.field('claims'));
}

export function checkPodResources(report: Report, resources: JsonObject, at: At): void {
  checkRequirements(report, resources, checkPodResourceName, at);
}

function checkRequirements(report: Report, resources: JsonObject, checkName: NameCheck, at: At): void {
  const limits = struct(resources, 'limits') as Readonly<Record<string, string>>;
  const atRequests = at.field('requests');
  for (const [name, amount] of entries(resources, 'limits')) {
    checkAmount(report, name, amount, checkName, at.field('limits').key(name));
  }
  for (const [name, amount] of entries(resources, 'requests')) {
    checkAmount(report, name, amount, checkName, atRequests.key(name));
    const limit = limits[name];
    if (limit === undefined) {
      if (!isOvercommitAllowed(name)) {
        report.required(at.field('limits'), 'Limit must be set for non overcommitable resources');
      }
      continue;
    }
    const order = compareQuantities(amount, limit);
    if (order !== 0 && !isOvercommitAllowed(name)) {
      report.invalid(atRequests, amount, `must be equal to ${name} limit of ${limit}`);
    } else if (order > 0) {
      report.invalid(atRequests, amount, `must be less than or equal to ${name} limit of ${limit}`);
    }
  }
  const names = [...Object.keys(limits), ...Object.keys(struct(resources, 'requests'))];
  if (names.some(isHugePage) && !names.includes('cpu') && !names.includes('memory')) {
    report.forbidden(at, 'HugePages require cpu or memory');
  }
}

function checkAmount(report: Report, name: string, amount: string, checkName: NameCheck, at: At): void {
  checkName(report, name, at);
  checkResourceAmount(report, name, amount, at);
  if (!isHugePage(name)) return;
  const page = nanosOf(parseQuantity(name.slice('hugepages-'.length)));
  const nanos = nanosOf(parseQuantity(amount));
  if (page <= 0n || nanos % page !== 0n) {
    report.invalid(at, amount, `${amount} is not positive integer multiple of ${name}`);
  }
}

function checkClaims(report: Report, claims: readonly JsonObject[], known: ReadonlySet<string>, at: At): void {
  const seen = new Set<string>();
  for (const [index, claim] of claims.entries()) {
    const name = text(claim, 'name');
    if (name === '') {
      report.required(at.index(index));
      continue;
    }
    const request = text(claim, 'request');
    if (request !== '') report.complain(at.index(index).field('request'), request, dns1123LabelFaults(request));
    const key = request === '' ? name : `${name}/${request}`;
    if (seen.has(name) || seen.has(key)) report.duplicate(at.index(index), seen.has(name) ? name : key);
    seen.add(key);
    if (known.has(name)) continue;
    const choice = known.size === 0 ? ' which is empty' : `: ${[...known].sort().join(', ')}`;
    report.unknown(at.index(index), name, `must be one of the names in pod.spec.resourceClaims${choice}`);
  }
}
