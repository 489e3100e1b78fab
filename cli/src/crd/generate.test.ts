import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { slipway } from '../../test/run.ts';

const root = join(import.meta.dirname, '../../..');
/** In a checkout packages are read as sources. */
const env = { NODE_OPTIONS: '--conditions=slipway-source' };
/** What defineCrd returns, by its shape; the definitions themselves have tests of their own. */
const made = (name: string, text = name) =>
  `{ manifest: { kind: 'CustomResourceDefinition', metadata: { name: '${name}' } }, yaml: () => 'name: ${text}\\n' }`;
let folder: string;
const write = (file: string, text: string): Promise<void> => writeFile(join(folder, file), text);
const generate = (...args: string[]) => slipway(['crd', 'generate', ...args], { cwd: folder, env });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generate-'));
});

it('writes the CRDs of a TypeScript module, the same bytes every time', async () => {
  const source = join(root, 'examples/11-kinds/books.crd.ts');
  const first = await generate(source, '-o', 'deploy');
  expect(first).toMatchObject({ exitCode: 0, stderr: '', stdout: 'wrote deploy/books.library.example.com.yaml\n' });
  const written = await readFile(join(folder, 'deploy/books.library.example.com.yaml'), 'utf8');
  const known = await readFile(join(root, 'examples/11-kinds/deploy/crds/books.library.example.com.yaml'), 'utf8');
  expect(written.replace(/^#.*\n/, '')).toBe(known.replace(/^#.*\n/, ''));
  const again = await generate(source, '-o', 'deploy');
  expect(again.stdout).toBe('unchanged deploy/books.library.example.com.yaml\n');
});

it('prints all that a module exports in the order of their names, once each, and nothing that it prints itself', async () => {
  await write(
    'kinds.mjs',
    `console.log('hello');\nexport const b = ${made('b.example.dev')};\nexport const other = 1;
export { b as again };\nexport const a = ${made('a.example.dev')};\nsetInterval(() => {}, 1000);`,
  );
  const run = await generate('kinds.mjs');
  expect(run).toMatchObject({ exitCode: 0, stderr: 'hello\n' });
  expect(run.stdout.replaceAll(/^#.*\n/gm, '')).toBe('name: a.example.dev\n---\nname: b.example.dev\n');
});

it.each([
  ['nowhere.ts', undefined, 'there is no such file [CLI_INPUT]'],
  ['empty.mjs', 'export const x = 1;', 'exports nothing that defineCrd made; export it'],
  [
    'double.mjs',
    `export const a = ${made('a.b')}, b = ${made('a.b', 'c')};`,
    'exports two definitions of a.b; keep one',
  ],
  ['broken.mjs', 'throw new Error("no luck");', 'broken.mjs: no luck [CLI_INPUT]'],
  ['early.mjs', 'process.exit(7);', 'its process ended while it was loaded (exit code 7) [CLI_INPUT]'],
])('%s is answered with 3 and what is wrong', async (file, text, complaint) => {
  if (text !== undefined) await write(file, text);
  const run = await generate(file);
  expect(run).toMatchObject({ exitCode: 3, stdout: '' });
  expect(run.stderr).toContain(complaint);
});

it('a module that starts something and never ends is given up, with the way out', async () => {
  await write('operator.mjs', 'setInterval(() => {}, 1000);\nawait new Promise(() => {});');
  const run = await generate('operator.mjs', '--timeout', '1');
  expect(run).toMatchObject({ exitCode: 3, stdout: '' });
  expect(run.stderr).toContain('export the definitions from a module of their own');
});

it('a definition that a CRD cannot express keeps its code and names the file', async () => {
  await mkdir(join(folder, 'mine'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'mine/node_modules'));
  await write(
    'mine/refined.ts',
    `import { defineCrd } from '@slipway/crd';\nimport { z } from 'zod';
export const refined = defineCrd({ group: 'a.b', kind: 'C', scope: 'Cluster',
  versions: { v1: { spec: z.object({ d: z.string().refine((d: string) => d !== '') }) } } });`,
  );
  const run = await generate('mine/refined.ts');
  expect(run).toMatchObject({ exitCode: 3, stdout: '' });
  expect(run.stderr).toMatch(/mine\/refined\.ts: .*\[CRD_NOT_EXPRESSIBLE\]/);
});

it('TypeScript without a tsx beside it is read by a Node that can, or answered with what to install', async () => {
  await write('alone.ts', `const a: string = 'x';\nexport const one = ${made('one.example.dev')};\nexport { a };`);
  const run = await generate('alone.ts');
  const canRead = Boolean((process.features as { readonly typescript?: unknown }).typescript);
  expect(run.exitCode).toBe(canRead ? 0 : 3);
  expect(run.stdout + run.stderr).toContain(canRead ? 'name: one.example.dev' : 'npm install --save-dev tsx');
});
