import { lineAt, type SourceFile } from './source-file.ts';

export interface Import {
  readonly specifier: string;
  readonly line: number;
}

// Statements start a line (the formatter sees to it) and are over at the first quote or semicolon;
// `import(…)`, also as a type, may stand anywhere but in a comment.
const STATEMENT = /^[ \t]*(?:import|export)\b[^;'"]*?\bfrom\s*['"]([^'"]+)['"]|^[ \t]*import\s*['"]([^'"]+)['"]/gm;
const DYNAMIC = /^(?![ \t]*(?:\*|\/\/)).*?\bimport\(\s*['"]([^'"]+)['"]/gm;

/** Every module that a file names: imports, re-exports, `import()` and types by `import('…')`. */
export function importsOf(file: SourceFile): Import[] {
  return [STATEMENT, DYNAMIC]
    .flatMap((pattern) => [...file.text.matchAll(pattern)])
    .map((match) => ({
      specifier: match[1] ?? match[2] ?? '',
      line: lineAt(file.text, match.index + match[0].length),
    }))
    .toSorted((a, b) => a.line - b.line);
}
