import { timeOf } from '../decommission/index.ts';
import { ANNOTATIONS } from '../names/index.ts';
import { isOperatorAuthored } from '../records/index.ts';
import type { GatiHandler, GatiVersion } from '../types/index.ts';
import { linkedVersions } from './linked-versions.ts';
import type { HandlerDeps } from './reconcile.ts';
import { refOf, removeFinalizer } from './status-writes.ts';
import { conditionsOf } from './version-status.ts';

/** Why a handler that is deleted is still there, or undefined once nothing of it is left. */
export type CleanupBlocker = string | undefined;

/**
 * Takes with a handler what its owner references cannot: what its target holds, and the records that the operator
 * made. Records of people stay, and say that they are of no handler any more.
 */
export async function cleanUpHandler(deps: HandlerDeps, handler: GatiHandler): Promise<CleanupBlocker> {
  const { port, target, now } = deps;
  if (handler.metadata.annotations?.[ANNOTATIONS.skipCleanup] !== 'true') {
    const report = await target.applySet?.({ owner: refOf(handler), resources: [] });
    const failed = report?.results.find(({ outcome }) => outcome === 'failed');
    if (failed) return `${failed.ref.kind} ${failed.ref.name}: ${failed.error?.message ?? 'it cannot be removed'}`;
  }
  deps.measuring.wantSamples(handler, []);
  const { versions } = await linkedVersions(port, handler);
  for (const version of versions) {
    if (isOperatorAuthored(version, handler)) await removeRecord(deps, version);
    else await retireRecord(deps, version, now());
  }
  return undefined;
}

async function removeRecord({ port }: HandlerDeps, version: GatiVersion): Promise<void> {
  const { name = '', namespace = '', uid } = version.metadata;
  await port.delete('GatiVersion', namespace, name, uid === undefined ? {} : { uid });
  await removeFinalizer(port, version);
}

async function retireRecord({ port }: HandlerDeps, version: GatiVersion, now: number): Promise<void> {
  const { status = {}, metadata } = version;
  const { name = '', namespace = '', generation } = metadata;
  if (status.phase === 'Decommissioned') return;
  const said = {
    type: 'Resolved',
    status: 'False',
    reason: 'HandlerNotFound',
    message: 'Its GatiHandler was deleted.',
  } as const;
  await port.applyStatus({
    kind: 'GatiVersion',
    metadata: { namespace, name },
    spec: {},
    status: {
      ...status,
      phase: 'Decommissioned',
      stage: 'Decommissioned',
      effectiveWeight: 0,
      decommissionedAt: timeOf(now),
      conditions: conditionsOf(status.conditions, [said], generation, now),
    },
  });
}
