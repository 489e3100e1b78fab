import { describe, expect, test } from 'vitest';
import type { TestModule } from 'vitest/node';
import { endOfRun } from './vitest-reporter.ts';

interface FakeSuite {
  readonly fullName: string;
  readonly notRun?: string;
  readonly errors?: number;
}
interface FakeTest {
  readonly fullName: string;
  readonly state: string;
  readonly note?: string;
}

/** As much of vitest's report as is read. */
function module(suites: readonly FakeSuite[], tests: readonly FakeTest[], errors = 0): TestModule {
  return {
    relativeModuleId: 'a.test.ts',
    errors: () => Array.from({ length: errors }),
    children: {
      allSuites: () =>
        suites.map(({ fullName, notRun, errors = 0 }) => ({
          fullName,
          meta: () => ({ notRun }),
          errors: () => Array.from({ length: errors }),
        })),
      allTests: () => tests.map(({ fullName, state, note }) => ({ fullName, result: () => ({ state, note }) })),
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

  test('R-184: counts broken files, hooks and stray errors as failed', () => {
    const broken = module([], [], 1);
    const hook = module([{ fullName: 'suite', errors: 1 }], [{ fullName: 'suite > test', state: 'failed' }]);
    expect(endOfRun([broken, hook], 1)).toEqual(['0 passed, 4 failed']);
  });
});
