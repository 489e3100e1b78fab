/**
 * Runs every check, one line each; a check that fails shows what it found. All are run, whatever
 * fails. Names after the command run those alone and show their notes: `npm run check -- rules`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedPackages } from '../published-packages.ts';
import { type Check, commandCheck } from './check.ts';
import { publicPackages } from './declarations.ts';
import { checkErrorCodes, ERRORS_PAGE } from './error-codes.ts';
import { checkForbiddenWords } from './forbidden-words.ts';
import { checkLayers } from './layers.ts';
import { checkInstalledLicences } from './licences.ts';
import { checkLockFile, type LockedPackages } from './lock-file.ts';
import { checkPackageOrigins } from './package-origins.ts';
import { checkPlainWords, hasPlainWords } from './plain-words.ts';
import { checkRealTime } from './real-time.ts';
import { checkReference, isReferencePage, referencePages } from './reference.ts';
import { checkRootNames } from './root-names.ts';
import { checkRules, RULES_PAGE } from './rules.ts';
import { checkSettings, isOptionsFile, SETTINGS_PAGE } from './settings.ts';
import { type SourceFile, sourceFiles } from './source-file.ts';

const root = join(import.meta.dirname, '../..');

const filesCheck = (
  name: string,
  wanted: (path: string) => boolean,
  find: (files: readonly SourceFile[]) => string[],
): Check => ({ name, run: () => ({ findings: find(sourceFiles(root, wanted)) }) });

const isCode = (path: string): boolean => /\.tsx?$/.test(path);

/** Asked for alone, these checks look at declarations of now too; after the types there is nothing left to do. */
const freshDeclarations = () => commandCheck('declarations', ['tsc', '-b']).run(root);

const checks: readonly Check[] = [
  commandCheck('types', ['tsc', '-b']),
  commandCheck('lint', ['oxlint', '--type-aware', '--deny-warnings']),
  commandCheck('format', ['biome', 'check', '--error-on-warnings', '.']),
  filesCheck('layers', (path) => isCode(path) || path.endsWith('/package.json'), checkLayers),
  commandCheck('dead code', ['knip', '--no-progress', '--no-config-hints']),
  {
    name: 'lock file',
    run: () => {
      const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: LockedPackages };
      return { findings: checkLockFile(lock.packages) };
    },
  },
  {
    name: 'licences',
    run: () => {
      const packages = sourceFiles(root, (path) => /(?:^|\/)(?:package\.json|LICENSE)$/.test(path));
      return { findings: [...checkInstalledLicences(root), ...checkPackageOrigins(packages)] };
    },
  },
  {
    name: 'rules',
    run: () =>
      checkRules(
        readFileSync(join(root, RULES_PAGE), 'utf8'),
        sourceFiles(root, (path) => path.endsWith('.test.ts') && !path.startsWith('tools/check/rules')),
      ),
  },
  filesCheck('error codes', (path) => path === ERRORS_PAGE || path.endsWith('/errors.ts'), checkErrorCodes),
  filesCheck('settings', (path) => path === SETTINGS_PAGE || isOptionsFile(path), checkSettings),
  {
    name: 'reference',
    run: async () => {
      await freshDeclarations();
      return { findings: checkReference(sourceFiles(root, isReferencePage), referencePages(publicPackages(root))) };
    },
  },
  {
    name: 'root names',
    run: async () => {
      await freshDeclarations();
      return checkRootNames(
        publicPackages(root),
        sourceFiles(root, (path) => path.endsWith('/README.md')),
      );
    },
  },
  commandCheck('crds', ['tsx', '--conditions=slipway-source', 'tools/crds/main.ts', '--check']),
  filesCheck('real time', isCode, checkRealTime),
  commandCheck('bundles', ['tsx', 'tools/build.ts']),
  commandCheck('publint', ...publishedPackages(root).map((folder) => ['publint', 'run', folder, '--strict'])),
  filesCheck('plain words', hasPlainWords, checkPlainWords),
  filesCheck('forbidden words', (path) => path !== 'package-lock.json', checkForbiddenWords),
];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(`no check ${unknown.join(', ')}; there are: ${checks.map((check) => check.name).join(', ')}`);
  process.exit(2);
}

let failed = 0;
for (const check of checks.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  const { findings, notes = [], summary } = await check.run(root);
  const name = summary === undefined ? check.name : `${check.name}: ${summary}`;
  console.log(`${findings.length === 0 ? 'ok    ' : 'FAILED'}  ${name}`);
  for (const line of [...findings, ...(asked.length > 0 ? notes : [])]) console.log(line.replaceAll(/^/gm, '        '));
  if (findings.length > 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
