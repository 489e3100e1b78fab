import { isDeepStrictEqual } from 'node:util';
import type { Command } from '@slipway/delivery';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RUNS } from '../../test/runs.ts';
import {
  carriedOut,
  decided,
  kindsOf,
  MINUTE,
  NOW,
  observationOf,
  type Sketch,
  writtenDown,
} from '../../test/world.ts';
import type { HandlerDecision } from './decide.ts';
import type { HandlerObservation } from './observation.ts';

const SECRET = 'hunter2-and-then-some';
const IDS = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6'];
/** A settled handler writes its rollout down a few times in a row at most. */
const MOST_LOOKS = 12;

type Action =
  | { readonly do: 'aim'; readonly at: number }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'follow' }
  | { readonly do: 'pods'; readonly of: number; readonly ready: number; readonly crashes: number }
  | { readonly do: 'say'; readonly type: Command['type'] }
  | { readonly do: 'forget' };

const actions: fc.Arbitrary<readonly Action[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.constant({ do: 'follow' } as const) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 5, 15, 70) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('aim' as const), at: fc.nat(5) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('pods' as const),
        of: fc.nat(5),
        ready: fc.nat(1),
        crashes: fc.constantFrom(0, 0, 5),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('say' as const),
        type: fc.constantFrom('promote', 'pause', 'resume', 'abort', 'retry', 'rollback' as const),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ do: 'forget' } as const) },
  ),
  { maxLength: 14 },
);

const sketches: fc.Arbitrary<readonly Sketch[]> = fc
  .array(
    fc.record({
      declares: fc.option(fc.nat(100), { nil: undefined, freq: 3 }),
      isBreaking: fc.nat(3).map((one) => one === 0),
      isDeleting: fc.nat(9).map((one) => one === 0),
      ready: fc.nat(1),
    }),
    { minLength: 2, maxLength: 6 },
  )
  .map((parts) =>
    parts.map(({ declares, isBreaking, isDeleting, ready }, index) => ({
      id: IDS[index] ?? '',
      ...(index === 0 ? { weight: 100, stage: 'Current' as const } : { pods: { wanted: 1, ready } }),
      ...(declares !== undefined && { declares }),
      ...(index > 0 && isBreaking && { isBreaking }),
      ...(index > 0 && isDeleting && { isDeleting }),
      spec: {
        template: { handlerPath: '/users', image: `users:${index}`, port: 8080, env: { PASSWORD: SECRET } },
      },
    })),
  );

function act(observed: HandlerObservation, decision: HandlerDecision, action: Action): HandlerObservation {
  switch (action.do) {
    case 'follow':
      return carriedOut(observed, decision);
    case 'wait':
      return { ...observed, now: observed.now + action.minutes * MINUTE };
    case 'aim': {
      const target = observed.versions[action.at % observed.versions.length];
      const { handler } = observed;
      const spec = { ...handler.spec, version: target?.id ?? '' };
      const generation = (handler.metadata.generation ?? 0) + 1;
      return { ...observed, target, handler: { ...handler, metadata: { ...handler.metadata, generation }, spec } };
    }
    case 'pods': {
      const { id } = observed.versions[action.of % observed.versions.length] ?? { id: '' };
      const [sketched] = observationOf({ versions: [{ id, pods: { ...action, wanted: 1 } }] }).versions;
      const versions = observed.versions.map((one) =>
        one.id === id && one.workload.deployment && sketched ? { ...one, workload: sketched.workload } : one,
      );
      return { ...observed, versions, target: versions.find((one) => one.id === observed.target?.id) };
    }
    case 'forget':
      return { ...observed, since: observed.now };
    default:
      return observed;
  }
}

const commandsOf = (action: Action | undefined, index: number): Command[] =>
  action?.do === 'say' ? [{ type: action.type, actor: 'ann', reason: 'to see', key: `stated-${index}` }] : [];

/** Decides and writes down until nothing is left to write about the rollout. */
function settle(
  start: HandlerObservation,
  commands: readonly Command[],
): { observed: HandlerObservation; decision: HandlerDecision } {
  let observed = start;
  let decision = decided(observed, commands);
  for (let look = 0; decision.rollout.isChanged; look++) {
    check(observed, decision);
    if (look > MOST_LOOKS) throw new Error(`it never settles: ${JSON.stringify(decision.rollout.stored)}`);
    observed = writtenDown(observed, decision);
    decision = decided(observed);
  }
  return { observed, decision };
}

function check(observed: HandlerObservation, decision: HandlerDecision): void {
  const { weights } = decision.rollout;
  expect(Object.values(weights).reduce((sum, weight) => sum + weight, 0)).toBe(100);
  for (const { facts, stage } of decision.versions) {
    const isUsed = (weights[facts.id] ?? 0) > 0 || facts.weight > 0;
    if (!isUsed) continue;
    const kinds = kindsOf(decision, facts.id);
    expect(kinds.includes('Deployment') && kinds.includes('Service')).toBe(true);
    expect(['Draining', 'Drained', 'Decommissioning', 'Decommissioned']).not.toContain(stage);
  }
  expect(decision.route.plan.versions.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
  const reported = JSON.stringify([decision.status, decision.versionStatuses.map(({ status }) => status)]);
  expect(reported + JSON.stringify([decision.rolloutEvents, decision.versionEvents])).not.toContain(SECRET);
  expect(decision.wakeAt === null || decision.wakeAt > 0).toBe(true);
  expect(observed.now).toBeGreaterThanOrEqual(NOW);
}

test('G-37 G-67 G-72 G-152 G-181: whatever happens, all weight is given, what has weight runs, and a settled decision stays', () => {
  fc.assert(
    fc.property(sketches, actions, (versions, steps) => {
      let observed = observationOf({ versions, target: 'v1' });
      for (const [index, action] of [{ do: 'follow' } as const, ...steps].entries()) {
        const settled = settle(observed, commandsOf(action, index));
        const { decision } = settled;
        check(settled.observed, decision);
        const again = decided(writtenDown(settled.observed, decision));
        expect(again.rollout.isChanged).toBe(false);
        expect(again.rollout.weights).toEqual(decision.rollout.weights);
        // Compared at length only where they differ.
        if (!isDeepStrictEqual(again.objects, decision.objects)) expect(again.objects).toEqual(decision.objects);
        observed = act(writtenDown(settled.observed, decision), decision, action);
      }
    }),
    { numRuns: Math.ceil(RUNS.numRuns / 10) },
  );
});
