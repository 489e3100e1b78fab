import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fault } from './faults.ts';
import { type FaultChoice, faultSeed, randomSchedule, seededRandom } from './random.ts';
import { requestFacts } from './request-facts.ts';
import {
  isOccurrence,
  matchesRequest,
  type RequestMatch,
  readSchedule,
  Schedule,
  type ScheduledFault,
  writeSchedule,
} from './schedule.ts';

const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'];

const match: fc.Arbitrary<RequestMatch> = fc.record(
  {
    verb: fc.oneof(fc.constantFrom(...verbs), fc.array(fc.constantFrom(...verbs), { maxLength: 3 })),
    resource: fc.constantFrom('configmaps', 'deployments.apps'),
    namespace: fc.string({ maxLength: 4 }),
    name: fc.string({ maxLength: 4 }),
    userAgent: fc.string({ maxLength: 4 }),
  },
  { requiredKeys: [] },
);

const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.constantFrom<Fault>({ fault: 'drop' }, { fault: 'halfOpen' }, { fault: 'travel', args: { back: 3 } }),
  fc.nat().map((ms): Fault => ({ fault: 'delay', args: { ms } })),
  fc.string().map((body): Fault => ({ fault: 'answer', args: { status: 500, body } })),
);

const scheduled: fc.Arbitrary<ScheduledFault> = fc
  .tuple(match, fault, fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }))
  .map(([match, fault, nth]) => (nth === undefined ? { match, ...fault } : { match, nth, ...fault }));

describe('a schedule', () => {
  it('P-2: reads what it wrote, byte for byte, whatever the faults', () => {
    fc.assert(
      fc.property(fc.array(scheduled), (faults) => {
        const text = writeSchedule(faults);
        expect(text.split('\n')).toHaveLength(faults.length + 1);
        expect(writeSchedule(readSchedule(text))).toBe(text);
        expect(readSchedule(text)).toEqual(faults);
      }),
    );
  });

  it('P-2: names the line that is no fault', () => {
    expect(() => readSchedule('{"match":{},"fault":"drop"}\n\n{"match":{},"fault":"explode"}')).toThrow('Line 3');
    expect(() => readSchedule('{"fault":"drop"}')).toThrow('Line 1');
  });

  it('P-2: counts occurrences of what matches, per fault, and looks at nothing else', () => {
    const uris = ['/api/v1/pods', '/api/v1/configmaps', '/apis/apps/v1/deployments', '/version'];
    fc.assert(
      fc.property(fc.array(scheduled, { maxLength: 5 }), fc.array(fc.constantFrom(...uris)), (faults, requests) => {
        const schedule = new Schedule(faults);
        const facts = requests.map((uri) => requestFacts('GET', uri, 'me'));
        facts.forEach((current, index) => {
          const expected = faults.filter(({ match, nth }) => {
            const occurrence = facts.slice(0, index + 1).filter((earlier) => matchesRequest(match, earlier)).length;
            return matchesRequest(match, current) && (nth === undefined || nth === occurrence);
          });
          expect(schedule.strike(current)).toEqual(expected);
        });
      }),
    );
  });

  it('P-2: an occurrence is one number, a range, or every one', () => {
    const struck = (nth: Parameters<typeof isOccurrence>[0]): number[] =>
      [1, 2, 3, 4, 5].filter((occurrence) => isOccurrence(nth, occurrence));
    expect(struck(undefined)).toEqual([1, 2, 3, 4, 5]);
    expect(struck(2)).toEqual([2]);
    expect(struck({ from: 4 })).toEqual([4, 5]);
    expect(struck({ from: 2, to: 3 })).toEqual([2, 3]);
  });

  it('P-2: matches on verb, resource with or without group, namespace, name, subresource and user agent', () => {
    const facts = requestFacts('PUT', '/apis/apps/v1/namespaces/ns/deployments/web/scale', 'op/1 slipway/2 (web)');
    const hits: RequestMatch[] = [
      {},
      { verb: 'update' },
      { verb: ['create', 'update'] },
      { resource: 'deployments' },
      { resource: 'deployments.apps' },
      { namespace: 'ns', name: 'web', subresource: 'scale' },
      { userAgent: 'slipway/' },
    ];
    const misses: RequestMatch[] = [
      { verb: 'patch' },
      { verb: [] },
      { resource: 'deployments.extensions' },
      { namespace: 'other' },
      { name: 'we' },
      { subresource: '' },
      { userAgent: 'kubectl' },
    ];
    expect(hits.filter((hit) => !matchesRequest(hit, facts))).toEqual([]);
    expect(misses.filter((miss) => matchesRequest(miss, facts))).toEqual([]);
  });
});

describe('a seed', () => {
  const choices: FaultChoice[] = [
    { match: { verb: 'watch' }, among: 5, fault: 'cut', args: { afterEvents: 1 } },
    { match: { verb: 'create' }, among: 3, fault: 'cutAnswer' },
    { match: {}, among: 50, fault: 'answer', args: { status: 500 } },
  ];

  it('P-1, R-181: gives the same schedule byte for byte, and another seed another one', () => {
    const of = (seed: bigint): string => writeSchedule(randomSchedule(seededRandom(seed), { choices, count: 20 }));
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (seed) => {
        expect(of(seed)).toBe(of(seed));
        expect(of(seed)).not.toBe(of((seed + 1n) % 2n ** 64n));
        for (const { nth } of readSchedule(of(seed))) expect(nth).toBeGreaterThan(0);
      }),
    );
    expect(randomSchedule(seededRandom(1n), { choices: [], count: 3 })).toEqual([]);
  });

  it('P-1: is SplitMix64, so that a seed means the same in every version', () => {
    const random = seededRandom(1234567n);
    const top53 = [6457827717110365317n, 3203168211198807973n, 9817491932198370423n].map((n) => Number(n >> 11n));
    expect([random(), random(), random()].map((n) => n * 2 ** 53)).toEqual(top53);
  });

  it('P-1: comes from SLIPWAY_FAULT_SEED if that is set', () => {
    expect(faultSeed({ SLIPWAY_FAULT_SEED: '18446744073709551615' })).toBe(2n ** 64n - 1n);
    expect(faultSeed({})).not.toBe(faultSeed({}));
    expect(() => faultSeed({ SLIPWAY_FAULT_SEED: 'abc' })).toThrow('SLIPWAY_FAULT_SEED');
  });
});
