import type { BreakingChangeResult, TransformerChain } from '@gati-framework/contracts/deployment';
import type { Acceptance } from './acceptance.ts';
import { isBreaking } from './declaration.ts';

/** What is known about one version that the callers of which may come to the subject. */
export interface ReceiverEvidence {
  readonly versionId: string;
  /** The subject, or a version between the two in the handler's order, is declared to break callers. */
  readonly isDeclaredBreaking: boolean;
  readonly detected: BreakingChangeResult;
  /** From this version to the subject. */
  readonly chain: TransformerChain & { readonly unknown?: string };
}

export interface CompatibleCondition {
  readonly type: 'Compatible';
  readonly status: 'True' | 'False';
  readonly reason: 'Compatible' | 'TransformersComplete' | 'BreakingAccepted' | 'TransformersMissing' | 'SchemaUnknown';
  readonly message: string;
}

export interface Compatibility {
  readonly isBreaking: boolean;
  /** May take traffic that names no version. If not, it is HeaderOnly (G-59). */
  readonly mayReceive: boolean;
  /** Hops that no transformer covers, over all receivers. */
  readonly missing: readonly string[];
  readonly condition: CompatibleCondition;
}

/** Whether a version may share traffic with all that have some (G-59 to G-62). */
export function compatibilityOf(
  versionId: string,
  receivers: readonly ReceiverEvidence[],
  acceptance: Acceptance | undefined,
): Compatibility {
  const broken = receivers.filter(({ isDeclaredBreaking, detected }) =>
    isBreaking({ ofVersion: isDeclaredBreaking, isFirst: false }, detected.breaking),
  );
  const blocking = broken.filter(({ chain }) => !chain.complete);
  const missing = [...new Set(blocking.flatMap(({ chain }) => chain.missing))];
  const result = (reason: CompatibleCondition['reason'], message: string): Compatibility => {
    const mayReceive = reason !== 'TransformersMissing' && reason !== 'SchemaUnknown';
    const status = mayReceive ? 'True' : 'False';
    return {
      isBreaking: broken.length > 0,
      mayReceive,
      missing,
      condition: { type: 'Compatible', status, reason, message },
    };
  };
  if (broken.length === 0) return result('Compatible', 'Callers of every version with traffic are served.');
  if (blocking.length === 0)
    return result('TransformersComplete', `Transformers carry callers over from ${idsOf(broken)}.`);
  if (acceptance) {
    const { by = 'A person' } = acceptance;
    return result(
      'BreakingAccepted',
      `${by} accepted that it may break callers of ${idsOf(blocking)} (gati.dev/accept-breaking).`,
    );
  }
  const causes = blocking.map((receiver) => `${receiver.versionId} (${causeOf(receiver)})`).join(', ');
  const isOnlyUnknown = blocking.every((one) => !one.isDeclaredBreaking && one.detected.breaking.unknown !== undefined);
  return result(
    isOnlyUnknown ? 'SchemaUnknown' : 'TransformersMissing',
    `It may break callers of ${causes}: ${gapsOf(blocking, missing)}. Add transformers, or set gati.dev/accept-breaking: ${versionId} on the handler.`,
  );
}

function gapsOf(blocking: readonly ReceiverEvidence[], missing: readonly string[]): string {
  const [unknown] = blocking.flatMap(({ chain }) => chain.unknown ?? []);
  if (missing.length > 0) return `no transformer for ${missing.join(', ')}`;
  return unknown ?? 'the chain of transformers is too long';
}

function idsOf(receivers: readonly ReceiverEvidence[]): string {
  return receivers.map(({ versionId }) => versionId).join(', ');
}

function causeOf({ isDeclaredBreaking, detected }: ReceiverEvidence): string {
  if (isDeclaredBreaking) return 'declared';
  if (detected.breaking.unknown !== undefined) return detected.breaking.unknown;
  const first = detected.changes.find(({ breaking }) => breaking);
  return first ? `${first.side} ${first.path || '/'}: ${first.message}` : 'by its detector';
}
