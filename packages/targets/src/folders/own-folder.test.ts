import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeOwnFolder } from './own-folder.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'own-folder-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const LONG_AGO = new Date(0);

it('S-75: a folder of this process stays, however old the clock makes it; one of a former process with its id goes', async () => {
  const own = await makeOwnFolder('keys-', parent);
  const former = join(parent, `keys-${process.pid}-former`);
  await mkdir(former);
  for (const folder of [own, former]) await utimes(folder, LONG_AGO, LONG_AGO);
  const next = await makeOwnFolder('keys-', parent);
  expect(await readdir(parent)).toEqual([own, next].map((folder) => basename(folder)).toSorted());
});
