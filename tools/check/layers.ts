/**
 * @module
 * Imports go down only.
 *
 * Between packages: a package imports packages of lower layers, never its own layer or one above;
 * packages of one layer can each be used without the other. apiserver and localcluster stand beside the layers:
 * no package below the CLI imports them. apiserver knows no client, so that a mistake of the client is not made twice;
 * localcluster is a client of an API server like anyone's, and imports of its own one what that exports.
 *
 * Inside a package: a folder is entered through its `index.ts`, and `internal/` only by the folder
 * that holds it. Tests are outside all of this.
 */
import { posix } from 'node:path';
import { importsOf } from './imports.ts';
import { isTest, type SourceFile } from './source-file.ts';

/** From the bottom up. A `*` stands for any one folder. */
const LAYERS: readonly (readonly string[])[] = [
  ['packages/contracts', 'packages/apimachinery'],
  ['packages/kube', 'packages/crd'],
  ['packages/runtime'],
  ['packages/workloads', 'packages/delivery', 'packages/targets'],
  ['operators/*', 'hotswap'],
  ['cli', 'dashboard'],
];

/** What stands beside the layers, and what it may import. How custom kinds are validated is written once, in crd. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  'packages/apiserver': ['packages/apimachinery', 'packages/crd'],
  'packages/localcluster': [
    'packages/apimachinery',
    'packages/apiserver',
    'packages/crd',
    'packages/kube',
    'packages/runtime',
  ],
};

/** Reports every import of `files` that goes up, sideways, or past a folder's door. */
export function checkLayers(files: readonly SourceFile[]): string[] {
  const folders = packageFolders(files);
  const paths = new Set(files.map((file) => file.path));
  return files
    .filter((file) => /\.tsx?$/.test(file.path) && !isTest(file.path))
    .flatMap((file) => {
      const own = [...folders.values()].find((folder) => file.path.startsWith(`${folder}/src/`));
      if (own === undefined) return [];
      return importsOf(file).flatMap(({ specifier, line }) => {
        const fault = specifier.startsWith('.')
          ? faultWithin(own, file.path, posix.join(posix.dirname(file.path), specifier), paths)
          : faultBetween(own, folders.get(packageOf(specifier)));
        return fault === undefined ? [] : [`${file.path}:${line}: ${fault}`];
      });
    });
}

/** npm name → folder, for every package of the workspace. */
function packageFolders(files: readonly SourceFile[]): Map<string, string> {
  return new Map(
    files
      .filter((file) => file.path.endsWith('/package.json'))
      .map((file) => [(JSON.parse(file.text) as { name: string }).name, posix.dirname(file.path)]),
  );
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

function layerOf(folder: string): number {
  const isIn = (pattern: string): boolean =>
    pattern.endsWith('/*') ? posix.dirname(folder) === pattern.slice(0, -2) : folder === pattern;
  return LAYERS.findIndex((layer) => layer.some(isIn));
}

function faultBetween(from: string, to: string | undefined): string | undefined {
  if (to === undefined || to === from) return undefined;
  const may = BESIDE[from];
  if (may) return may.includes(to) ? undefined : `${from} stands on ${may.join(', ')} alone and cannot import ${to}`;
  if (to in BESIDE) return from === 'cli' ? undefined : `only tests, tools, examples and the CLI import ${to}`;
  const [lower, upper] = [layerOf(to), layerOf(from)];
  if (upper === -1) return `${from} has no layer: give it one in tools/check/layers.ts`;
  if (lower === -1) return `${to} is not for packages to import`;
  if (lower === upper) return `${from} and ${to} are of one layer and stay apart`;
  return lower > upper ? `imports go down: ${to} is above ${from}` : undefined;
}

function faultWithin(own: string, path: string, target: string, paths: ReadonlySet<string>): string | undefined {
  if (!target.startsWith(`${own}/src/`)) return `leaves the package: import it by its name`;
  const inner = target.slice(`${own}/src/`.length).split('/').slice(0, -1);
  const folders = inner.map((_, depth) => `${own}/src/${inner.slice(0, depth + 1).join('/')}`);
  // The outermost folder that the importer is not in: importers outside use its door.
  const entered = folders.find((folder) => !path.startsWith(`${folder}/`));
  if (entered === undefined) return target === `${own}/src/index.ts` ? 'imports its own façade' : undefined;
  const closed = folders.find(
    (folder) => folder.endsWith('/internal') && !path.startsWith(`${posix.dirname(folder)}/`),
  );
  if (closed !== undefined) return `${closed} is for ${posix.dirname(closed)} alone`;
  const door = `${entered}/index.ts`;
  if (target === door) return undefined;
  if (paths.has(door)) return `import ${entered} through its index.ts`;
  return posix.dirname(entered) === `${own}/src` ? `${entered} has no index.ts to be imported by` : undefined;
}
