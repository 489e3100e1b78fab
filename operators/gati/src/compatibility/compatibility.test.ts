import type {
  BreakingChangeResult,
  IBreakingChangeDetector,
  Known,
  VersionRef,
} from '@gati-framework/contracts/deployment';
import { FakeClock } from '@slipway/kube/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RUNS } from '../../test/runs.ts';
import { acceptanceOf } from './acceptance.ts';
import { type CataloguedVersion, readSchema } from './catalogue.ts';
import { chainedVersions, chainOf } from './chain.ts';
import { isBreaking } from './declaration.ts';
import { gatherEvidence } from './evidence.ts';
import { withLimit } from './limit.ts';
import { SchemaDetector } from './schema-detector.ts';
import { TransformerChains } from './transformer-chains.ts';
import { compatibilityOf } from './verdict.ts';

const ref = (versionId: string): VersionRef => ({ namespace: 'shop', handler: 'users', versionId });
const SAME: BreakingChangeResult = { breaking: { value: false, at: 0 }, changes: [] };
const AGREED: IBreakingChangeDetector = { detect: () => Promise.resolve(SAME) };

test('G-56: a detector that throws gives unknown', async () => {
  const clock = new FakeClock();
  const failing = { detect: () => Promise.reject(new Error('offline')) };
  const throwing = {
    detect: () => {
      throw new Error('offline');
    },
  };
  for (const detector of [failing, throwing])
    expect(await withLimit(detector, 5_000, clock).detect(ref('v1'), ref('v2'))).toEqual({
      breaking: { unknown: 'the breaking-change detector failed: offline' },
      changes: [],
    });
});

test('G-56: a detector that hangs gives unknown after its limit, and its late answer is dropped', async () => {
  const clock = new FakeClock();
  let answer: (result: BreakingChangeResult) => void = () => {};
  const hanging: IBreakingChangeDetector = {
    detect: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  };
  const asked = withLimit(hanging, 5_000, clock).detect(ref('v1'), ref('v2'));
  await clock.advance(5_000);
  expect((await asked).breaking).toEqual({
    unknown: 'the breaking-change detector failed: no answer within 5000 ms',
  });
  answer(SAME);
  const quick = withLimit(AGREED, 5_000, clock);
  expect(await quick.detect(ref('v1'), ref('v2'))).toBe(SAME);
});

const unknown: Known<boolean> = { unknown: 'no answer' };
const known = (value: boolean): Known<boolean> => ({ value, at: 0 });

test('G-57: the truth table of breaking', () => {
  for (const ofVersion of [true, false])
    for (const ofHandler of [true, false, undefined])
      for (const diff of [known(true), known(false), unknown]) {
        const expected = ofVersion || ofHandler === true || diff.value !== false;
        expect(isBreaking({ ofVersion, ofHandler, isFirst: false }, diff)).toBe(expected);
        expect(isBreaking({ ofVersion, ofHandler, isFirst: true }, diff)).toBe(false);
      }
});

function catalogue(...versions: (Partial<CataloguedVersion> & { versionId: string })[]) {
  return () => versions.map((version) => ({ transformers: [], ...version }));
}

const published = (type: string) => ({ value: { request: { type } }, at: 0 });

test('G-58: without two schemas nothing is found; with an unreadable one nothing is known', async () => {
  const clock = new FakeClock();
  const detect = (...versions: Parameters<typeof catalogue>) =>
    new SchemaDetector(catalogue(...versions), clock).detect(ref('v1'), ref('v2')).then(({ breaking }) => breaking);
  const v2 = { versionId: 'v2', schema: published('string') };
  expect(await detect({ versionId: 'v1' }, v2)).toMatchObject({ value: false });
  expect(await detect({ versionId: 'v1', schema: published('string') }, v2)).toMatchObject({ value: false });
  expect(await detect({ versionId: 'v1', schema: published('integer') }, v2)).toMatchObject({ value: true });
  expect(await detect({ versionId: 'v1', schema: readSchema('{', 0) }, v2)).toMatchObject({
    unknown: expect.stringContaining('no JSON'),
  });
  const odd = { value: { request: { type: 'string', not: {} } }, at: 0 };
  expect(await detect({ versionId: 'v1', schema: odd }, v2)).toEqual({
    unknown: 'changes without a rule: /request: not',
  });
});

test('G-63: an entry joins two versions in one of three spellings, and nothing else proves anything', () => {
  const chain = (...entries: string[]) => chainOf(['v1', 'v2'], entries, 'v1', 'v2').complete;
  for (const entry of ['v1->v2', 'v1-to-v2', 'v1-to-v2.ts', 'src/transformers/v1-to-v2.js'])
    expect(chain(entry)).toBe(true);
  for (const entry of ['v2->v1', 'v1 -> v2', 'xv1-to-v2.ts', 'v1-to-v2.py', 'v1-to-v2.ts/', 'v1', 'dir/v1-to-v2'])
    expect(chain(entry)).toBe(false);
  expect(chain()).toBe(false);
});

test('G-63: a chain goes from neighbour to neighbour, back as well as forth, and names what is missing', () => {
  const order = ['v1', 'v2', 'v3', 'v4'];
  expect(chainOf(order, ['v1->v2', 'v3->v4'], 'v1', 'v4')).toEqual({ complete: false, missing: ['v2->v3'] });
  expect(chainOf(order, ['v1->v4'], 'v1', 'v4').complete).toBe(false);
  expect(chainOf(order, ['v3-to-v2', 'v2-to-v1'], 'v3', 'v1')).toEqual({ complete: true, missing: [] });
  expect(chainOf(order, [], 'v1', 'v9')).toEqual({ complete: false, missing: ['v1->v9'] });
});

test('G-63: ten hops are a chain, eleven are none', () => {
  const order = Array.from({ length: 12 }, (_, index) => `v${index}`);
  const entries = order.slice(1).map((id, index) => `v${index}->${id}`);
  expect(chainOf(order, entries, 'v0', 'v10').complete).toBe(true);
  expect(chainOf(order, entries, 'v0', 'v11')).toEqual({ complete: false, missing: [] });
});

test('G-63: builds of one version need no entry, and one entry serves all of them', () => {
  const order = ['v1', 'v1+a1b2c3', 'v1+d4e5f6', 'v2', 'v2+a1b2c3'];
  expect(chainOf(order, [], 'v1', 'v1+d4e5f6').complete).toBe(true);
  expect(chainOf(order, ['v1->v2'], 'v1', 'v2+a1b2c3')).toEqual({ complete: true, missing: [] });
  expect(chainOf(order, [], 'v1', 'v2')).toEqual({ complete: false, missing: ['v1+d4e5f6->v2'] });
});

test('G-63: ids of any form are joined by the entries that name them', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 11 });
  const spellings = fc.constantFrom(
    (a: string, b: string) => `${a}->${b}`,
    (a: string, b: string) => `${a}-to-${b}`,
    (a: string, b: string) => `lib/${a}-to-${b}.ts`,
  );
  fc.assert(
    fc.property(ids, spellings, (order, spell) => {
      const entries = order.slice(1).map((id, index) => spell(order[index] ?? '', id));
      const [first = '', last = ''] = [order[0], order.at(-1)];
      expect(chainOf(order, entries, first, last)).toEqual({ complete: true, missing: [] });
      expect(chainOf(order, entries, first, first)).toEqual({ complete: true, missing: [] });
    }),
    RUNS,
  );
});

interface Given {
  breaking?: string[];
  transformers?: string[];
  accepted?: string;
  detector?: IBreakingChangeDetector;
}

/** Of three versions the last, beside `receivers`; the transformers are its own. */
async function judged(
  receivers: string[],
  { breaking = [], transformers = [], accepted, detector = AGREED }: Given = {},
) {
  const versions = ['v1', 'v2', 'v3'];
  const order = versions.map((id) => ({ ref: ref(id), isDeclaredBreaking: breaking.includes(id) }));
  const coordinator = new TransformerChains(
    catalogue({ versionId: 'v1' }, { versionId: 'v2' }, { versionId: 'v3', transformers }),
  );
  const judges = { detector, coordinator, clock: new FakeClock() };
  return compatibilityOf(
    'v3',
    await gatherEvidence(ref('v3'), receivers.map(ref), order, judges),
    acceptanceOf(accepted, 'v3'),
  );
}

test('G-59: breaking without a complete chain may not receive, and the missing hops are named', async () => {
  expect(await judged(['v2'], { breaking: ['v3'] })).toMatchObject({
    isBreaking: true,
    mayReceive: false,
    missing: ['v2->v3'],
    condition: { type: 'Compatible', status: 'False', reason: 'TransformersMissing' },
  });
});

test('G-60: breaking with a complete chain may receive', async () => {
  const breaking = ['v3'];
  expect(await judged(['v2'], { breaking, transformers: ['v2->v3'] })).toMatchObject({
    isBreaking: true,
    mayReceive: true,
    condition: { status: 'True', reason: 'TransformersComplete' },
  });
});

test('G-61: a person may accept one version by its id, and no other', async () => {
  const breaking = ['v3'];
  expect(await judged(['v2'], { breaking, accepted: 'v2' })).toMatchObject({ mayReceive: false });
  expect(await judged(['v2'], { breaking, accepted: 'v3' })).toMatchObject({
    mayReceive: true,
    missing: ['v2->v3'],
    condition: { status: 'True', reason: 'BreakingAccepted' },
  });
  const { condition } = await judged(['v2'], { breaking, accepted: 'v3 by=ann' });
  expect(condition.message).toBe('ann accepted that it may break callers of v2 (gati.dev/accept-breaking).');
});

test('G-62: every version with traffic counts, not the predecessor alone', async () => {
  const breaking = ['v2'];
  expect(await judged(['v2'], { breaking })).toMatchObject({ isBreaking: false, mayReceive: true });
  expect(await judged(['v1', 'v2'], { breaking })).toMatchObject({
    isBreaking: true,
    mayReceive: false,
    missing: ['v1->v2', 'v2->v3'],
  });
  const detector: IBreakingChangeDetector = {
    detect: (from) => Promise.resolve({ ...SAME, breaking: known(from.versionId === 'v1') }),
  };
  expect(await judged(['v1', 'v2'], { detector })).toMatchObject({ mayReceive: false });
  expect(await judged(['v2', 'v3'], { detector })).toMatchObject({ mayReceive: true });
});

test('G-57, G-62: a version that shares with nobody breaks nobody', async () => {
  expect(await judged([], { breaking: ['v1', 'v2', 'v3'] })).toMatchObject({
    isBreaking: false,
    mayReceive: true,
    condition: { status: 'True', reason: 'Compatible' },
  });
});

test('G-57: what the detector cannot tell is breaking, and says that it is not known', async () => {
  const detector: IBreakingChangeDetector = { detect: () => Promise.reject(new Error('offline')) };
  const { mayReceive, condition } = await judged(['v2'], { detector });
  expect({ mayReceive, reason: condition.reason }).toEqual({ mayReceive: false, reason: 'SchemaUnknown' });
  expect(condition.message).toContain('offline');
});

test('G-56: a coordinator that fails knows no chain', async () => {
  const order = ['v1', 'v2'].map((id) => ({ ref: ref(id), isDeclaredBreaking: true }));
  const coordinator = { chain: () => Promise.reject(new Error('offline')) };
  const judges = { detector: AGREED, coordinator, clock: new FakeClock() };
  const evidence = await gatherEvidence(ref('v2'), [ref('v1')], order, judges);
  const { mayReceive, condition } = compatibilityOf('v2', evidence, undefined);
  expect(mayReceive).toBe(false);
  expect(condition.message).toContain('the transformer coordinator failed: offline');
});

test('G-64: telling the built-in coordinator of a version can be repeated', async () => {
  const coordinator = new TransformerChains(catalogue({ versionId: 'v1' }));
  await Promise.all([coordinator.announce(), coordinator.announce(), coordinator.withdraw(), coordinator.withdraw()]);
  expect(await coordinator.chain(ref('v1'), ref('v1'))).toEqual({ complete: true, missing: [] });
});

describe('versions that a chain passes through', () => {
  const order = ['v1', 'v2', 'v2+aaaaaa', 'v3', 'v4'];

  test('G-107: from a live version, as far as entries lead', () => {
    expect([...chainedVersions(order, ['v1->v2', 'v2-to-v3', 'v3->v4'], ['v4'])].toSorted()).toEqual([
      'v1',
      'v2',
      'v2+aaaaaa',
      'v3',
    ]);
    expect([...chainedVersions(order, ['v1->v2', 'v3->v4'], ['v4'])]).toEqual(['v3']);
  });

  test('G-107: builds of one version alone are no chain, and without entries there is none', () => {
    expect([...chainedVersions(order, ['v3->v4'], ['v2+aaaaaa'])]).toEqual([]);
    expect([...chainedVersions(order, [], order)]).toEqual([]);
  });
});
