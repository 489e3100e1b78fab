import type { GoalSplit, SplitVerdict } from './model.ts';

export interface WeightsCondition {
  readonly type: 'WeightsValid';
  readonly status: 'True' | 'False';
  readonly reason: SplitVerdict;
  readonly message: string;
}

const MESSAGES: Readonly<Record<SplitVerdict, string>> = {
  AsDeclared: 'The weights are as declared.',
  Normalised: 'The declared weights were scaled to add up to 100',
  NoReceiver:
    'No version that can take traffic has weight, so the present split stays. Give one a weight above 0; replicas: 0 stops traffic.',
  TooManyReceivers:
    'More versions have weight than the router can split between, so the present split stays. Give some of them 0.',
};

/** Whether the declared weights give a split, and what became of them. */
export function weightsCondition({ verdict, changed }: GoalSplit): WeightsCondition {
  const status = verdict === 'AsDeclared' || verdict === 'Normalised' ? 'True' : 'False';
  const details = changed.map(
    ({ versionId, declared, weight }) => `${versionId} declares ${declared} and gets ${weight}`,
  );
  const message = details.length > 0 ? `${MESSAGES[verdict]}: ${details.join(', ')}.` : MESSAGES[verdict];
  return { type: 'WeightsValid', status, reason: verdict, message };
}
