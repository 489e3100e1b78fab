import { describe, expect, test } from 'vitest';
import {
  carriedOut,
  conditionOf,
  decided,
  MINUTE,
  NOW,
  type ObservationSketch,
  observationOf,
  type Sketch,
  settings,
  time,
  writtenDown,
} from '../../test/world.ts';
import type { GatiHandlerStatus } from '../types/index.ts';
import { decideHandler } from './decide.ts';

const served: Sketch = { id: 'v1', weight: 100, stage: 'Current' };
const none: Sketch = { id: 'v1', pods: { ready: 0 } };
const crashing = { wanted: 1, ready: 0, crashes: 5 };

function notReadySince(ms: number): GatiHandlerStatus {
  const lastTransitionTime = time(NOW - ms);
  return {
    conditions: [{ type: 'Ready', status: 'False', reason: 'Progressing', message: '', lastTransitionTime }],
  };
}

const statusOf = (sketch: ObservationSketch): GatiHandlerStatus => decided(observationOf(sketch)).status;
const stated = (sketch: ObservationSketch, type: string) => conditionOf(statusOf(sketch), type);

describe('the phase of a handler', () => {
  test.each<[string, ObservationSketch, string]>([
    ['nothing runs yet', { versions: [none] }, 'Pending'],
    ['it is ready, and the route follows', { versions: [{ id: 'v1' }] }, 'Running'],
    ['nothing was ready within its deadline', { versions: [none], status: notReadySince(10 * MINUTE) }, 'Failed'],
    ['its deadline has a minute to go', { versions: [none], status: notReadySince(9 * MINUTE) }, 'Pending'],
    [
      'its own deadline has passed',
      { versions: [none], status: notReadySince(MINUTE), spec: { rollout: { progressDeadline: '1m' } } },
      'Failed',
    ],
    ['a receiver is ready', { versions: [served] }, 'Running'],
    [
      'one of two receivers is ready',
      {
        versions: [
          { ...served, weight: 50, declares: 50 },
          { id: 'v2', weight: 50, pods: { ready: 0 } },
        ],
      },
      'Running',
    ],
    ['no receiver is ready', { versions: [{ ...served, pods: { ready: 0 } }] }, 'Pending'],
    [
      'no receiver has been ready for long',
      { versions: [{ ...served, pods: { ready: 0 } }], status: notReadySince(20 * MINUTE) },
      'Failed',
    ],
    ['none is wanted', { versions: [{ ...served, pods: { wanted: 0 } }], spec: { replicas: 0 } }, 'Running'],
    [
      'a version without weight is ready and the receiver is not',
      {
        versions: [
          { ...served, pods: { ready: 0 } },
          { id: 'v2', declares: 0 },
        ],
        target: 'v1',
      },
      'Pending',
    ],
  ])('G-165: %s', (_, sketch, phase) => {
    expect(statusOf(sketch).phase).toBe(phase);
  });

  test('G-165: a spec that cannot be acted on is Failed, whatever runs', () => {
    const problem = { reason: 'InvalidSpec', message: 'spec.port is taken' };
    const { status } = decideHandler(observationOf({ versions: [served] }), settings, [], problem);
    expect(status.phase).toBe('Failed');
    expect(conditionOf(status, 'Accepted')).toMatchObject({ status: 'False', ...problem });
  });

  test('G-165: when all versions are gone, so is the handler', () => {
    const gone: Sketch = { id: 'v1', stage: 'Decommissioned', pods: undefined, status: { releasedAt: time(0) } };
    expect(statusOf({ versions: [gone], target: 'v2' }).phase).toBe('Decommissioned');
  });
});

describe('conditions of a handler', () => {
  const gateway = { name: 'edge' };
  const two: readonly Sketch[] = [
    { id: 'v1', declares: 30, weight: 60, stage: 'Serving' },
    { id: 'v2', declares: 20, weight: 40, stage: 'Current' },
  ];

  test.each<[string, string, ObservationSketch, object]>([
    ['G-165', 'Ready', { versions: [served] }, { status: 'True', reason: 'Available' }],
    ['G-112', 'Ready', { versions: [served], spec: { replicas: 0 } }, { status: 'True', reason: 'ScaledToZero' }],
    ['G-165', 'Ready', { versions: [none] }, { status: 'False', reason: 'Progressing' }],
    ['G-165', 'Ready', { versions: [{ ...served, pods: { ready: 0 } }] }, { status: 'False', reason: 'NotAvailable' }],
    ['G-167', 'Ready', { versions: [{ ...served, pods: crashing }] }, { status: 'False', reason: 'CrashLoop' }],
    [
      'G-30',
      'Ready',
      { versions: [none], status: notReadySince(10 * MINUTE) },
      { status: 'False', reason: 'ProgressDeadlineExceeded' },
    ],
    ['G-78', 'Routed', { versions: [served] }, { status: 'True', reason: 'Approximate' }],
    ['G-76', 'Routed', { versions: [served], spec: { routing: { gateway } } }, { status: 'True', reason: 'Exact' }],
    ['G-72', 'Routed', { versions: [none] }, { status: 'False', reason: 'NoEndpoints' }],
    [
      'G-76',
      'Routed',
      { versions: [served], spec: { routing: { gateway } }, route: { split: { unknown: 'Gateway edge is away' } } },
      {
        status: 'False',
        reason: 'NotAccepted',
        message: 'The router has not confirmed the wanted split, so the last one stays: Gateway edge is away.',
      },
    ],
    [
      'G-79',
      'Routed',
      {
        versions: [served],
        spec: { routing: { gateway } },
        route: { problem: { reason: 'NoGateway', message: 'There is no Gateway edge' } },
      },
      { status: 'False', reason: 'NoGateway' },
    ],
    [
      'G-59',
      'Routed',
      { versions: [served, { id: 'v2', isBreaking: true }] },
      { status: 'False', reason: 'HeadersNotSupported', message: expect.stringContaining('v2 by its Service') },
    ],
    ['G-67', 'WeightsValid', { versions: two }, { status: 'True', reason: 'Normalised' }],
    ['G-67', 'WeightsValid', { versions: [served] }, { status: 'True', reason: 'AsDeclared' }],
    ['G-68', 'WeightsValid', { versions: [{ ...served, declares: 0 }] }, { status: 'False', reason: 'NoReceiver' }],
    [
      'G-41',
      'Conflicted',
      { versions: [{ ...served, declares: 100 }], spec: { timescape: { routingWeight: 40 } } },
      { status: 'True', reason: 'WeightConflict', message: expect.stringMatching(/weight 40.*GatiVersion 100/) },
    ],
    ['G-41', 'Conflicted', { versions: [served] }, { status: 'False', reason: 'NoConflict' }],
    ['G-110', 'Scaled', { versions: [served] }, { status: 'True', reason: 'Fixed' }],
    [
      'G-110',
      'Scaled',
      { versions: [{ ...served, spec: { scaling: { requestsPerSecond: { target: 10 } } } }], spec: { scaling: {} } },
      { status: 'False', reason: 'KedaNotInstalled' },
    ],
  ])('%s: %s', (_, type, sketch, expected) => {
    expect(stated(sketch, type)).toMatchObject(expected);
  });

  test('G-79: while the Gateway is missing, the last confirmed split is the effective one', () => {
    const problem = { reason: 'NoGateway', message: 'There is no Gateway edge' };
    const route = { problem, split: { unknown: 'the Gateway API is not installed' } };
    const { versionStatuses, rollout } = decided(
      observationOf({ versions: two, spec: { routing: { gateway } }, route }),
    );
    expect(versionStatuses.map(({ status }) => status.effectiveWeight)).toEqual([60, 40]);
    expect(rollout.weights).toEqual({ v1: 60, v2: 40 });
  });

  test('G-86: a rollout tells what it waits for, until when and who can act', () => {
    const observed = observationOf({ versions: [served, { id: 'v2', pods: { ready: 0 } }] });
    const first = decided(observed);
    const { status } = decided(writtenDown(observed, first));
    const message = conditionOf(status, 'Progressing')?.message;
    expect(message).toMatch(
      /^v2 is at 10 % \(step 1 of 3\): v2 has 0 of \d ready replicas\. At 20\d\d-.+Z at the latest it is rolled back\. To act: fix what blocks it, or abort \(the owner of the handler\)\.$/,
    );
    expect(conditionOf(status, 'Progressing')?.status).toBe('True');
  });

  test('G-16: what older objects lack is there after the first look, and nothing is made up', () => {
    const observed = observationOf({ versions: [{ id: 'v1', pods: undefined }] });
    const bare = { ...observed, handler: { ...observed.handler, status: undefined as never } };
    const { status, versionStatuses } = decided(bare);
    expect(status).toMatchObject({ observedGeneration: 1, phase: 'Pending', conditions: expect.any(Array) });
    const [{ status: version } = { status: {} }] = versionStatuses;
    expect(version).toMatchObject({ phase: 'Active', stage: 'Waiting', effectiveWeight: 0 });
    for (const field of ['trafficCount', 'lastTrafficTimestamp', 'drainingSince'])
      expect(version).not.toHaveProperty(field);
  });

  test('G-164 G-152: times of conditions move only when they say something else', () => {
    const observed = observationOf({ versions: [served] });
    const first = decided(observed);
    const later = carriedOut(observed, first, 60 * MINUTE);
    expect(decided(later).status.conditions).toEqual(first.status.conditions);
  });
});

describe('a way from callers to versions that is gone', () => {
  const spec = { routing: { gateway: { name: 'edge' } } };
  const noGateway = { reason: 'NoGateway', message: 'There is no Gateway shop/edge.' };
  const gone = { unknown: 'there is no HTTPRoute yet' };
  const route = (status: string, observedGeneration = 1) => ({
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: { namespace: 'shop', name: 'handler-users', generation: 1 },
    spec: { parentRefs: [{ name: 'edge' }], rules: [] },
    status: {
      parents: [
        {
          parentRef: { name: 'edge' },
          conditions: [{ type: 'Accepted', status, reason: 'NoMatchingParent', observedGeneration }],
        },
      ],
    },
  });

  test.each([
    ['the Gateway is gone', { problem: noGateway, split: gone }, 'False', 'NoGateway'],
    ['its HTTPRoute is gone', { split: gone }, 'False', 'NotAccepted'],
    ['the Gateway refuses its route', { routes: [route('False')], split: { unknown: 'no' } }, 'False', 'NotAccepted'],
    ['the last change is on its way', { routes: [route('False', 0)], split: { unknown: 'no' } }, 'True', 'Available'],
  ])('G-78: is part of Ready: %s', (_, seen, status, reason) => {
    expect(stated({ versions: [served], spec, route: seen }, 'Ready')).toMatchObject({ status, reason });
  });
});
