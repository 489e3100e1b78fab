import type { Ref } from '@gati-framework/contracts/deployment';
import type { ConditionInput } from '@slipway/runtime';
import type { ReadHandler } from '../cluster/index.ts';
import { versionObjectName } from '../names/index.ts';
import { driftCondition, type Sync } from '../sets/index.ts';
import type { HandlerDecision } from './decide.ts';

type StatedCondition = Omit<ConditionInput, 'observedGeneration'>;
type VersionDecision = HandlerDecision['versions'][number];

/**
 * `Synced` of each version. What is refused of one version says nothing of another, which goes on by its own objects
 * (F-10); what belongs to no version, and a change that fails as a whole, concerns them all.
 */
export function versionSync(
  handler: ReadHandler,
  { versions }: HandlerDecision,
  { condition, failures, drifted }: Pick<Sync, 'condition' | 'failures' | 'drifted'>,
): (one: VersionDecision) => StatedCondition | undefined {
  const withOwner = <T extends { readonly ref: Ref }>(about: T) => ({
    ...about,
    owner: versions.find((one) => namesOf(handler, one).includes(about.ref.name)),
  });
  const owners = failures.map(withOwner);
  const drifts = drifted.map(withOwner);
  return (one) => {
    // Nothing is handed over for it.
    if (one.stage === 'Decommissioned' || one.facts.version.record.spec.template === undefined) return undefined;
    const drift = drifts.filter(({ owner }) => owner === one);
    if (failures.length === 0 && condition.reason !== 'Drifted') return condition;
    const own = owners.filter(({ owner }) => owner === undefined || owner === one);
    const [first] = own;
    if (!first && drift.length > 0) return driftCondition(drift);
    if (!first) return { type: 'Synced', status: 'True', reason: 'Synced', message: 'Its objects are in place.' };
    const message = own.map((failure) => failure.message).join(' ');
    return { type: 'Synced', status: 'False', reason: first.reason, message };
  };
}

function namesOf({ metadata }: ReadHandler, { facts: { id, version } }: VersionDecision): readonly string[] {
  return [versionObjectName(metadata.name, id), version.deploymentName, version.serviceName];
}
