import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Runs `.ci/run` with an npm that does, per command, what the shell lines of `steps` say. */
function run(steps: Record<string, string>, reported = 1) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-ci-'));
  const cases = Object.entries(steps).map(([command, line]) => `'${command}') ${line};;`);
  writeFileSync(join(folder, 'npm'), `#!/bin/bash\ncase "$*" in\n${cases.join('\n')}\nesac\n`);
  chmodSync(join(folder, 'npm'), 0o755);
  try {
    const result = spawnSync(join(import.meta.dirname, '../../.ci/run'), {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` },
    });
    return { code: result.status, end: result.stdout.trimEnd().split('\n').slice(-reported) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const LONG_WELL = { 'run test:long': 'echo "1 passed, 0 failed"' };
const KUBE_WELL = { 'run test:kube': 'echo "4 passed, 0 failed"', ...LONG_WELL };
const ONE_FAILS =
  'printf "Failed:\\n  a.test.ts > one: late\\nNot run:\\n  b.test.ts: no\\n3 passed, 1 failed\\n"; exit 1';

it('adds up what the test runs report', () => {
  const steps = {
    test: 'echo "40 passed, 0 failed"',
    'run test:kube': 'echo "2 passed, 0 failed, 3 skipped"',
    ...LONG_WELL,
  };
  expect(run(steps)).toEqual({ code: 0, end: ['43 passed, 0 failed, 3 skipped'] });
});

it('goes on after a failure, and fails', () => {
  const steps = {
    'run check': 'exit 1',
    test: 'printf "\\033[31m1 passed, 2 failed\\033[0m\\n"; exit 1',
    ...KUBE_WELL,
  };
  expect(run(steps)).toEqual({ code: 1, end: ['6 passed, 3 failed'] });
});

it('counts a run that died or printed nothing as a failure', () => {
  expect(run({ test: 'exit 137', ...KUBE_WELL })).toEqual({ code: 1, end: ['5 passed, 1 failed'] });
  expect(run({ test: 'true', ...KUBE_WELL })).toEqual({ code: 1, end: ['5 passed, 1 failed'] });
  expect(run({ test: 'echo "5 passed, 0 failed"; exit 1', ...KUBE_WELL })).toEqual({
    code: 1,
    end: ['10 passed, 1 failed'],
  });
});

it('runs failed files once more, alone, and names what passed only then', () => {
  const again = { 'test -- --maxWorkers=1 a.test.ts': 'echo "2 passed, 0 failed"' };
  expect(run({ test: ONE_FAILS, ...again, ...KUBE_WELL }, 3)).toEqual({
    code: 0,
    end: ['Unsteady, passed when run again alone:', '  a.test.ts > one: late', '9 passed, 0 failed'],
  });
});

it('runs long suites that failed once more as well', () => {
  const steps = {
    test: 'echo "3 passed, 0 failed"',
    ...KUBE_WELL,
    'run test:long': 'printf "Failed:\\n  a.long.test.ts > storm: late\\n0 passed, 1 failed\\n"; exit 1',
    'run test:long -- --maxWorkers=1 a.long.test.ts': 'echo "1 passed, 0 failed"',
  };
  expect(run(steps, 2)).toEqual({ code: 0, end: ['  a.long.test.ts > storm: late', '8 passed, 0 failed'] });
});

it('fails on what fails twice, and names it', () => {
  const again = { 'test -- --maxWorkers=1 a.test.ts': 'echo "1 passed, 1 failed"; exit 1' };
  expect(run({ test: ONE_FAILS, ...again, ...KUBE_WELL }, 3)).toEqual({
    code: 1,
    end: ['Failed:', '  a.test.ts > one: late', '8 passed, 1 failed'],
  });
});
