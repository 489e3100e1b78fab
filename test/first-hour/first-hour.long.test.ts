import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packPackages } from '@slipway/tools/pack-packages';
import { runProcess } from '@slipway/tools/processes/index';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstHour } from './story.ts';

const root = join(import.meta.dirname, '../..');

/** As on a fresh machine: archives of the packages, an empty folder, npm, and the command `slipway` from there. */
describe('the first hour of an operator author, with packed packages', () => {
  let folder: string;
  let kubeconfig: string;
  const env = () => ({ ...process.env, SLIPWAY_HOME: join(folder, 'home') });
  const run = async (command: string, ...args: string[]): Promise<string> => {
    const { exitCode, stdout, output } = await runProcess(command, args, { cwd: folder, env: env() });
    if (exitCode !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${exitCode}:\n${output}`);
    return stdout;
  };
  const bin = (name: string): string => join(folder, 'node_modules/.bin', name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fresh-machine-'));
    // Types are part of what a user gets.
    await runProcess('npm', ['run', 'types'], { cwd: root });
    const archives = await packPackages(root, join(folder, 'packed'));
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    await run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...archives, 'zod@4', 'tsx');
    await run(bin('slipway'), 'local', 'start', 'first-hour');
    kubeconfig = await run(bin('slipway'), 'local', 'kubeconfig', 'first-hour');
  });
  afterAll(() => run(bin('slipway'), 'local', 'stop', 'first-hour', '--erase'));

  firstHour(() => ({ folder, kubeconfig, command: (file) => ({ command: bin('tsx'), args: [file] }) }));

  test('the types of the packages fit the operator of the README', async () => {
    const [, operator = ''] = /^```ts\n(.*?)^```$/ms.exec(await readFile(join(root, 'README.md'), 'utf8')) ?? [];
    await writeFile(join(folder, 'typed.ts'), operator);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--skipLibCheck'];
    const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node'];
    expect(await run(join(root, 'node_modules/.bin/tsc'), ...options, ...types, 'typed.ts')).toBe('');
  });

  test('slipway crd generate writes the kind of the operator', async () => {
    const source = `import { defineCrd } from '@slipway/crd';\nimport { z } from 'zod';
export const greetings = defineCrd({ group: 'example.dev', kind: 'Greeting', scope: 'Namespaced',
  versions: { v1: { spec: z.object({ name: z.string() }) } } });\n`;
    await writeFile(join(folder, 'greetings.ts'), source);
    await run(bin('slipway'), 'crd', 'generate', 'greetings.ts', '-o', 'crds');
    const written = await readFile(join(folder, 'crds/greetings.example.dev.yaml'), 'utf8');
    expect(written).toContain('kind: CustomResourceDefinition');
  });
});
