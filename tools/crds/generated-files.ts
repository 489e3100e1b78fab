import { existsSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sourceFiles } from '../check/source-file.ts';

/** What `defineCrd` returns, as far as files are made of it. */
interface Definition {
  readonly manifest: { readonly metadata: { readonly name: string } };
  yaml(): string;
  reference(): string;
}

/** A file that comes out of a definition, by its path from the root, and what it should hold. */
export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

export interface GeneratedFiles {
  readonly wanted: readonly GeneratedFile[];
  /** Paths of files in the generated folders that no definition makes. */
  readonly leftover: readonly string[];
}

const MANIFESTS = 'deploy/crds';
const PAGES = 'docs/crds';

/** Finds every `*.crd.ts` of the repository and says which files should come out of its definitions. */
export async function generatedFiles(root: string): Promise<GeneratedFiles> {
  const paths = sourceFiles(root, () => true).map(({ path }) => path);
  const sources = paths.filter((path) => path.endsWith('.crd.ts'));
  const wanted: GeneratedFile[] = [];
  for (const source of sources) {
    const workspace = workspaceOf(source, paths);
    for (const definition of await definitionsIn(root, source)) wanted.push(...filesOf(definition, source, workspace));
  }
  refuseDoubles(wanted);
  const known = new Set(wanted.map(({ path }) => path));
  const folders = new Set(wanted.map(({ path }) => posix.dirname(path)));
  return { wanted, leftover: paths.filter((path) => folders.has(posix.dirname(path)) && !known.has(path)) };
}

/** The files whose bytes are not what the definitions say. */
export function staleFiles(root: string, { wanted }: GeneratedFiles): GeneratedFile[] {
  return wanted.filter(({ path, text }) => {
    const file = join(root, path);
    return !existsSync(file) || readFileSync(file, 'utf8') !== text;
  });
}

async function definitionsIn(root: string, source: string): Promise<Definition[]> {
  const exported = (await import(pathToFileURL(join(root, source)).href)) as Record<string, unknown>;
  const definitions = Object.values(exported).filter(isDefinition);
  if (definitions.length === 0) throw new Error(`${source}: exports nothing that defineCrd made`);
  return definitions;
}

function isDefinition(value: unknown): value is Definition {
  const members = ['manifest', 'yaml', 'reference'];
  return typeof value === 'object' && value !== null && members.every((member) => member in value);
}

function filesOf(definition: Definition, source: string, workspace: string): GeneratedFile[] {
  const { name } = definition.manifest.metadata;
  const origin = `Made from ${basename(source)} by npm run crds.`;
  const at = (folder: string, file: string) => posix.join(workspace, folder, file);
  return [
    { path: at(MANIFESTS, `${name}.yaml`), text: `# ${origin}\n${definition.yaml()}` },
    { path: at(PAGES, `${name}.md`), text: `<!-- ${origin} -->\n\n${definition.reference()}` },
  ];
}

/** The nearest folder above that is a package of its own. */
function workspaceOf(path: string, paths: readonly string[]): string {
  const folder = posix.dirname(path);
  return folder === '.' || paths.includes(posix.join(folder, 'package.json')) ? folder : workspaceOf(folder, paths);
}

function refuseDoubles(files: readonly GeneratedFile[]): void {
  const paths = files.map(({ path }) => path);
  const double = paths.find((path, index) => paths.indexOf(path) !== index);
  if (double !== undefined) throw new Error(`${double}: two definitions make this file`);
}
