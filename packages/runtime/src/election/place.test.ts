import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { podNamespace } from './place.ts';

test('R-130: the Lease is in the namespace of the pod, else in that of the context, else there is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-account-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await expect(podNamespace(folder)).rejects.toMatchObject({ code: 'ELECTION_CONFIG' });
  expect(await podNamespace(folder, 'context')).toBe('context');
  await writeFile(join(folder, 'namespace'), 'pod\n');
  expect(await podNamespace(folder, 'context')).toBe('pod');
});
