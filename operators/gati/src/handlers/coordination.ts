import type { ITransformerCoordinator, VersionRef } from '@gati-framework/contracts/deployment';
import type { HandlerDecision } from './decide.ts';
import { isGone } from './leaving.ts';
import type { HandlerObservation, VersionObservation } from './observation.ts';

/** What is notified of versions before their first weight, and after their end. */
export type Coordinator = Pick<ITransformerCoordinator, 'announce' | 'withdraw'>;

/**
 * Tells the coordinator what is about to happen (G-64). Nothing is written down about it: until the step it stands
 * before is, it is notified again. The answer has what it refused, by version; undefined where it refused nothing.
 */
export async function coordinate(
  coordinator: Coordinator | undefined,
  { handler }: Pick<HandlerObservation, 'handler'>,
  { rollout, versions }: HandlerDecision,
): Promise<HandlerObservation['refusals'] | undefined> {
  if (!coordinator) return undefined;
  const { name, namespace } = handler.metadata;
  const refusals: Record<string, string> = {};
  const tell = async (verb: 'announce' | 'withdraw', { id, record }: VersionObservation): Promise<void> => {
    const ref: VersionRef = { namespace, handler: name, versionId: id, name: record.metadata.name };
    try {
      await coordinator[verb](ref);
    } catch (error) {
      const cause = error instanceof Error ? error.message : String(error);
      refusals[id] = `the transformer coordinator, which did not ${verb} it: ${cause}`;
    }
  };
  for (const { facts, stage, leaving } of versions) {
    const { id, version } = facts;
    const { status } = version.record;
    const isFirstWeight = (rollout.weights[id] ?? 0) > 0 && status?.releasedAt === undefined;
    const isEnding = facts.isDeleting ? !leaving.remains.hasObjects && isGone(facts) : stage === 'Decommissioned';
    if (isFirstWeight) await tell('announce', version);
    else if (isEnding && status?.stage !== 'Decommissioned') await tell('withdraw', version);
  }
  return Object.keys(refusals).length > 0 ? refusals : undefined;
}
