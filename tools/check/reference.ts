/**
 * @module
 * docs/reference/ is made from the declarations and doc comments of the published packages: one page for each, with
 * every name of every entry. `npm run docs` writes it; the check compares.
 */
import type { Declaration, PublicName, PublicPackage } from './declarations.ts';
import type { SourceFile } from './source-file.ts';

export const REFERENCE_FOLDER = 'docs/reference';
export const isReferencePage = (path: string): boolean => path.startsWith(`${REFERENCE_FOLDER}/`);

const pageOf = ({ name }: PublicPackage): string => `${name.replace('@', '').replace('/', '-')}.md`;

/** Signatures longer than this are broken, one parameter on each line. */
const LINE_WIDTH = 100;
/** A value whose inferred type has more lines than this is shown without its type's arguments. */
const MOST_LINES_OF_A_VALUE = 30;

/** The index, and a page for each package. */
export function referencePages(packages: readonly PublicPackage[]): SourceFile[] {
  const sorted = packages.toSorted((a, b) => Number(a.name > b.name) - Number(a.name < b.name));
  const index = [
    '# Reference of the public API',
    'Made from the declarations and comments of the packages by `npm run docs`. What a package is for, with a first ' +
      'example, is in its README; what it promises in [the rules](../rules.md).',
    table(
      ['package', 'entries', 'what it is'],
      sorted.map((one) => [`[\`${one.name}\`](${pageOf(one)})`, `${one.entries.length}`, one.description]),
    ),
  ];
  return [
    { path: `${REFERENCE_FOLDER}/README.md`, text: `${index.join('\n\n')}\n` },
    ...sorted.map((one) => ({ path: `${REFERENCE_FOLDER}/${pageOf(one)}`, text: packagePage(one) })),
  ];
}

function packagePage({ name, folder, description, entries }: PublicPackage): string {
  // A name of the root may also be a name of its part; it is described once.
  const describedIn = new Map<string, string>();
  for (const entry of entries) {
    for (const one of entry.names) {
      if (!describedIn.has(identityOf(one))) describedIn.set(identityOf(one), entry.specifier);
    }
  }
  const sections = entries.map((entry) => {
    const own = entry.names.filter((one) => describedIn.get(identityOf(one)) === entry.specifier);
    const others = entry.names.filter((one) => !own.includes(one));
    return [
      `## ${entry.specifier}`,
      entry.prose,
      others.length === 0 ? '' : `Also here, described above: ${others.map((one) => `\`${one.name}\``).join(', ')}.`,
      ...own.map(nameSection),
    ];
  });
  const contents = entries.map((entry) => [
    `[\`${entry.specifier}\`](#${anchorOf(entry.specifier)})`,
    firstSentence(entry.prose),
    entry.names.map((one) => `[\`${one.name}\`](#${anchorOf(one.name)})`).join(' '),
  ]);
  return `${[
    `# ${name}`,
    `${description} [README](../../${folder}/README.md)`,
    table(['entry', 'what it is', 'names'], contents),
    ...sections.flat(),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

const identityOf = ({ name, declarations }: PublicName): string =>
  [name, ...declarations.map(({ text }) => text)].join('\n');

function nameSection({ name, declarations }: PublicName): string {
  const prose = [...new Set(declarations.map(({ comment }) => commentText(comment)))].filter((text) => text !== '');
  return [`### ${name}`, fenced(declarations.map(signatureOf).join('\n')), ...prose].join('\n\n');
}

const fenced = (code: string): string => `\`\`\`ts\n${code}\n\`\`\``;

/** A comment as Markdown: an example in a fence, the default in words, links as code. */
export function commentText(comment: string): string {
  return comment
    .replaceAll(/\{@link ([^}]+)\}/g, '`$1`')
    .replaceAll(/@default ([^\n]+)/g, 'Default: $1.')
    .replaceAll(/^@example[ \n](?!\s*```)(.+?)(?=\n\n|\n@|$(?![\s\S]))/gms, (_, code: string) => fenced(code.trim()))
    .replaceAll(/^@example\n/gm, '')
    .trim();
}

/** A declaration as it would stand in a source file, without what is nobody's business outside. */
export function signatureOf({ text }: Declaration): string {
  const signature = text
    .replace(/^export /, '')
    .replace(/^declare /, '')
    .replaceAll(/\bimport\("[^"]+"\)\./g, '')
    .replaceAll(/^\s+(?:#private|private .*);\n/gm, '')
    .replaceAll(/^ +/gm, (indent) => ' '.repeat(Math.ceil(indent.length / 2)));
  if (!signature.includes('\n')) return broken(signature);
  const isTooLong = signature.startsWith('const ') && signature.split('\n').length > MOST_LINES_OF_A_VALUE;
  return isTooLong ? signature.replace(/[<{].*$/s, (rest) => (rest.startsWith('<') ? '<…>;' : '{ … };')) : signature;
}

/** Breaks a long line at the commas of its parameters. */
function broken(signature: string): string {
  const open = signature.indexOf('(');
  if (signature.length <= LINE_WIDTH || !signature.startsWith('function ') || open === -1) return signature;
  const parts: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open; at < signature.length; at += 1) {
    const character = signature[at] ?? '';
    if ('([{<'.includes(character)) depth += 1;
    // The head of an arrow is no bracket.
    else if (')]}'.includes(character) || (character === '>' && signature[at - 1] !== '=')) depth -= 1;
    const isEnd = depth === 0;
    if (isEnd || (depth === 1 && character === ',')) {
      parts.push(`  ${signature.slice(start, at).trim()},`);
      start = at + 1;
    }
    if (isEnd) return [signature.slice(0, open + 1), ...parts, signature.slice(at)].join('\n');
  }
  return signature;
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`)
    .join('\n');

const firstSentence = (prose: string): string => /^.*?[.:;](?=\s|$)/s.exec(prose)?.[0].replace(/[:;]$/, '.') ?? prose;

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** `pages` are those of the repository, `fresh` what the sources say now. */
export function checkReference(pages: readonly SourceFile[], fresh: readonly SourceFile[]): string[] {
  const texts = new Map(fresh.map(({ path, text }) => [path, text]));
  const stale = fresh.filter(({ path, text }) => pages.find((page) => page.path === path)?.text !== text);
  const left = pages.filter(({ path }) => !texts.has(path));
  return [...stale, ...left].map(({ path }) => `${path} is not what the sources say: npm run docs`);
}
