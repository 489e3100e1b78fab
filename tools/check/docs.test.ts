import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isWrittenPage, overlookedFences, snippetsIn } from './snippets.ts';
import { sourceFiles } from './source-file.ts';

const root = join(import.meta.dirname, '../..');
const pages = sourceFiles(root, isWrittenPage);
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

it('TypeScript in documents compiles against the packages as they are', () => {
  const folder = join(root, 'node_modules/.cache/documents');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const compilerOptions = {
    noEmit: true,
    composite: false,
    rewriteRelativeImportExtensions: false,
    allowImportingTsExtensions: true,
    customConditions: ['slipway-source'],
  };
  const tsconfig = { extends: '../../../tsconfig.base.json', compilerOptions, include: ['*.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  for (const { name, text } of snippetsIn(pages)) writeFileSync(join(folder, `${name}.ts`), text);

  const { stdout } = spawnSync('node_modules/.bin/tsc', ['-p', folder], { cwd: root, encoding: 'utf8' });
  // The packages themselves are compiled by their own projects.
  expect(stdout.split('\n').filter((line) => /^(?!packages\/)\S/.test(line))).toEqual([]);
});

it('no program in a document is overlooked', () => {
  expect(overlookedFences(pages)).toEqual([]);
});

it('the example of the README is the one that is run', () => {
  const readme = pages.find(({ path }) => path === 'README.md')?.text;
  expect(readme).toContain(readFileSync(join(root, 'examples/00-kube-client/main.ts'), 'utf8'));
});

it('npm scripts that documents name exist', () => {
  const named = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)].map((match) => ({
      path,
      script: match[1] ?? match[2] ?? '',
    })),
  );
  expect(named.filter(({ script }) => scripts[script] === undefined)).toEqual([]);
});

it('the README tells of every npm script', () => {
  const readme = pages.find(({ path }) => path === 'README.md')?.text ?? '';
  const reported = [...readme.matchAll(/^\| `npm (?:run )?([\w:-]+)/gm)].map((match) => match[1]);
  expect(new Set(reported)).toEqual(new Set(Object.keys(scripts)));
});

it('links between documents lead somewhere', () => {
  const paths = new Set(sourceFiles(root, () => true).map(({ path }) => path));
  const broken = pages.flatMap(({ path, text }) =>
    // What stands in code is no link: patterns look like some.
    [...text.replaceAll(/`[^`\n]*`/g, '').matchAll(/\]\(((?!https?:|#)[^)#]+)/g)]
      .map((match) => join(path, '..', match[1] ?? ''))
      .filter((target) => !paths.has(target) && ![...paths].some((known) => known.startsWith(`${target}/`)))
      .map((target) => `${path}: ${target}`),
  );
  expect(broken).toEqual([]);
});
