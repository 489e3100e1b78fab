import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { SLIPWAY_VERSION } from './user-agent.ts';

test('R-18: the version sent is the version of the package', async () => {
  const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(SLIPWAY_VERSION).toBe(manifest.version);
});
