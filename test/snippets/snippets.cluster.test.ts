/**
 * Every TypeScript program in a document runs here, one after the other in this process, against one cluster. A
 * document that wants something around its program names it (`setups.ts`); nothing is passed over.
 */
import { mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, connect } from '@slipway/kube';
import { isWrittenPage, snippetsIn } from '@slipway/tools/check/snippets';
import { sourceFiles } from '@slipway/tools/check/source-file';
import { afterAll, afterEach, beforeAll, expect, it, test, vi } from 'vitest';
import { describeCluster } from '../clusters/suite.ts';
import { type Setup, type SnippetContext, setups } from './setups.ts';

const root = join(import.meta.dirname, '../..');
const snippets = snippetsIn(sourceFiles(root, isWrittenPage));

test('every setup that a document names exists, and every one that exists is named', () => {
  const named = snippets.flatMap(({ setup }) => setup ?? []);
  expect(Object.keys(setups).toSorted()).toEqual([...new Set(named)].toSorted());
});

describeCluster('programs of documents', { needs: ['apply'] }, (testCluster) => {
  let cluster: Cluster;
  let folder: string;
  const startFolder = process.cwd();
  beforeAll(async () => {
    await import(/* @vite-ignore */ join(import.meta.dirname, 'free-ports.mjs'));
    folder = await mkdtemp(join(tmpdir(), 'snippets-'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'kubeconfig'), testCluster().kubeconfig, { mode: 0o600 });
    cluster = await connect({ text: testCluster().kubeconfig });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    process.chdir(startFolder);
  });
  afterAll(() => cluster.close());

  it.for(snippets)('$place runs', async ({ name, text, setup: wanted }, context) => {
    const setup: Setup = wanted === undefined ? {} : (setups[wanted] ?? {});
    const { onlyOnKube } = setup;
    if (onlyOnKube && testCluster().flavour !== 'kube') context.skip(`${onlyOnKube}: npm run test:kube runs it`);
    const printed: string[] = [];
    const note = (...values: unknown[]): void => void printed.push(values.join(' '));
    vi.spyOn(console, 'log').mockImplementation(note);
    vi.spyOn(console, 'info').mockImplementation(note);
    vi.stubEnv('KUBECONFIG', join(folder, 'kubeconfig'));
    vi.stubEnv('LOG_LEVEL', 'error');
    const others = process.listeners('SIGTERM');
    const stop = (): void => {
      for (const listener of process.listeners('SIGTERM')) if (!others.includes(listener)) listener('SIGTERM');
    };
    const world: SnippetContext = { cluster, folder, printed, stop };
    await writeFile(join(folder, `${name}.ts`), text);
    process.chdir(folder);
    await setup.before?.(world);
    const running = import(/* @vite-ignore */ join(folder, `${name}.ts`)) as Promise<Record<string, unknown>>;
    const [exported] = await Promise.all([running, setup.during?.(world)]);
    const uncalled = Object.keys(exported).filter((key) => typeof exported[key] === 'function');
    // What a program only defines has not been run before something calls it.
    if (!setup.after) expect(uncalled, 'functions that only a setup could call').toEqual([]);
    await setup.after?.(exported, world);
  });
});
