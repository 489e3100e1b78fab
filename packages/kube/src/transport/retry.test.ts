import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fault, longestWait, nextTry, type RetryInput } from './retry.ts';

const limits = { baseMs: 100, capMs: 10_000, maxTries: 10 };

function decide(request: RetryInput['request'], fault: Fault, more: Partial<RetryInput> = {}) {
  return nextTry({ request, fault, tries: 1, leftMs: 30_000, limits, random: () => 0.5, ...more });
}

/** What a caller says about each verb, as R-8 has it. */
const verbs = {
  'get, list': { method: 'GET' },
  'server-side apply': { method: 'PATCH', repeat: 'safe' },
  'update with RV': { method: 'PUT', repeat: 'safe' },
  'delete with UID': { method: 'DELETE', repeat: 'safe' },
  'JSON Patch with a test': { method: 'PATCH', repeat: 'safe' },
  'create with a name': { method: 'POST', repeat: 'unsent' },
  'update without RV': { method: 'PUT' },
  'merge patch': { method: 'PATCH' },
  'delete without UID': { method: 'DELETE' },
  'create with generateName': { method: 'POST', repeat: 'never' },
  eviction: { method: 'POST', repeat: 'unsent', retry: false },
} as const satisfies Record<string, RetryInput['request']>;

const faults = {
  '429': { kind: 'answer', status: 429 },
  '500': { kind: 'answer', status: 500 },
  '502': { kind: 'answer', status: 502 },
  '503': { kind: 'answer', status: 503 },
  '504': { kind: 'answer', status: 504 },
  'never sent': { kind: 'lost', sent: false },
  'lost after send': { kind: 'lost', sent: true },
  '400': { kind: 'answer', status: 400 },
  '401': { kind: 'answer', status: 401 },
  '403': { kind: 'answer', status: 403 },
  '404': { kind: 'answer', status: 404 },
  '409': { kind: 'answer', status: 409 },
  '410': { kind: 'answer', status: 410 },
  '422': { kind: 'answer', status: 422 },
} as const satisfies Record<string, Fault>;

/** Faults after which each verb is sent again; after all others it is not. */
const repeated: Record<keyof typeof verbs, readonly (keyof typeof faults)[]> = {
  'get, list': ['429', '500', '502', '503', '504', 'never sent', 'lost after send'],
  'server-side apply': ['429', '500', '502', '503', '504', 'never sent', 'lost after send'],
  'update with RV': ['429', '500', '502', '503', '504', 'never sent', 'lost after send'],
  'delete with UID': ['429', '500', '502', '503', '504', 'never sent', 'lost after send'],
  'JSON Patch with a test': ['429', '500', '502', '503', '504', 'never sent', 'lost after send'],
  'create with a name': ['429', 'never sent'],
  'update without RV': ['429', 'never sent'],
  'merge patch': ['429', 'never sent'],
  'delete without UID': ['429', 'never sent'],
  'create with generateName': ['429'],
  eviction: [],
};

describe('nextTry', () => {
  for (const [verb, request] of Object.entries(verbs)) {
    test(`R-8: ${verb} is repeated after exactly these faults`, () => {
      const seen = Object.entries(faults).filter(([, fault]) => decide(request, fault).action === 'wait');
      expect(seen.map(([name]) => name).toSorted()).toEqual(repeated[verb as keyof typeof verbs].toSorted());
    });
  }

  test('R-8: waits double from 100 ms to 10 s, drawn from the whole range, for at most 10 sends', () => {
    const upperEnds = Array.from({ length: 10 }, (_, index) =>
      decide(verbs['get, list'], faults['503'], { tries: index + 1, leftMs: 1e9, random: () => 1 }),
    );
    expect(upperEnds).toEqual([
      ...[100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000].map((ms) => ({ action: 'wait', ms })),
      { action: 'fail' },
    ]);
  });

  test('R-8: tries and waits that go on as before take no longer than was announced, and never past the deadline', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.nat(60_000),
        fc.nat(20_000),
        fc.nat(1e6),
        (tries, took, ms, seed) => {
          const random = (): number => ((seed * 31) % 1000) / 1000;
          const stated = longestWait({ tries, leftMs: 30_000, limits }, ms, took);
          let spent = ms + took;
          for (let next = tries + 1; spent < 30_000; next++) {
            const decision = decide(verbs['get, list'], faults['503'], { tries: next, leftMs: 30_000 - spent, random });
            if (decision.action === 'fail') break;
            spent += decision.ms + took;
          }
          expect(Math.min(spent, 30_000)).toBeLessThanOrEqual(stated);
          expect(stated).toBeLessThanOrEqual(30_000);
        },
      ),
    );
  });

  test('R-9: the wait is the longer of Retry-After and the backoff', () => {
    const asked = (retryAfterMs: number) => decide(verbs['get, list'], { ...faults['429'], retryAfterMs });
    expect(asked(2000)).toEqual({ action: 'wait', ms: 2000 });
    expect(asked(10)).toEqual({ action: 'wait', ms: 50 });
  });

  test('R-9: a Retry-After past the deadline fails at once and says for how long', () => {
    expect(decide(verbs['get, list'], { ...faults['429'], retryAfterMs: 60_000 })).toEqual({
      action: 'fail',
      retryAfterMs: 60_000,
    });
  });

  test('R-8, R-9: no decision waits past the deadline, repeats what may not be, or comes before Retry-After', () => {
    const anyFault: fc.Arbitrary<Fault> = fc.oneof(
      fc.record({
        kind: fc.constant('answer'),
        status: fc.integer({ min: 300, max: 599 }),
        retryAfterMs: fc.option(fc.nat(100_000), { nil: undefined }),
      }),
      fc.record({ kind: fc.constant('lost'), sent: fc.boolean() }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(verbs)),
        anyFault,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: -10, max: 100_000 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (request: RetryInput['request'], fault, tries, leftMs, random) => {
          const decision = decide(request, fault, { tries, leftMs, random: () => random });
          if (decision.action === 'fail') return;
          expect(decision.ms).toBeLessThan(leftMs);
          expect(tries).toBeLessThan(limits.maxTries);
          if (fault.kind === 'answer') {
            expect(fault.status === 429 || fault.status >= 500).toBe(true);
            expect(decision.ms).toBeGreaterThanOrEqual(fault.retryAfterMs ?? 0);
          }
          const isSafe = request.repeat === 'safe' || request.method === 'GET';
          if (fault.kind === 'lost' && fault.sent) expect(isSafe).toBe(true);
        },
      ),
    );
  });
});
