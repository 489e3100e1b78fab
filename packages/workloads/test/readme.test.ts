import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the example of the README runs and gives what it promises', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const example = /^```ts\n(.*?)^```$/ms.exec(readme)?.[1] ?? '';
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--conditions=slipway-source', '--input-type=module', '--eval', example],
    { cwd: import.meta.dirname, encoding: 'utf8' },
  );
  expect({ stdout, stderr }).toEqual({
    stdout: 'Deployment, Service, HorizontalPodAutoscaler, PodDisruptionBudget\n',
    stderr: '',
  });
});
