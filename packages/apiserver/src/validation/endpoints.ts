import { dns1123LabelFaults, qualifiedNameFaults } from '@slipway/apimachinery/names';
import type { JsonObject } from '../objects/index.ts';
import { type At } from './at.ts';
import { addressBits, isIpv6, portNumberComplaints } from './formats.ts';
import { type Report } from './report.ts';
import { has, number, text } from './values.ts';

export const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

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

export function checkEndpointPort(report: Report, port: JsonObject, needsName: boolean, at: At): void {
  const name = text(port, 'name');
  if (needsName && name === '') report.required(at.field('name'));
  else if (name !== '') report.complain(at.field('name'), name, dns1123LabelFaults(name));
  report.complain(at.field('port'), number(port, 'port'), portNumberComplaints(number(port, 'port')));
  report.requiredOneOf(at.field('protocol'), text(port, 'protocol'), PROTOCOLS);
  checkAppProtocol(report, port, at);
}

export function checkAppProtocol(report: Report, port: JsonObject, at: At): void {
  if (!has(port, 'appProtocol')) return;
  report.complain(at.field('appProtocol'), text(port, 'appProtocol'), qualifiedNameFaults(text(port, 'appProtocol')));
}
