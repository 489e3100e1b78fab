import { conditionOf } from '@slipway/apimachinery/conditions';
import type { ClusterPort, ReadHandler } from '../cluster/index.ts';
import {
  acceptanceOf,
  type Compatibility,
  compatibilityOf,
  gatherEvidence,
  type Judges,
  writerOf,
} from '../compatibility/index.ts';
import { ANNOTATIONS } from '../names/index.ts';
import type { VersionObservation } from './observation.ts';

export type Unjudged = Omit<VersionObservation, 'compatibility'>;

export interface JudgeInput {
  readonly port: Pick<ClusterPort, 'live'>;
  readonly handler: ReadHandler;
  readonly judges: Judges;
  readonly targetId: string;
}

/** Each version beside those that have traffic: whether it may share it. */
export async function judged(input: JudgeInput, versions: readonly Unjudged[]): Promise<VersionObservation[]> {
  const { name, namespace } = input.handler.metadata;
  const refOf = (id: string) => ({ namespace, handler: name, versionId: id });
  const receivers = versions.filter(({ record }) => (record.status?.effectiveWeight ?? 0) > 0);
  const order = versions.map(({ id, record }) => ({ ref: refOf(id), isDeclaredBreaking: record.spec.breaking }));
  return Promise.all(
    versions.map(async (version): Promise<VersionObservation> => {
      // What has traffic was let in; who would have to break it to be asked again?
      const isServing = receivers.includes(version) || isLeftAlone(version, input.targetId);
      const others = isServing ? [] : receivers.map(({ id }) => refOf(id));
      const evidence = await gatherEvidence(refOf(version.id), others, order, input.judges);
      const verdictBy = (acceptance: ReturnType<typeof acceptanceOf>): Compatibility =>
        compatibilityOf(version.id, evidence, acceptance);
      const text = input.handler.metadata.annotations?.[ANNOTATIONS.acceptBreaking];
      const acceptance = acceptanceOf(text, version.id);
      const verdict = verdictBy(acceptance);
      const isAccepted = verdict.condition.reason === 'BreakingAccepted';
      const noted = notedAcceptance(version);
      // Who accepted it is written down once, and stays with the version (G-61).
      if (noted && (isAccepted || isServing)) return { ...version, compatibility: { ...verdict, condition: noted } };
      if (!isAccepted || acceptance?.by !== undefined) return { ...version, compatibility: verdict };
      return { ...version, compatibility: verdictBy(await writer(input)) };
    }),
  );
}

/** Retired, and nobody asks for it: one that is to come back is judged anew, beside those that serve now (G-103). */
function isLeftAlone({ id, record: { status, spec }, isOperatorAuthored }: Unjudged, targetId: string): boolean {
  const isAsked = id === targetId || (!isOperatorAuthored && spec.routingWeight > 0);
  return status?.stage === 'Decommissioned' && !isAsked;
}

function notedAcceptance({ record }: Unjudged): Compatibility['condition'] | undefined {
  const noted = conditionOf(record.status?.conditions, 'Compatible');
  if (noted?.reason !== 'BreakingAccepted') return undefined;
  return { type: 'Compatible', status: 'True', reason: 'BreakingAccepted', message: noted.message };
}

/** Caches keep nothing of who wrote what. */
async function writer({ port, handler }: JudgeInput): Promise<{ by?: string }> {
  const { name, namespace } = handler.metadata;
  const object = await port.live.get('GatiHandler', namespace, name);
  const program = object && writerOf(object, ANNOTATIONS.acceptBreaking);
  return program ? { by: `A person, by ${program},` } : {};
}
