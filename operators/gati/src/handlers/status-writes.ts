import type { PatchOperation } from '@gati-framework/contracts/deployment';
import type { ClusterPort, ReadHandler, ReadVersion } from '../cluster/index.ts';
import type { Records } from '../records/index.ts';
import type { GatiHandlerStatus, GatiVersionStatus } from '../types/index.ts';
import { conditionEvents } from './condition-events.ts';
import type { HandlerDecision } from './decide.ts';
import type { Acting, Reporting } from './deps.ts';
import type { GatiEvent } from './events.ts';
import { isGone } from './leaving.ts';
import { removeFinalizer } from './record-finalizer.ts';
import { refOfVersion } from './refs.ts';
import { conditionsOf, conflictedStatus } from './version-status.ts';
import type { versionSync } from './version-sync.ts';

export async function writeVersions(
  { port, now, tell }: Pick<Acting, 'port' | 'now' | 'tell'>,
  handler: ReadHandler,
  records: Records,
  decision: HandlerDecision,
  syncedOf: ReturnType<typeof versionSync>,
): Promise<void> {
  const others = reportedFields(handler.spec.traffic?.source === 'status');
  const write = ({ metadata, status }: ReadVersion, next: GatiVersionStatus): Promise<boolean> =>
    port.writeStatus({ kind: 'GatiVersion', metadata, status }, next, { others });
  for (const { decision: one, status } of decision.versionStatuses) {
    const { record } = one.facts.version;
    const follows = isFollower(handler, decision, one.facts);
    const generation = follows ? await followWeight(port, record, one.facts.weight) : record.metadata.generation;
    await write(record, observedAt(withSynced(status, syncedOf(one), record, now()), generation));
    await release(port, one);
  }
  for (const { record, winner } of records.conflicted) {
    const status = conflictedStatus(record, winner, now());
    await write(record, status);
    for (const event of conditionEvents(record.status?.conditions, status.conditions)) tell(handler, event, record);
  }
}

/** A version of which nothing is handed over says nothing of the target. */
function withSynced(
  status: GatiVersionStatus,
  synced: ReturnType<ReturnType<typeof versionSync>>,
  { metadata }: ReadVersion,
  now: number,
): GatiVersionStatus {
  const conditions = synced
    ? conditionsOf(status.conditions, [synced], metadata.generation, now)
    : status.conditions?.filter(({ type }) => type !== 'Synced');
  return { ...status, ...(conditions && { conditions }) };
}

/** What a route manager writes: whose fields these are must not change. */
export function reportedFields(isReported: boolean): readonly string[] {
  return isReported ? ['trafficReportedAt', 'trafficCount', 'lastTrafficTimestamp'] : ['trafficReportedAt'];
}

/**
 * The operator's own records say in their spec what is so; people's are never written to. Where weights are set by hand
 * only that of the first release is: nobody has commanded anything about it.
 */
function isFollower(
  { spec }: ReadHandler,
  { facts: { stored } }: HandlerDecision,
  { id, version }: HandlerDecision['versions'][number]['facts'],
): boolean {
  if (!version.isOperatorAuthored || spec.routing?.weights !== 'manual') return version.isOperatorAuthored;
  const isFirst = stored?.plan.from === null && stored.plan.to === id;
  return isFirst && version.record.status?.releasedAt === undefined;
}

/** Answers with the generation that its status is about. */
async function followWeight(port: ClusterPort, record: ReadVersion, weight: number): Promise<number | undefined> {
  const { generation = 0, deletionTimestamp } = record.metadata;
  if (record.spec.routingWeight === weight || deletionTimestamp !== undefined) return record.metadata.generation;
  const operations: PatchOperation[] = [{ op: 'replace', path: '/spec/routingWeight', value: weight }];
  const { metadata } = await port.patch(refOfVersion(record), operations);
  // What another client changed in between was not looked at.
  return metadata.generation === generation + 1 ? metadata.generation : record.metadata.generation;
}

/** The own change of the spec is known: its generation takes no second write. */
function observedAt(status: GatiVersionStatus, generation: number | undefined): GatiVersionStatus {
  const { observedGeneration: before, conditions } = status;
  if (generation === undefined || generation === before) return status;
  const now = { observedGeneration: generation };
  return {
    ...status,
    ...now,
    ...(conditions && {
      conditions: conditions.map((one) => (one.observedGeneration === before ? { ...one, ...now } : one)),
    }),
  };
}

/** A record that is deleted goes once nothing of it is left. */
async function release(port: ClusterPort, { facts, leaving }: HandlerDecision['versions'][number]): Promise<void> {
  if (!facts.isDeleting || leaving.remains.hasObjects || leaving.wait !== undefined || !isGone(facts)) return;
  await removeFinalizer(port, facts.version.record);
}

/** With nothing of it left there is nothing to wait for. */
export async function removeRecord(port: ClusterPort, version: ReadVersion): Promise<void> {
  const { name, namespace, uid } = version.metadata;
  await port.delete('GatiVersion', namespace, name, uid === undefined ? {} : { uid });
  await removeFinalizer(port, version);
}

export function tellAll(
  { tell }: Pick<Reporting, 'tell'>,
  handler: ReadHandler,
  { versions }: Pick<Records, 'versions'>,
  events: readonly GatiEvent[],
): void {
  for (const event of events) {
    tell(
      handler,
      event,
      versions.find(({ metadata }) => metadata.name === event.version),
    );
  }
}

/**
 * Written when something changed, with the version that was read: a write on an older one loses. What its conditions
 * newly report is recorded then.
 */
export async function writeHandlerStatus(
  { port, now, tell }: Reporting,
  handler: ReadHandler,
  next: GatiHandlerStatus,
): Promise<void> {
  const { metadata, status } = handler;
  const options = { isGuarded: true, at: new Date(now()).toISOString() };
  if (!(await port.writeStatus({ kind: 'GatiHandler', metadata, status }, next, options))) return;
  for (const event of conditionEvents(status?.conditions, next.conditions)) tell(handler, event, undefined);
}
