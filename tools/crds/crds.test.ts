import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const tsx = join(import.meta.dirname, '../../node_modules/.bin/tsx');
const main = join(import.meta.dirname, 'main.ts');
const MANIFEST = 'operators/paint/deploy/crds/colours.example.dev.yaml';
const PAGE = 'operators/paint/docs/crds/colours.example.dev.md';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'slipway-crds-'));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  write('operators/paint/package.json', '{ "type": "module" }');
  define('operators/paint/src/kinds/colour.crd.ts', 'colours.example.dev', 'kind: Colour\n');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** A file with what `defineCrd` would return. */
function define(path: string, name: string, yaml: string): void {
  const singular = name.slice(0, name.indexOf('s.'));
  const manifest = JSON.stringify({ metadata: { name }, spec: { names: { singular } } });
  const texts = `yaml: () => ${JSON.stringify(yaml)}, reference: () => '# ${name}\\n'`;
  write(path, `export const word: string = 'red';\nexport const kind = { manifest: ${manifest}, ${texts} };\n`);
}

function crds(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(tsx, [main, root, ...args], { encoding: 'utf8' });
  return { status, lines: `${stdout}${stderr}`.trim().split('\n') };
}

it('writes manifest and reference into the package of the definition, and has nothing to say afterwards', () => {
  expect(crds()).toEqual({ status: 0, lines: [`wrote    ${MANIFEST}`, `wrote    ${PAGE}`] });
  expect(readFileSync(join(root, MANIFEST), 'utf8')).toBe('# Made from colour.crd.ts by npm run crds.\nkind: Colour\n');
  expect(readFileSync(join(root, PAGE), 'utf8')).toContain('# colours.example.dev\n');
  expect(crds()).toEqual({ status: 0, lines: [''] });
  expect(crds('--check')).toEqual({ status: 0, lines: [''] });
});

it('G-11: names what is stale, missing or left over, and the command that repairs it', () => {
  crds();
  write(MANIFEST, 'kind: Color\n');
  rmSync(join(root, PAGE));
  const old = 'operators/paint/deploy/crds/paints.example.dev.yaml';
  write(old, 'kind: Paint\n');
  expect(crds('--check')).toEqual({
    status: 1,
    lines: [
      `${MANIFEST}: is not what its definition says: npm run crds`,
      `${PAGE}: is not what its definition says: npm run crds`,
      `${old}: no definition makes it: npm run crds`,
    ],
  });
  expect(crds().lines).toEqual([`wrote    ${MANIFEST}`, `wrote    ${PAGE}`, `removed  ${old}`]);
  expect(crds('--check').status).toBe(0);
});

it('G-11: puts files where crds.json of the package says, and leaves what is beside a shared page alone', () => {
  define('operators/paint/src/kinds/paint.crd.ts', 'paints.example.dev', 'kind: Paint\n');
  write('operators/paint/crds.json', '{ "manifest": "crds/{singular}-crd.yaml", "reference": "docs/crds.md" }');
  write('operators/paint/docs/guide.md', '# Guide\n');
  const wrote = ['crds/colour-crd.yaml', 'docs/crds.md', 'crds/paint-crd.yaml'];
  expect(crds()).toEqual({ status: 0, lines: wrote.map((path) => `wrote    operators/paint/${path}`) });
  const page = readFileSync(join(root, 'operators/paint/docs/crds.md'), 'utf8');
  expect(page.match(/^# .*$/gm)).toEqual(['# colours.example.dev', '# paints.example.dev']);
  write('operators/paint/crds/paint-crd.yaml', 'kind: Pain\n');
  write('operators/paint/crds/old-crd.yaml', 'kind: Old\n');
  expect(crds('--check')).toEqual({
    status: 1,
    lines: [
      'operators/paint/crds/paint-crd.yaml: is not what its definition says: npm run crds',
      'operators/paint/crds/old-crd.yaml: no definition makes it: npm run crds',
    ],
  });
});

it('refuses a definition file without definitions, and two that make the same file', () => {
  define('operators/paint/src/again.crd.ts', 'colours.example.dev', 'kind: Colour\n');
  expect(crds().lines.join('\n')).toContain(`${MANIFEST}: two definitions make this file`);
  write('operators/paint/src/again.crd.ts', 'export const word: string = "red";\n');
  expect(crds().lines.join('\n')).toContain('src/again.crd.ts: exports nothing that defineCrd made');
});

it('writes the files of a deployment, objects as YAML and the rest as JSON', () => {
  const files =
    "{ 'operator.yaml': [{ kind: 'Namespace' }, { kind: 'Role' }], 'deploy/board.json': { title: 'Paint' } }";
  write('operators/paint/src/install/files.deploy.ts', `export const DEPLOYED_FILES = ${files};\n`);
  expect(crds().lines).toContain('wrote    operators/paint/operator.yaml');
  expect(readFileSync(join(root, 'operators/paint/operator.yaml'), 'utf8')).toBe(
    '# Made from files.deploy.ts by npm run crds.\nkind: Namespace\n---\nkind: Role\n',
  );
  write('operators/paint/deploy/board.json', '{}');
  expect(crds('--check')).toEqual({
    status: 1,
    lines: ['operators/paint/deploy/board.json: is not what its definition says: npm run crds'],
  });
});
