import { describe, expect, test } from 'vitest';
import { drained, MINUTE, NOW } from '../../test/decommission/drained.ts';
import { blockersOf, pastBlockers } from './blockers.ts';
import { type DrainView, eventsOf } from './events.ts';
import { gatesOf } from './gates.ts';
import type { DecommissionSituation } from './situation.ts';
import { verdictOf } from './verdict.ts';

const reasons = (before: DrainView, after: DrainView): string[] =>
  eventsOf('v1', before, after).map(({ reason }) => reason);
const at = (stage: DrainView['stage'], ...blockers: string[]): DrainView => ({
  stage,
  blockers: blockers.map((reason) => ({ reason, since: '' })),
});

describe('the Events of a version that leaves', () => {
  test('G-108: a full story in one list, each step once', () => {
    const story = [
      at('Serving'),
      at('Draining', 'TooFewSamples', 'GracePeriod'),
      at('Draining', 'TrafficUnknown'),
      at('Draining', 'TrafficUnknown'),
      at('Draining', 'TrafficUnknown', 'DrainOverdue'),
      at('Drained', 'Protected'),
      at('Drained', 'Protected'),
      at('Drained', 'LastHealthy'),
      at('Drained'),
      at('Decommissioning'),
      at('Decommissioned'),
      at('Waiting'),
    ];
    const reported = story.slice(1).flatMap((view, index) => reasons(story[index] ?? at(undefined), view));
    expect(reported).toEqual([
      'Draining',
      'TrafficUnknown',
      'DrainOverdue',
      'Drained',
      'DecommissionBlocked',
      'DecommissionBlocked',
      'Decommissioning',
      'Decommissioned',
      'VersionRevived',
    ]);
  });

  test('G-93 G-108: one sample without data is reported to nobody; that a second follows, is', () => {
    const view = (unknownInRow: number): DrainView => ({ ...at('Draining', 'TrafficUnknown'), unknownInRow });
    expect(reasons({ ...at('Draining'), unknownInRow: 0 }, view(1))).toEqual([]);
    expect(reasons(view(1), view(0))).toEqual([]);
    expect(reasons(view(1), view(2))).toEqual(['TrafficUnknown']);
    expect(reasons(view(2), view(3))).toEqual([]);
  });

  test('G-108: a version that never left is not revived', () => {
    expect(reasons(at('Waiting'), at('Staged'))).toEqual([]);
    expect(reasons(at('Draining'), at('Waiting'))).toEqual(['VersionRevived']);
  });

  test('G-104: a dry run tells once per drain what it would do, and does nothing', () => {
    const policy = { ...drained().policy, dryRun: true };
    let view: DrainView = { stage: 'Draining', blockers: [] };
    const reported: string[] = [];
    const look = (change: Partial<DecommissionSituation>, minute: number): void => {
      const now = NOW + minute * MINUTE;
      const latest = { at: now, count: 0, inFlight: 0 };
      const history = drained().history.map((sample) => ({ ...sample, at: sample.at + (minute - 1) * MINUTE }));
      const blockers = pastBlockers(view.blockers);
      const situation = drained({ stage: view.stage, policy, blockers, history, latest, drainedAt: NOW, ...change });
      const gates = gatesOf(situation, now);
      const after = { stage: verdictOf(situation, gates, now).stage, blockers: blockersOf(situation, gates, now) };
      reported.push(...reasons(view, after));
      view = after;
    };
    look({}, 1);
    look({}, 2);
    look({ others: { unknown: 'stale' } }, 3);
    look({}, 4);
    expect(reported).toEqual(['Drained', 'WouldDecommission', 'DecommissionBlocked']);
    expect(view.stage).toBe('Drained');
    look({ latest: { at: NOW + 5 * MINUTE, count: 1, inFlight: 0 } }, 5);
    look({}, 6);
    expect(reported.slice(3)).toEqual(['Draining', 'Drained', 'WouldDecommission']);
  });
});
