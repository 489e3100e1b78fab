import { sourceFiles } from './check/source-file.ts';

/** Folders of the packages that are published: all that are not private. */
export function publishedPackages(root: string): string[] {
  return sourceFiles(root, (path) => /^(?:[^/]+\/){1,2}package\.json$/.test(path))
    .filter((file) => (JSON.parse(file.text) as { private?: boolean }).private !== true)
    .map((file) => file.path.replace('/package.json', ''));
}
