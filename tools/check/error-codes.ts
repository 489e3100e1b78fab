/**
 * @module
 * Every error code that a package can throw is explained in docs/errors.md, and nothing else is.
 */
import type { SourceFile } from './source-file.ts';

export const ERRORS_PAGE = 'docs/errors.md';

export function checkErrorCodes(files: readonly SourceFile[]): string[] {
  const thrown = new Map(
    files
      .filter((file) => /(?:^|\/)src\/errors\.ts$/.test(file.path))
      .flatMap((file) => [...file.text.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)'/g)].map((m) => [m[1], file.path])),
  );
  const page = files.find((file) => file.path === ERRORS_PAGE)?.text ?? '';
  const explained = new Set([...page.matchAll(/^\| `([A-Z0-9_]+)`/gm)].map((match) => match[1]));
  return [
    ...[...thrown]
      .filter(([code]) => !explained.has(code))
      .map(([code, path]) => `${path}: ${code} has no line in ${ERRORS_PAGE}`),
    ...[...explained]
      .filter((code) => !thrown.has(code))
      .map((code) => `${ERRORS_PAGE}: ${code} is thrown by no package`),
  ];
}
