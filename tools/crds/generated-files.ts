import { existsSync, readFileSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sourceFiles } from '../check/source-file.ts';
import { deployedFiles } from './deployed-files.ts';

/** What `defineCrd` returns, as far as files are made of it. */
interface Definition {
  readonly manifest: {
    readonly metadata: { readonly name: string };
    readonly spec: { readonly names: { readonly singular: string } };
  };
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

/**
 * Where the files of a package go, from its root; `crds.json` beside its `package.json` can say otherwise. `{name}`
 * stands for the name of the CRD, `{singular}` for that of its kind. Where neither is in a path, all definitions of
 * the package share that one file, and what is beside it is none of theirs.
 */
interface Places {
  readonly manifest: string;
  readonly reference: string;
}

const USUAL: Places = { manifest: 'deploy/crds/{name}.yaml', reference: 'docs/crds/{name}.md' };

/** Finds every `*.crd.ts` of the repository and says which files should come out of its definitions. */
export async function generatedFiles(root: string): Promise<GeneratedFiles> {
  const paths = sourceFiles(root, () => true).map(({ path }) => path);
  const sources = paths.filter((path) => path.endsWith('.crd.ts'));
  const made = new Map<string, string>();
  const folders = new Set<string>();
  for (const source of sources) {
    const workspace = workspaceOf(source, paths);
    const places = placesOf(root, workspace, paths);
    for (const definition of await definitionsIn(root, source)) {
      for (const { path, text, isShared } of filesOf(definition, source, places)) {
        const whole = posix.join(workspace, path);
        const before = made.get(whole);
        if (before !== undefined && !isShared) throw new Error(`${whole}: two definitions make this file`);
        made.set(whole, before === undefined ? text : `${before}\n${text}`);
        if (!isShared) folders.add(posix.dirname(whole));
      }
    }
  }
  for (const source of paths.filter((path) => path.endsWith('.deploy.ts'))) {
    for (const { path, text } of deployedFiles(await exportsOf(root, source), source, workspaceOf(source, paths)))
      made.set(path, text);
  }
  return {
    wanted: [...made].map(([path, text]) => ({ path, text })),
    leftover: paths.filter((path) => folders.has(posix.dirname(path)) && !made.has(path)),
  };
}

/** The files whose bytes are not what the definitions say. */
export function staleFiles(root: string, { wanted }: GeneratedFiles): GeneratedFile[] {
  return wanted.filter(({ path, text }) => {
    const file = join(root, path);
    return !existsSync(file) || readFileSync(file, 'utf8') !== text;
  });
}

async function definitionsIn(root: string, source: string): Promise<Definition[]> {
  const exported = await exportsOf(root, source);
  const definitions = Object.values(exported).filter(isDefinition);
  if (definitions.length === 0) throw new Error(`${source}: exports nothing that defineCrd made`);
  return definitions;
}

async function exportsOf(root: string, source: string): Promise<Record<string, unknown>> {
  return (await import(pathToFileURL(join(root, source)).href)) as Record<string, unknown>;
}

function isDefinition(value: unknown): value is Definition {
  const members = ['manifest', 'yaml', 'reference'];
  return typeof value === 'object' && value !== null && members.every((member) => member in value);
}

function placesOf(root: string, workspace: string, paths: readonly string[]): Places {
  const path = posix.join(workspace, 'crds.json');
  if (!paths.includes(path)) return USUAL;
  return { ...USUAL, ...(JSON.parse(readFileSync(join(root, path), 'utf8')) as Partial<Places>) };
}

function filesOf(definition: Definition, source: string, places: Places): (GeneratedFile & { isShared: boolean })[] {
  const { metadata, spec } = definition.manifest;
  const origin = `Made from ${basename(source)} by npm run crds.`;
  const at = (place: string) => {
    const path = place.replace('{name}', metadata.name).replace('{singular}', spec.names.singular);
    return { path, isShared: path === place };
  };
  return [
    { ...at(places.manifest), text: `# ${origin}\n${definition.yaml()}` },
    { ...at(places.reference), text: `<!-- ${origin} -->\n\n${definition.reference()}` },
  ];
}

/** The nearest folder above that is a package of its own. */
function workspaceOf(path: string, paths: readonly string[]): string {
  const folder = posix.dirname(path);
  return folder === '.' || paths.includes(posix.join(folder, 'package.json')) ? folder : workspaceOf(folder, paths);
}
