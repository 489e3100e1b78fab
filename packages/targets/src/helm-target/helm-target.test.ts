import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { fakeHelm } from '../../test/fake-helm.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { HelmTarget } from './index.ts';

test('S-75: a target that finds no cluster leaves no helm client behind', async () => {
  const { binary } = await fakeHelm('');
  const folder = await temporaryFolder();
  const opened = HelmTarget.open({ helmOptions: { binary, folder }, kubeconfig: 'contexts: []\n' });
  await expect(opened).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
});
