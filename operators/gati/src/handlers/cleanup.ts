import { conditionOf } from '@slipway/apimachinery/conditions';
import type { ReadHandler, ReadVersion } from '../cluster/index.ts';
import { timeOf } from '../decommission/index.ts';
import { ANNOTATIONS } from '../names/index.ts';
import { isOperatorAuthored } from '../records/index.ts';
import { removeSet } from '../sets/index.ts';
import { blockedCleanup } from './blocked-cleanup.ts';
import type { Acting, Reporting } from './deps.ts';
import { linkedVersions } from './linked-versions.ts';
import { candidatesOf, placeOf } from './place.ts';
import { readableHandler } from './readable-spec.ts';
import { removeFinalizer } from './record-finalizer.ts';
import { removeRecord, reportedFields, writeHandlerStatus } from './status-writes.ts';
import { conditionsOf } from './version-status.ts';

/** Why a handler that is deleted is still there, or undefined once nothing of it is left. */
export type CleanupBlocker = string | undefined;

/**
 * Takes with a handler what its owner references cannot: what its target holds, and the records that the operator
 * made. Records of people stay, and say that they are of no handler any more.
 */
export async function cleanUpHandler(deps: Acting, stored: ReadHandler): Promise<CleanupBlocker> {
  const { handler } = readableHandler(stored);
  deps.measuring.wantSamples(handler, []);
  if (handler.metadata.annotations?.[ANNOTATIONS.skipCleanup] === 'true') {
    await tellWhatIsLeft(deps, handler);
    return undefined;
  }
  const { versions } = await linkedVersions(deps.port, handler);
  const blocker = await removeSet(await placeOf(deps, handler, versions));
  if (blocker !== undefined) {
    const conditions = blockedCleanup(handler, blocker, deps.now());
    await writeHandlerStatus(deps, handler, { ...handler.status, conditions });
    return blocker;
  }
  for (const version of versions) {
    if (isOperatorAuthored(version, handler)) await removeRecord(deps.port, version);
    else if (version.metadata.deletionTimestamp !== undefined) await removeFinalizer(deps.port, version);
    else await retireRecord(deps, version);
  }
  return undefined;
}

/**
 * Nothing more is done for it: a person takes it from here, and needs to know what there is (G-156). That it cannot be
 * listed is no reason to keep the handler: whatever is wrong may be why the person skips the cleanup.
 */
async function tellWhatIsLeft({ port, tell }: Pick<Acting, 'port' | 'tell'>, handler: ReadHandler): Promise<void> {
  const note = await whatIsLeft(port, handler).catch(
    (error: unknown) => `Nothing was cleaned up. What is left could not be listed: ${(error as Error).message}`,
  );
  tell(handler, { type: 'Warning', reason: 'CleanupSkipped', note }, undefined);
}

async function whatIsLeft(port: Acting['port'], handler: ReadHandler): Promise<string> {
  const { versions } = await linkedVersions(port, handler);
  const left: string[] = versions.map(({ metadata }) => `GatiVersion ${metadata.name}`);
  for (const { kind, namespace, name } of await candidatesOf(port, handler, versions)) {
    if (await port.get(kind, namespace, name)) left.push(`${kind} ${name}`);
  }
  return left.length === 0 ? 'Nothing was left.' : `Nothing was cleaned up. Left: ${left.join(', ')}.`;
}

async function retireRecord({ port, now }: Pick<Reporting, 'port' | 'now'>, version: ReadVersion): Promise<void> {
  const { status = {}, metadata } = version;
  const resolved = conditionOf(status.conditions, 'Resolved');
  if (status.phase === 'Decommissioned' && resolved?.status === 'False') return;
  const stated = {
    type: 'Resolved',
    status: 'False',
    reason: 'HandlerNotFound',
    message: 'Its GatiHandler was deleted.',
  } as const;
  const next = {
    ...status,
    phase: 'Decommissioned',
    stage: 'Decommissioned',
    effectiveWeight: 0,
    decommissionedAt: status.decommissionedAt ?? timeOf(now()),
    conditions: conditionsOf(status.conditions, [stated], metadata.generation, now()),
  };
  const others = reportedFields(status.trafficReportedAt !== undefined);
  await port.writeStatus({ kind: 'GatiVersion', metadata, status }, next, { others });
}
