import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Runs `.ci/run` with an npm that does, per command, what the shell lines of `steps` say. */
function run(steps: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-ci-'));
  const cases = Object.entries(steps).map(([command, line]) => `'${command}') ${line};;`);
  writeFileSync(join(folder, 'npm'), `#!/bin/bash\ncase "$*" in\n${cases.join('\n')}\nesac\n`);
  chmodSync(join(folder, 'npm'), 0o755);
  try {
    const result = spawnSync(join(import.meta.dirname, '../../.ci/run'), {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` },
    });
    return { code: result.status, last: result.stdout.trimEnd().split('\n').at(-1) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('adds up what the test runs report', () => {
  expect(run({ test: 'echo "40 passed, 0 failed"', 'run test:kube': 'echo "2 passed, 0 failed, 3 skipped"' })).toEqual({
    code: 0,
    last: '42 passed, 0 failed, 3 skipped',
  });
});

it('goes on after a failure, and fails', () => {
  const steps = {
    'run check': 'exit 1',
    test: 'printf "\\033[31m1 passed, 2 failed\\033[0m\\n"; exit 1',
    'run test:kube': 'echo "5 passed, 0 failed"',
  };
  expect(run(steps)).toEqual({ code: 1, last: '6 passed, 3 failed' });
});

it('counts a run that died or said nothing as a failure', () => {
  expect(run({ test: 'exit 137', 'run test:kube': 'echo "5 passed, 0 failed"' })).toEqual({
    code: 1,
    last: '5 passed, 1 failed',
  });
  expect(run({ test: 'true', 'run test:kube': 'echo "5 passed, 0 failed"' })).toEqual({
    code: 1,
    last: '5 passed, 1 failed',
  });
  expect(run({ test: 'echo "5 passed, 0 failed"; exit 1', 'run test:kube': 'echo "1 passed, 0 failed"' })).toEqual({
    code: 1,
    last: '6 passed, 1 failed',
  });
});
