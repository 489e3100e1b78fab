import { earliest } from '@slipway/apimachinery/clock';
import { conditionOf } from '@slipway/apimachinery/conditions';
import type { ClusterPort, ReadHandler } from '../cluster/index.ts';
import { LABELS, ROTATION } from '../names/index.ts';
import type { Records } from '../records/index.ts';
import { isOpen } from '../rollouts/index.ts';
import { applySet, retryAt, type Sync, targetHold } from '../sets/index.ts';
import type { HandlerDecision } from './decide.ts';
import type { Acting } from './deps.ts';
import type { GatiEvent } from './events.ts';
import { removeForeign, withUnremoved } from './foreign-removal.ts';
import { obsoleteRecords } from './history.ts';
import type { Outcome } from './outcome.ts';
import { placeOf } from './place.ts';
import { removeRecord, tellAll, writeHandlerStatus, writeVersions } from './status-writes.ts';
import { conditionsOf } from './version-status.ts';
import { versionSync } from './version-sync.ts';

/** Gives target and router what was decided, then says so. */
export async function carryOut(
  deps: Acting,
  handler: ReadHandler,
  records: Records,
  decision: HandlerDecision,
): Promise<Outcome> {
  const hold = targetHold(handler, deps.targetKind) ?? decision.hold;
  const sync = hold ? undefined : await handOver(deps, handler, records, decision);
  const synced = sync?.condition ?? heldBack(hold);
  const syncedOf = versionSync(handler, decision, {
    condition: synced,
    failures: sync?.failures ?? [],
    drifted: sync?.drifted ?? [],
  });
  await writeVersions(deps, handler, records, decision, syncedOf);
  const { generation } = handler.metadata;
  const conditions = conditionsOf(decision.status.conditions, [synced], generation, deps.now());
  await writeHandlerStatus(deps, handler, { ...decision.status, conditions, ...(sync && { target: sync.target }) });
  tellAll(deps, handler, records, [...decision.versionEvents, ...failedRemovals(handler, decision, sync)]);
  for (const record of obsoleteRecords(handler, decision)) await removeRecord(deps.port, record);
  deps.measuring.wantSamples(
    handler,
    sampled(decision).map(({ facts }) => facts.version.record),
  );
  const isSynced = synced.status === 'True';
  return {
    again: false,
    wakeAt: isSynced
      ? decision.wakeAt
      : earliest([decision.wakeAt, retryAt(handler.status?.conditions, deps.now(), sync?.retryAfterMs)]),
    phase: decision.status.phase,
    objects: decision.objects,
    ...(synced.status === 'False' && synced.reason !== undefined && { code: synced.reason }),
  };
}

const heldBack = (hold: HandlerDecision['hold']): Sync['condition'] => ({
  type: 'Synced',
  status: 'False',
  reason: hold?.reason ?? 'ApplyFailed',
  message: hold?.message ?? '',
});

async function handOver(
  deps: Acting,
  handler: ReadHandler,
  records: Records,
  decision: HandlerDecision,
): Promise<Sync> {
  const { port } = deps;
  const { namespace } = handler.metadata;
  for (const { startReplicas, facts } of decision.versions) {
    if (startReplicas !== undefined) await port.startReplicas(namespace, facts.version.deploymentName, startReplicas);
  }
  const sync = await applySet(await placeOf(deps, handler, records.versions), decision.objects);
  await rotate(port, namespace, decision);
  const acts = decision.versions.flatMap(({ leaving }) => leaving.act ?? []);
  return withUnremoved(sync, (await Promise.all(acts.map((act) => removeForeign(port, act)))).flat());
}

/** What could not be removed is reported on its version, when it comes to be so. */
function failedRemovals(handler: ReadHandler, { versions }: HandlerDecision, sync: Sync | undefined): GatiEvent[] {
  const before = conditionOf(handler.status?.conditions, 'Synced');
  return (sync?.unremoved ?? []).flatMap(({ ref, message }): GatiEvent[] => {
    const owner = versions.find(({ facts: { version } }) =>
      [version.deploymentName, version.serviceName].includes(ref.name),
    );
    const isReported = before?.status === 'False' && before.message.includes(message);
    if (!owner || isReported) return [];
    const version = owner.facts.version.record.metadata.name;
    return [{ type: 'Warning', reason: 'DecommissionFailed', note: message, version }];
  });
}

/** Those that drain or are compared; and beside them each version with weight, since a share is one of all requests. */
function sampled(decision: HandlerDecision): HandlerDecision['versions'] {
  const isAsked = ({ stage, facts }: HandlerDecision['versions'][number]): boolean =>
    stage === 'Draining' || stage === 'Drained' || isAnalysed(decision, facts.id);
  if (!decision.versions.some(isAsked)) return [];
  return decision.versions.filter((one) => isAsked(one) || one.facts.weight > 0);
}

/** Versions that an open rollout compares: what was counted before tells what was counted since. */
function isAnalysed({ rollout: { stored }, facts }: HandlerDecision, id: string): boolean {
  if (!stored || !isOpen(stored) || (id !== stored.plan.to && id !== facts.stable)) return false;
  return stored.plan.stages.some(({ gates }) => gates.some(({ kind }) => kind === 'metric'));
}

/** A pod that has gone meanwhile is in no rotation. */
async function rotate(port: ClusterPort, namespace: string, { route }: HandlerDecision): Promise<void> {
  const path = `/metadata/labels/${LABELS.rotation.replaceAll('/', '~1')}`;
  const label = async (name: string, value: string): Promise<void> => {
    try {
      await port.patch({ kind: 'Pod', namespace, name }, [{ op: 'add', path, value }]);
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'KUBE_NOT_FOUND') throw error;
    }
  };
  await Promise.all(route.take.map((name) => label(name, ROTATION.in)));
  await Promise.all(route.release.map((name) => label(name, ROTATION.out)));
}
