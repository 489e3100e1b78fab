import {
  dns1123LabelFaults,
  dns1123SubdomainFaults,
  labelValueFaults,
  qualifiedNameFaults,
} from '@slipway/apimachinery/names';
import { isEqual, type JsonObject } from '../objects/index.ts';
import { At } from './at.ts';
import { addressBits, addressComplaints, isIpv6, portNumberComplaints } from './formats.ts';
import { Report } from './report.ts';
import { has, maybe, number, structs, text, texts } from './values.ts';

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const inIpv4 = (address: string, network: string, length: number): boolean =>
  !isIpv6(address) && addressBits(address) >> BigInt(32 - length) === addressBits(network) >> BigInt(32 - length);

/**
 * Where traffic may be sent. Loopback is refused as a real server does; pods that are processes of
 * this machine live there, and the server's own controllers may say so (L-23).
 */
export function checkEndpointAddress(report: Report, address: string, at: At, allowsLoopback = false): void {
  const bits = addressBits(address);
  if (bits === 0n) report.invalid(at, address, `may not be unspecified (${address})`);
  if (!allowsLoopback && (inIpv4(address, '127.0.0.0', 8) || (isIpv6(address) && bits === 1n))) {
    report.invalid(at, address, 'may not be in the loopback range (127.0.0.0/8, ::1/128)');
  }
  if (inIpv4(address, '169.254.0.0', 16) || (isIpv6(address) && bits >> 118n === 0xfe80n >> 6n)) {
    report.invalid(at, address, 'may not be in the link-local range (169.254.0.0/16, fe80::/10)');
  }
  if (inIpv4(address, '224.0.0.0', 24) || (isIpv6(address) && bits >> 112n === 0xff02n)) {
    report.invalid(at, address, 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)');
  }
}

export function checkEndpoints(
  report: Report,
  object: JsonObject,
  old: JsonObject | undefined,
  allowsLoopback: boolean,
): void {
  if (old && isEqual(object['subsets'], old['subsets'])) return;
  for (const [index, subset] of structs(object, 'subsets').entries()) {
    const at = new At('subsets').index(index);
    const lists = ['addresses', 'notReadyAddresses'];
    if (lists.every((list) => structs(subset, list).length === 0)) {
      report.required(at, 'must specify `addresses` or `notReadyAddresses`');
    }
    for (const list of lists) {
      for (const [position, address] of structs(subset, list).entries()) {
        checkAddress(report, address, at.field(list).index(position), allowsLoopback);
      }
    }
    const ports = structs(subset, 'ports');
    for (const [position, port] of ports.entries()) {
      checkPort(report, port, ports.length > 1, at.field('ports').index(position));
    }
  }
}

function checkAddress(report: Report, address: JsonObject, at: At, allowsLoopback: boolean): void {
  const ip = text(address, 'ip');
  const complaints = addressComplaints(ip);
  report.complain(at.field('ip'), ip, complaints);
  const hostname = text(address, 'hostname');
  if (hostname !== '') report.complain(at.field('hostname'), hostname, dns1123LabelFaults(hostname));
  if (has(address, 'nodeName')) {
    report.complain(at.field('nodeName'), text(address, 'nodeName'), dns1123SubdomainFaults(text(address, 'nodeName')));
  }
  if (complaints.length > 0) report.invalid(at.field('ip'), ip, 'must be a valid IP address');
  else checkEndpointAddress(report, ip, at.field('ip'), allowsLoopback);
}

function checkPort(report: Report, port: JsonObject, needsName: boolean, at: At): void {
  const name = text(port, 'name');
  if (needsName && name === '') report.required(at.field('name'));
  else if (name !== '') report.complain(at.field('name'), name, dns1123LabelFaults(name));
  report.complain(at.field('port'), number(port, 'port'), portNumberComplaints(number(port, 'port')));
  report.requiredOneOf(at.field('protocol'), text(port, 'protocol'), PROTOCOLS);
  checkAppProtocol(report, port, at);
}

function checkAppProtocol(report: Report, port: JsonObject, at: At): void {
  if (!has(port, 'appProtocol')) return;
  report.complain(at.field('appProtocol'), text(port, 'appProtocol'), qualifiedNameFaults(text(port, 'appProtocol')));
}

const ADDRESS_TYPE = new At('addressType');

export function checkEndpointSlice(
  report: Report,
  object: JsonObject,
  old: JsonObject | undefined,
  allowsLoopback: boolean,
): void {
  const type = text(object, 'addressType');
  report.requiredOneOf(ADDRESS_TYPE, type, ['FQDN', 'IPv4', 'IPv6']);
  const names = new Set<string>();
  for (const [index, port] of structs(object, 'ports').entries()) {
    const at = new At('ports').index(index);
    const name = text(port, 'name');
    if (name !== '') report.complain(at.field('name'), name, dns1123LabelFaults(name));
    if (names.has(name)) report.duplicate(at.field('name'), name);
    names.add(name);
    report.requiredOneOf(at.field('protocol'), text(port, 'protocol'), PROTOCOLS);
    checkAppProtocol(report, port, at);
  }
  const endpoints = new Report();
  checkSliceEndpoints(endpoints, object, type, allowsLoopback);
  if (!old || !isEqual(object['endpoints'], old['endpoints'])) report.add(endpoints.errors);
  if (old) report.immutable(ADDRESS_TYPE, type, type === text(old, 'addressType'));
}

function checkSliceEndpoints(report: Report, object: JsonObject, type: string, allowsLoopback: boolean): void {
  const endpoints = structs(object, 'endpoints');
  if (endpoints.length > 1000) {
    report.tooMany(new At('endpoints'), endpoints.length, 1000);
    return;
  }
  for (const [index, endpoint] of endpoints.entries()) {
    const at = new At('endpoints').index(index);
    const addresses = texts(endpoint, 'addresses');
    if (addresses.length === 0) report.required(at.field('addresses'), 'must contain at least 1 address');
    else if (addresses.length > 100) report.tooMany(at.field('addresses'), addresses.length, 100);
    for (const [position, address] of addresses.entries()) {
      checkSliceAddress(report, address, type, allowsLoopback, at.field('addresses'), position);
    }
    if (has(endpoint, 'nodeName')) {
      const node = text(endpoint, 'nodeName');
      report.complain(at.field('nodeName'), node, dns1123SubdomainFaults(node));
    }
    if (has(endpoint, 'hostname')) {
      const hostname = text(endpoint, 'hostname');
      report.complain(at.field('hostname'), hostname, dns1123LabelFaults(hostname));
    }
    const hints = maybe(endpoint, 'hints');
    for (const [position, zone] of structs(hints ?? {}, 'forZones').entries()) {
      const name = text(zone, 'name');
      report.complain(at.field('hints').field('forZones').index(position).field('name'), name, labelValueFaults(name));
    }
  }
}

function checkSliceAddress(
  report: Report,
  address: string,
  type: string,
  allowsLoopback: boolean,
  at: At,
  position: number,
): void {
  const here = at.index(position);
  if (type === 'IPv4' || type === 'IPv6') {
    const complaints = addressComplaints(address);
    report.complain(here, address, complaints);
    if (complaints.length > 0) return;
    if (isIpv6(address) !== (type === 'IPv6')) report.invalid(at, address, `must be an ${type} address`);
    checkEndpointAddress(report, address, here, allowsLoopback);
  } else if (type === 'FQDN') {
    const bare = address.replace(/\.$/, '');
    const complaints = dns1123SubdomainFaults(bare);
    if (address === '') report.required(here);
    else if (complaints.length > 0) report.invalid(here, bare, complaints.join(','));
    else if (!bare.includes('.')) {
      report.invalid(here, bare, 'should be a domain with at least two segments separated by dots');
    }
  }
}
