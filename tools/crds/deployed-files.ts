import { basename, posix } from 'node:path';
import { stringify } from 'yaml';
import type { GeneratedFile } from './generated-files.ts';

/**
 * The files that a `*.deploy.ts` makes: what it exports as `DEPLOYED_FILES`, by path from the root of its package. A
 * list is a YAML file of these objects, anything else the content of a JSON file.
 */
export function deployedFiles(
  exported: Readonly<Record<string, unknown>>,
  source: string,
  workspace: string,
): GeneratedFile[] {
  const files = exported['DEPLOYED_FILES'] as Readonly<Record<string, unknown>> | undefined;
  if (!files) throw new Error(`${source}: exports no DEPLOYED_FILES`);
  return Object.entries(files).map(([path, content]) => ({
    path: posix.join(workspace, path),
    text: Array.isArray(content) ? yamlOf(content, source) : `${JSON.stringify(content, undefined, 2)}\n`,
  }));
}

function yamlOf(objects: readonly unknown[], source: string): string {
  const documents = objects.map((object) =>
    stringify(object, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false }),
  );
  return `# Made from ${basename(source)} by npm run crds.\n${documents.join('---\n')}`;
}
