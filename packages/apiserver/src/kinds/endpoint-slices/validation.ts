import { dns1123LabelFaults, dns1123SubdomainFaults, labelValueFaults } from '@slipway/apimachinery/names';
import { isEqual, type JsonObject } from '../../objects/index.ts';
import {
  At,
  addressComplaints,
  checkAppProtocol,
  checkEndpointAddress,
  has,
  isIpv6,
  maybe,
  PROTOCOLS,
  Report,
  structs,
  text,
  texts,
} from '../../validation/index.ts';

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
