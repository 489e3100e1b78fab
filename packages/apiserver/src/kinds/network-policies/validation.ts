import type { JsonObject } from '../../objects/index.ts';
import {
  type At,
  checkSelector,
  cidrComplaints,
  has,
  maybe,
  maybeNumber,
  networkOf,
  portNameComplaints,
  portNumberComplaints,
  type Report,
  SPEC,
  structs,
  text,
  texts,
} from '../../validation/index.ts';

export function checkNetworkPolicy(report: Report, object: JsonObject): void {
  const spec = (object['spec'] ?? {}) as JsonObject;
  checkSelector(report, maybe(spec, 'podSelector'), SPEC.field('podSelector'));
  for (const [direction, peers] of [
    ['ingress', 'from'],
    ['egress', 'to'],
  ] as const) {
    for (const [index, rule] of structs(spec, direction).entries()) {
      const at = SPEC.field(direction).index(index);
      for (const [position, port] of structs(rule, 'ports').entries()) {
        checkPolicyPort(report, port, at.field('ports').index(position));
      }
      for (const [position, peer] of structs(rule, peers).entries()) {
        checkPeer(report, peer, at.field(peers).index(position));
      }
    }
  }
  const types = texts(spec, 'policyTypes');
  const atTypes = SPEC.field('policyTypes');
  if (types.length > 2) {
    report.invalid(atTypes, types, 'may not specify more than two policyTypes');
    return;
  }
  for (const [index, type] of types.entries()) report.oneOf(atTypes.index(index), type, ['Ingress', 'Egress']);
}

function checkPolicyPort(report: Report, rule: JsonObject, at: At): void {
  report.oneOf(at.field('protocol'), text(rule, 'protocol'), ['TCP', 'UDP', 'SCTP']);
  const { port } = rule;
  const end = maybeNumber(rule, 'endPort');
  if (typeof port === 'number') {
    report.complain(at.field('port'), port, portNumberComplaints(port));
    if (end === undefined) return;
    if (end < port) report.invalid(at.field('endPort'), port, 'must be greater than or equal to `port`');
    report.complain(at.field('endPort'), end, portNumberComplaints(end));
    return;
  }
  if (end !== undefined) {
    const why = port === undefined ? 'is not specified' : 'is non-numeric';
    report.invalid(at.field('endPort'), end, `may not be specified when \`port\` ${why}`);
  }
  if (typeof port === 'string') report.complain(at.field('port'), port, portNameComplaints(port));
}

function checkPeer(report: Report, peer: JsonObject, at: At): void {
  checkSelector(report, maybe(peer, 'podSelector'), at.field('podSelector'));
  checkSelector(report, maybe(peer, 'namespaceSelector'), at.field('namespaceSelector'));
  const block = maybe(peer, 'ipBlock');
  if (block) checkBlock(report, block, at.field('ipBlock'));
  const count = ['podSelector', 'namespaceSelector', 'ipBlock'].filter((name) => has(peer, name)).length;
  if (count === 0) report.required(at, 'must specify a peer');
  else if (count > 1 && block) report.forbidden(at, 'may not specify both ipBlock and another peer');
}

function checkBlock(report: Report, block: JsonObject, at: At): void {
  const cidr = text(block, 'cidr');
  if (cidr === '') {
    report.required(at.field('cidr'));
    return;
  }
  const complaints = cidrComplaints(cidr);
  report.complain(at.field('cidr'), cidr, complaints);
  if (complaints.some((complaint) => complaint.startsWith('must be a valid'))) return;
  const outer = networkOf(cidr);
  for (const [index, except] of texts(block, 'except').entries()) {
    const here = at.field('except').index(index);
    const wrong = cidrComplaints(except);
    report.complain(here, except, wrong);
    if (wrong.some((complaint) => complaint.startsWith('must be a valid'))) continue;
    const inner = networkOf(except);
    const shift = BigInt(outer.bits - outer.length);
    const isInside = inner.bits === outer.bits && inner.first >> shift === outer.first >> shift;
    if (!isInside || inner.length <= outer.length) {
      report.invalid(here, except, `must be a strict subset of \`cidr\``);
    }
  }
}
