import { textAt } from '../../objects/index.ts';
import {
  ageColumn,
  at,
  type CellOf,
  column,
  conditionStatus,
  listAt,
  NONE,
  nameColumn,
  type TableColumn,
  wide,
} from '../../tables/index.ts';
import { podSummary } from './summary.ts';

const readinessGates: CellOf = (pod) => {
  const gates = listAt(pod, 'spec.readinessGates').map((gate) => textAt(gate, 'conditionType'));
  if (gates.length === 0) return NONE;
  return `${gates.filter((gate) => conditionStatus(pod, gate) === 'True').length}/${gates.length}`;
};

export const columns: readonly TableColumn[] = [
  nameColumn,
  column('Ready', (pod, now) => podSummary(pod, now).ready),
  column('Status', (pod, now) => podSummary(pod, now).status),
  column('Restarts', (pod, now) => podSummary(pod, now).restarts),
  ageColumn,
  wide('IP', (pod) => textAt(listAt(pod, 'status.podIPs')[0], 'ip') || textAt(pod, 'status', 'podIP') || NONE),
  wide('Node', at('spec.nodeName', NONE)),
  wide('Nominated Node', at('status.nominatedNodeName', NONE)),
  wide('Readiness Gates', readinessGates),
];
