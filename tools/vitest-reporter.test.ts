import { describe, expect, test } from 'vitest';
import type { TestModule } from 'vitest/node';
import { endOfRun } from './vitest-reporter.ts';

interface FakeSuite {
  readonly fullName: string;
  readonly notRun?: string;
  readonly errors?: readonly string[];
}
interface FakeTest {
  readonly fullName: string;
  readonly state: string;
  readonly note?: string;
  readonly errors?: readonly string[];
}

const messages = (texts: readonly string[] = []) => texts.map((message) => ({ message }));

/** As much of vitest's report as is read. */
function module(suites: readonly FakeSuite[], tests: readonly FakeTest[], errors: readonly string[] = []): TestModule {
  return {
    relativeModuleId: 'a.test.ts',
    errors: () => messages(errors),
    children: {
      allSuites: () =>
        suites.map(({ fullName, notRun, errors }) => ({
          fullName,
          meta: () => ({ notRun }),
          errors: () => messages(errors),
        })),
      allTests: () =>
        tests.map(({ fullName, state, note, errors }) => ({
          fullName,
          result: () => ({ state, note, errors: messages(errors) }),
        })),
    },
  } as unknown as TestModule;
}

describe('the end of a run', () => {
  test('R-184: is one plain line when everything ran', () => {
    expect(endOfRun([module([], [{ fullName: 'works', state: 'passed' }])], 0)).toEqual(['1 passed, 0 failed']);
  });

  test('R-184: lists what was not run with its reason', () => {
    const suites = [{ fullName: 'apply', notRun: 'needs apply, which localcluster does not have yet' }];
    const tests = [
      { fullName: 'apply > owns fields', state: 'skipped' },
      { fullName: 'as another user', state: 'skipped', note: 'needs root' },
    ];
    expect(endOfRun([module(suites, tests)], 0)).toEqual([
      'Not run:',
      '  a.test.ts > apply: needs apply, which localcluster does not have yet',
      '  a.test.ts > as another user: needs root',
      '0 passed, 0 failed, 2 skipped',
    ]);
  });

  test('R-184: counts and names broken files, hooks and tests, and counts stray errors as failed', () => {
    const broken = module([], [], ['no such module']);
    const hook = module(
      [{ fullName: 'suite', errors: ['no port\n  at listen'] }],
      [
        { fullName: 'suite > test', state: 'failed', errors: ['expected 1 to be 2'] },
        { fullName: 'suite > cut', state: 'pending' },
      ],
    );
    expect(endOfRun([broken, hook], 1)).toEqual([
      'Failed:',
      '  a.test.ts: no such module',
      '  a.test.ts > suite: no port',
      '  a.test.ts > suite > test: expected 1 to be 2',
      '  a.test.ts > suite > cut: not run to its end',
      '0 passed, 5 failed',
    ]);
  });
});
