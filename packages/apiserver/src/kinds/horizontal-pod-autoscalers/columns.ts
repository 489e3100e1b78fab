import { fieldAt, textAt } from '../../objects/index.ts';
import {
  ageColumn,
  type CellOf,
  column,
  count,
  listAt,
  NONE,
  nameColumn,
  numberAt,
  type TableColumn,
} from '../../tables/index.ts';

const scaleReference: CellOf = (hpa) =>
  `${textAt(hpa, 'spec', 'scaleTargetRef', 'kind')}/${textAt(hpa, 'spec', 'scaleTargetRef', 'name')}`;

/** The source of a metric is under the name of its type: `Resource` under `resource`. */
function metricText(spec: unknown, status: unknown): string {
  const type = textAt(spec, 'type');
  const source = type.charAt(0).toLowerCase() + type.slice(1);
  const wanted = fieldAt(spec, [source, 'target']);
  const current = fieldAt(status, [source, 'current']);
  const named = source === 'resource' || source === 'containerResource' ? `${textAt(spec, source, 'name')}: ` : '';
  const average = textAt(wanted, 'averageValue');
  if (average) {
    const suffix = source === 'external' || source === 'object' ? ' (avg)' : '';
    return `${named}${textAt(current, 'averageValue') || '<unknown>'}/${average}${suffix}`;
  }
  if (!named) return `${textAt(current, 'value') || '<unknown>'}/${textAt(wanted, 'value')}`;
  const percent = (value: unknown, absent: string): string => (typeof value === 'number' ? `${value}%` : absent);
  const now = percent(fieldAt(current, ['averageUtilization']), '<unknown>');
  return `${named}${now}/${percent(fieldAt(wanted, ['averageUtilization']), '<auto>')}`;
}

const metrics: CellOf = (hpa) => {
  const statuses = listAt(hpa, 'status.currentMetrics');
  const texts = listAt(hpa, 'spec.metrics').map((spec, index) => metricText(spec, statuses[index]));
  if (texts.length === 0) return NONE;
  return texts.length > 2 ? `${texts.slice(0, 2).join(', ')} + ${texts.length - 2} more...` : texts.join(', ');
};

export const columns: readonly TableColumn[] = [
  nameColumn,
  column('Reference', scaleReference),
  column('Targets', metrics),
  column('MinPods', (hpa) => numberAt(hpa, 'spec.minReplicas').toString()),
  column('MaxPods', count('spec.maxReplicas')),
  column('Replicas', count('status.currentReplicas')),
  ageColumn,
];
