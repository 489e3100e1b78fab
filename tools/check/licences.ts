/**
 * @module
 * Every installed dependency has a licence that we may ship with, or, for tools, work with.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ANYWHERE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);
/** Tools that stay on our machines: their terms are about passing them on. */
const DEVELOPMENT_ONLY = new Set(['MPL-2.0', 'CC-BY-3.0', 'CC-BY-4.0']);

export interface LockedPackage {
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly license?: string;
}

/** Reports each package of a lock file (`packages`, by path) whose licence is not allowed. */
export function checkLicences(
  packages: Readonly<Record<string, LockedPackage>>,
  installedLicence: (path: string) => string | undefined,
): string[] {
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && entry.link !== true)
    .flatMap(([path, entry]) => {
      const licence = entry.license ?? installedLicence(path);
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      if (licence === undefined) return [`${name} names no licence`];
      if (isAllowed(licence, entry.dev === true)) return [];
      return [`${name} has the licence ${licence}, which is not on the list in tools/check/licences.ts`];
    });
}

/** Reads an SPDX expression: one side of an `OR` is enough, of an `AND` all are needed. */
function isAllowed(expression: string, dev: boolean): boolean {
  const terms = expression.replaceAll(/[()]/g, '');
  return terms
    .split(' OR ')
    .some((side) =>
      side.split(' AND ').every((term) => ANYWHERE.has(term.trim()) || (dev && DEVELOPMENT_ONLY.has(term.trim()))),
    );
}

export function checkInstalledLicences(root: string): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return checkLicences(lock.packages, (path) => {
    const manifest = join(root, path, 'package.json');
    if (!existsSync(manifest)) return undefined;
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { license?: string }).license;
  });
}
