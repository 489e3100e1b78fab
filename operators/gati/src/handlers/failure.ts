import type { ReadHandler } from '../cluster/index.ts';
import type { Reporting } from './deps.ts';
import { writeHandlerStatus } from './status-writes.ts';
import { conditionsOf } from './version-status.ts';

/** Says of a handler that a look at it failed. A busy server says nothing about the object. */
export async function tellFailure(deps: Reporting, handler: ReadHandler, error: unknown): Promise<void> {
  if (!(error instanceof Error)) return;
  const { code, message } = error as Error & { readonly code?: string };
  if (code === 'KUBE_THROTTLED') return;
  const { status = {}, metadata } = handler;
  const stated = { type: 'Synced', status: 'False', reason: 'ReconcileFailed', message } as const;
  const conditions = conditionsOf(status.conditions, [stated], metadata.generation, deps.now());
  await writeHandlerStatus(deps, handler, { ...status, conditions });
}
