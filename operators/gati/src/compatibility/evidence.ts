import type {
  IBreakingChangeDetector,
  ITransformerCoordinator,
  VersionRef,
} from '@gati-framework/contracts/deployment';
import type { Clock } from '@slipway/kube';
import { inTime, LIMIT_MS, withLimit } from './limit.ts';
import type { ReceiverEvidence } from './verdict.ts';

/** A version, and whether it is declared to break callers of the one before. */
export interface OrderedVersion {
  readonly ref: VersionRef;
  readonly isDeclaredBreaking: boolean;
}

export interface Judges {
  readonly detector: IBreakingChangeDetector;
  readonly coordinator: Pick<ITransformerCoordinator, 'chain'>;
  readonly clock: Pick<Clock, 'timer'>;
}

/**
 * Asks about a version and every version that it would share traffic with. `order` has all versions of the handler,
 * oldest first: what broke callers between two of them still does.
 */
export async function gatherEvidence(
  subject: VersionRef,
  receivers: readonly VersionRef[],
  order: readonly OrderedVersion[],
  { detector, coordinator, clock }: Judges,
): Promise<ReceiverEvidence[]> {
  const limited = withLimit(detector, LIMIT_MS, clock);
  const others = receivers.filter(({ versionId }) => versionId !== subject.versionId);
  return Promise.all(
    others.map(async (receiver) => {
      const [detected, chain] = await Promise.all([
        limited.detect(receiver, subject),
        chainInTime(coordinator, receiver, subject, clock),
      ]);
      const isDeclaredBreaking = isBrokenBetween(order, receiver.versionId, subject.versionId);
      return { versionId: receiver.versionId, isDeclaredBreaking, detected, chain };
    }),
  );
}

/** A coordinator that does not answer knows no chain (G-56). */
async function chainInTime(
  coordinator: Judges['coordinator'],
  from: VersionRef,
  to: VersionRef,
  clock: Judges['clock'],
): Promise<ReceiverEvidence['chain']> {
  try {
    return await inTime(coordinator.chain(from, to), LIMIT_MS, clock);
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return { complete: false, missing: [], unknown: `the transformer coordinator failed: ${cause}` };
  }
}

/** Whether the younger of two versions, or one between them, is declared to break callers. */
export function isBrokenBetween(order: readonly OrderedVersion[], one: string, other: string): boolean {
  const indexOf = (id: string): number => order.findIndex(({ ref }) => ref.versionId === id);
  const [older, younger] = [indexOf(one), indexOf(other)].toSorted((a, b) => a - b);
  return order.slice((older ?? 0) + 1, (younger ?? 0) + 1).some(({ isDeclaredBreaking }) => isDeclaredBreaking);
}
