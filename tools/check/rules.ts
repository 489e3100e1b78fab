/**
 * @module
 * Rules have numbers and tests carry them in their titles. docs/rules.md lists the rules by part; of
 * a finished part every rule has a test, and no test names a rule that does not exist.
 */
import type { Report } from './check.ts';
import { lineAt, type SourceFile } from './source-file.ts';

export const RULES_PAGE = 'docs/rules.md';

export interface Part {
  readonly name: string;
  readonly finished: boolean;
  readonly rules: readonly string[];
}

/** `R-1`, `F-4.1`; rules of the catalogue of CRDs have a prefix, `CRD-V07`: their letters are taken elsewhere. */
const RULE = '(?:CRD-)?[A-Z]-?\\d+(?:\\.\\d+)?';

/**
 * Reads the page: a heading `## name (finished)` or `## name (planned)` for each part, then tables
 * whose rows begin with rules (`R-1`), or runs of them (`R-55–R-63`).
 */
export function parseParts(page: string): Part[] {
  return page.split(/^## /m).flatMap((section) => {
    const heading = /^(.+) \((finished|planned)\)$/m.exec(section.split('\n', 1)[0] ?? '');
    if (heading === null) return [];
    const cells = [...section.matchAll(new RegExp(`^\\| (${RULE}[^|]*) \\|`, 'gm'))].map((match) => match[1] ?? '');
    return [{ name: heading[1] ?? '', finished: heading[2] === 'finished', rules: cells.flatMap(expand) }];
  });
}

function expand(cell: string): string[] {
  return cell.split(/[\s,]+/).flatMap((item) => {
    const run = /^(.*?)(\d+)–(.*?)(\d+)$/.exec(item);
    if (run === null) return [item];
    const [, prefix = '', first = '', , last = ''] = run;
    return Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, n) => prefix + String(Number(first) + n).padStart(first.length, '0'),
    );
  });
}

interface Titled {
  readonly rule: string;
  readonly at: string;
}

/** The first argument of a call, or the first cell of a row in a table of tests. */
const TITLE = new RegExp(`[(\\[]\\s*['"\`](${RULE}(?:[ ,]+${RULE})*): `, 'g');

/** The rules that titles of tests begin with. Groups and tests that do not run prove nothing. */
export function rulesOfTests(files: readonly SourceFile[]): Titled[] {
  return files.flatMap((file) =>
    [...file.text.matchAll(TITLE)]
      .filter((match) => !/^describe\b|\.(?:skip|todo)$/.test(calleeBefore(file.text, match.index)))
      .flatMap((match) =>
        (match[1] ?? '').split(/[ ,]+/).map((rule) => ({ rule, at: `${file.path}:${lineAt(file.text, match.index)}` })),
      ),
  );
}

/** What is called at `index`: `it`, `it.each` in `it.each(rows)('title')`. */
function calleeBefore(text: string, index: number): string {
  let end = index;
  for (let depth = 0; text[end - 1] === ')' || depth > 0; ) {
    end -= 1;
    if (end < 0) return '';
    if (text[end] === ')') depth += 1;
    if (text[end] === '(') depth -= 1;
  }
  return /[\w.]*$/.exec(text.slice(Math.max(0, end - 100), end))?.[0] ?? '';
}

export function checkRules(page: string, tests: readonly SourceFile[]): Report {
  const parts = parseParts(page);
  const titled = rulesOfTests(tests);
  const proven = new Set(titled.map(({ rule }) => rule));
  const existing = new Set(parts.flatMap((part) => part.rules));
  const missing = (part: Part): string[] => part.rules.filter((rule) => !proven.has(rule));
  return {
    findings: [
      ...(parts.length === 0 ? [`${RULES_PAGE} lists no part`] : []),
      ...parts
        .filter((part) => part.finished)
        .flatMap((part) => missing(part).map((rule) => `${rule} (${part.name}) is in no title of a test`)),
      ...titled
        .filter(({ rule }) => !existing.has(rule))
        .map(({ rule, at }) => `${at}: no rule ${rule} in ${RULES_PAGE}`),
    ],
    notes: parts.map(
      (part) =>
        `${part.finished ? 'finished' : 'planned '}  ${part.name}: ${part.rules.length - missing(part).length} of ${part.rules.length} rules have a test`,
    ),
  };
}
