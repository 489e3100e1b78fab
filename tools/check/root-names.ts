/**
 * @module
 * What a package exports at its root is what its users learn first: every name of it has a line in the table of names of the
 * package's README, so that one more is a decision and no accident.
 */
import type { PublicPackage } from './declarations.ts';
import type { SourceFile } from './source-file.ts';

interface RootNames {
  readonly findings: string[];
  /** How many names each root has. */
  readonly summary: string;
}

/** `readmes` are the READMEs of the packages, by their paths. */
export function checkRootNames(packages: readonly PublicPackage[], readmes: readonly SourceFile[]): RootNames {
  const roots = packages.flatMap(({ folder, name, entries }) => {
    const root = entries.find(({ specifier }) => specifier === name);
    return root === undefined ? [] : [{ folder, name, names: root.names.map((one) => one.name) }];
  });
  const findings = roots.flatMap(({ folder, name, names }) => {
    const path = `${folder}/README.md`;
    const listed = listedNames(readmes.find((readme) => readme.path === path)?.text ?? '');
    return names
      .filter((exported) => !listed.has(exported))
      .map(
        (exported) =>
          `${path}: ${exported} is exported by ${name} and is in no table of names: give it a line, or export it from an entry`,
      );
  });
  return { findings, summary: roots.map(({ name, names }) => `${name.split('/')[1]} ${names.length}`).join(', ') };
}

/** What stands as code in the first column of tables of names, which begin with `| name |`. */
function listedNames(text: string): Set<string> {
  const tables = text.split(/\n(?!\|)/).filter((part) => /^\n*\| name \|/.test(part));
  const cells = tables.flatMap((table) => table.split('\n').map((row) => row.split('|')[1] ?? ''));
  return new Set(cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)));
}
