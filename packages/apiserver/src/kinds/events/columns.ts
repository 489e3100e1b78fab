import { fieldAt, type KubeObject, textAt } from '../../objects/index.ts';
import { age, at, column, make, numberAt, type TableColumn, wide } from '../../tables/index.ts';

/** A field of an event under its core name or, as events.k8s.io shows it, its newer one. */
const either = (event: KubeObject, core: string, newer: string): unknown => event[core] ?? event[newer];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function firstSeen(event: KubeObject, now: number): string {
  return age(either(event, 'firstTimestamp', 'deprecatedFirstTimestamp') ?? event['eventTime'], now);
}

function lastSeen(event: KubeObject, now: number): string {
  const series = fieldAt(event, ['series', 'lastObservedTime']);
  const last = series ?? either(event, 'lastTimestamp', 'deprecatedLastTimestamp') ?? undefined;
  return last === undefined ? firstSeen(event, now) : age(last, now);
}

function eventCount(event: KubeObject): number {
  if (event['series'] !== undefined) return numberAt(event, 'series.count');
  return numberAt({ count: either(event, 'count', 'deprecatedCount') }, 'count') || 1;
}

function eventObject(event: KubeObject): string {
  const involved = either(event, 'involvedObject', 'regarding');
  const name = textAt(involved, 'name');
  const kind = textAt(involved, 'kind').toLowerCase();
  return name ? `${kind}/${name}` : kind;
}

function eventSource(event: KubeObject): string {
  const source = either(event, 'source', 'deprecatedSource');
  const component = textAt(source, 'component') || textOf(either(event, 'reportingComponent', 'reportingController'));
  const host = textAt(source, 'host') || textAt(event, 'reportingInstance');
  return [component, host].filter(Boolean).join(', ');
}

export const eventColumns: readonly TableColumn[] = [
  column('Last Seen', lastSeen),
  column('Type', at('type')),
  column('Reason', at('reason')),
  column('Object', eventObject),
  wide('Subobject', (event) => textAt(either(event, 'involvedObject', 'regarding'), 'fieldPath')),
  wide('Source', eventSource),
  column('Message', (event) => textOf(either(event, 'message', 'note')).trim()),
  wide('First Seen', firstSeen),
  wide('Count', eventCount),
  make('Name', 'string', 1, ({ metadata }) => metadata.name ?? '', 'name'),
];
