import type { ReadHandler } from '../cluster/index.ts';
import type { Reporting } from './deps.ts';
import type { Outcome } from './outcome.ts';
import { writeHandlerStatus } from './status-writes.ts';
import { conditionsOf } from './version-status.ts';

/**
 * A rollout that cannot be read may be one on its way, by another release: whatever is decided without it could undo
 * what a person asked for. So the traffic stays, and a person removes it (G-87).
 */
export async function waitForRemoval(deps: Reporting, handler: ReadHandler, problem: string): Promise<Outcome> {
  const { status = {}, metadata } = handler;
  const { name, namespace } = metadata;
  const message =
    `${problem} Nothing is decided for this handler meanwhile, and its traffic stays as it is. If another release wrote ` +
    'it, run that one. Otherwise remove it; what it held of a hold and the rollback window goes with it: ' +
    `kubectl patch gatihandler ${name} -n ${namespace} --subresource=status --type=json ` +
    `-p '[{"op":"remove","path":"/status/rollout"}]'`;
  const stated = { type: 'Progressing', status: 'Unknown', reason: 'RolloutUnreadable', message } as const;
  await writeHandlerStatus(deps, handler, {
    ...status,
    conditions: conditionsOf(status.conditions, [stated], metadata.generation, deps.now()),
  });
  return { again: false, wakeAt: null, phase: status.phase, objects: [], code: 'RolloutUnreadable' };
}
