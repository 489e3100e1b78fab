/**
 * @module
 * The public names of the packages, read from the declarations that `tsc -b` writes: there every type is spelt out,
 * also where the source infers it. They are parsed by oxc, which knip brings along anyway: TypeScript 7 itself offers
 * programs an unstable interface alone, and a document generator on the compiler of before would read other types.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ModuleExportName, type Program, parseSync } from 'oxc-parser';
import { publishedPackages } from '../published-packages.ts';

/** A name that a package exports. */
export interface PublicName {
  readonly name: string;
  /** Each declaration as TypeScript: several for overloads, and for a value and a type of one name. */
  readonly declarations: readonly Declaration[];
}

export interface Declaration {
  readonly text: string;
  /** The text of its doc comment, without stars. */
  readonly comment: string;
}

/** One line of a package's `exports`. */
export interface Entry {
  /** As it is imported: `@slipway/kube/testing`. */
  readonly specifier: string;
  /** The prose at its top. */
  readonly prose: string;
  readonly names: readonly PublicName[];
}

export interface PublicPackage {
  readonly folder: string;
  readonly name: string;
  readonly description: string;
  /** The root, where there is one, comes first. */
  readonly entries: readonly Entry[];
}

interface Manifest {
  readonly name: string;
  readonly description: string;
  readonly exports?: Readonly<Record<string, { readonly types?: string }>>;
}

type Statement = Program['body'][number];

/** Every package that other programs import, with what it exports. */
export function publicPackages(root: string): PublicPackage[] {
  const folders = publishedPackages(root);
  const manifests = new Map(
    folders.map((folder) => {
      const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
      return [manifest.name, { folder, manifest }];
    }),
  );
  const typesOf = (specifier: string): string | undefined => {
    const name = [...manifests.keys()].find((known) => specifier === known || specifier.startsWith(`${known}/`));
    const known = name === undefined ? undefined : manifests.get(name);
    const types = known?.manifest.exports?.[`.${specifier.slice(name?.length)}`]?.types;
    return known === undefined || types === undefined ? undefined : join(root, known.folder, types);
  };
  const reader = new DeclarationReader(typesOf);
  return [...manifests.values()].flatMap(({ folder, manifest }) => {
    const entries = Object.entries(manifest.exports ?? {})
      .filter(([, { types }]) => types !== undefined)
      .map(([path, { types = '' }]) => reader.entry(manifest.name + path.slice(1), join(root, folder, types)));
    return entries.length === 0 ? [] : [{ folder, name: manifest.name, description: manifest.description, entries }];
  });
}

/** What one declaration file exports; `typesOf` finds the declarations of a package's entry. */
export const readEntry = (specifier: string, path: string, typesOf: (specifier: string) => string | undefined): Entry =>
  new DeclarationReader(typesOf).entry(specifier, path);

/** Follows the exports of declaration files, each of which is parsed once. */
class DeclarationReader {
  readonly #typesOf: (specifier: string) => string | undefined;
  readonly #files = new Map<string, DeclarationFile>();

  constructor(typesOf: (specifier: string) => string | undefined) {
    this.#typesOf = typesOf;
  }

  entry(specifier: string, path: string): Entry {
    const names = [...this.#exportsOf(path)].map(([name, declarations]) => ({ name, declarations }));
    return {
      specifier,
      prose: proseOf(this.#file(path).text),
      names: names.toSorted((a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()) || compare(a.name, b.name)),
    };
  }

  #file(path: string): DeclarationFile {
    const known = this.#files.get(path) ?? new DeclarationFile(path);
    this.#files.set(path, known);
    return known;
  }

  #exportsOf(path: string): Map<string, readonly Declaration[]> {
    const file = this.#file(path);
    const names = new Map<string, readonly Declaration[]>();
    for (const statement of file.statements) {
      if (statement.type === 'ExportAllDeclaration') {
        const target = this.#resolve(path, statement.source.value);
        if (target !== undefined) for (const [name, found] of this.#exportsOf(target)) names.set(name, found);
      } else if (statement.type === 'ExportNamedDeclaration') {
        if (statement.declaration)
          for (const name of namesIn(statement)) names.set(name, file.declared.get(name) ?? []);
        for (const { local, exported } of statement.specifiers) {
          names.set(textOf(exported), this.#find(path, textOf(local), statement.source?.value));
        }
      }
    }
    return names;
  }

  /** What `name` means in a file: declared there, imported there, or exported by `from`. */
  #find(path: string, name: string, from: string | undefined): readonly Declaration[] {
    if (from !== undefined) {
      const target = this.#resolve(path, from);
      return (target === undefined ? undefined : this.#exportsOf(target).get(name)) ?? [];
    }
    const file = this.#file(path);
    const declared = file.declared.get(name);
    if (declared !== undefined) return declared;
    for (const statement of file.statements) {
      if (statement.type !== 'ImportDeclaration') continue;
      const specifier = statement.specifiers.find(({ local }) => local.name === name);
      if (specifier?.type === 'ImportSpecifier') {
        return this.#find(path, textOf(specifier.imported), statement.source.value);
      }
    }
    return [];
  }

  #resolve(path: string, specifier: string): string | undefined {
    if (!specifier.startsWith('.')) return this.#typesOf(specifier);
    const target = join(dirname(path), specifier.replace(/\.[jt]s$/, '.d.ts'));
    return existsSync(target) ? target : undefined;
  }
}

class DeclarationFile {
  readonly text: string;
  readonly statements: readonly Statement[];
  readonly declared = new Map<string, Declaration[]>();

  constructor(path: string) {
    this.text = readFileSync(path, 'utf8');
    const { program, comments } = parseSync(path, this.text);
    this.statements = program.body;
    for (const statement of this.statements) {
      // Directly above: a comment that is further away speaks of something else.
      const above = comments.findLast(({ end }) => end <= statement.start);
      const isOwn = above?.type === 'Block' && /^\s*$/.test(this.text.slice(above.end, statement.start));
      const comment =
        isOwn && above.value.startsWith('*') && !above.value.includes('@module') ? withoutStars(above.value) : '';
      const declaration = { text: this.text.slice(statement.start, statement.end), comment };
      for (const name of namesIn(statement)) {
        this.declared.set(name, [...(this.declared.get(name) ?? []), declaration]);
      }
    }
  }
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

const textOf = (name: ModuleExportName): string => (name.type === 'Literal' ? name.value : name.name);

/** The names that a statement declares, exported or not. */
function namesIn(statement: Statement): string[] {
  const node = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  switch (node?.type) {
    case 'VariableDeclaration':
      return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
    case 'ClassDeclaration':
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return node.id === null ? [] : [node.id.name];
    default:
      return [];
  }
}

function proseOf(text: string): string {
  const comment = /^\s*\/\*\*(.*?)\*\//s.exec(text)?.[1] ?? '';
  return comment.includes('@module') ? withoutStars(comment).replace('@module', '').trim() : '';
}

const withoutStars = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''))
    .join('\n')
    .trim();
