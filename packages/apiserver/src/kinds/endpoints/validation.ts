import { dns1123LabelFaults, dns1123SubdomainFaults } from '@slipway/apimachinery/names';
import { isEqual, type JsonObject } from '../../objects/index.ts';
import {
  At,
  addressComplaints,
  checkEndpointAddress,
  checkEndpointPort,
  has,
  type Report,
  structs,
  text,
} from '../../validation/index.ts';

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
      checkEndpointPort(report, port, ports.length > 1, at.field('ports').index(position));
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
