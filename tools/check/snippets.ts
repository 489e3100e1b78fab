/**
 * @module
 * The TypeScript of documents: found here, type-checked by `docs.test.ts`, run by `test/snippets`.
 *
 * A program stands between ```ts and ``` at the start of a line. What it needs around it is a setup of
 * `test/snippets/setups.ts`, which a comment directly above it names: `<!-- runs with: greetings -->`.
 */
import { isReferencePage } from './reference.ts';
import { lineAt, type SourceFile } from './source-file.ts';

export interface Snippet {
  /** Where it begins: `docs/crd.md:8`. */
  readonly place: string;
  /** Usable as the name of a file, and the same while no program is added above it. */
  readonly name: string;
  readonly text: string;
  /** The setup that its document names. */
  readonly setup: string | undefined;
}

/** Pages that people write. The reference is made from declarations, which are no programs. */
export const isWrittenPage = (path: string): boolean => path.endsWith('.md') && !isReferencePage(path);

const PROGRAM = /(?:^<!-- runs with: (?<setup>\S+) -->\n)?^```ts\n(?<text>.*?)^```$/gms;
const ANY_FENCE = /^(?<indent>[ \t>*-]*)(?:```|~~~)[ \t]*(?<language>[a-z]\S*).*$/gim;
const SCRIPT = /^(?:[cm]?[jt]sx?|typescript|javascript)$/i;

export function snippetsIn(pages: readonly SourceFile[]): Snippet[] {
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(PROGRAM)].map((match, n) => ({
      place: `${path}:${lineAt(text, match.index + match[0].indexOf('```ts'))}`,
      name: `${path.replaceAll(/\W/g, '-')}-${n}`,
      text: match.groups?.['text'] ?? '',
      setup: match.groups?.['setup'],
    })),
  );
}

/** Programs that `snippetsIn` would pass over: of another spelling, indented, or never closed. */
export function overlookedFences(pages: readonly SourceFile[]): string[] {
  return pages.flatMap(({ path, text }) => {
    const found = new Set(snippetsIn([{ path, text }]).map(({ place }) => place));
    return [...text.matchAll(ANY_FENCE)]
      .filter((match) => SCRIPT.test(match.groups?.['language'] ?? ''))
      .map((match) => `${path}:${lineAt(text, match.index)}`)
      .filter((place) => !found.has(place));
  });
}
