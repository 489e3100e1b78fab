/**
 * @module
 * Nothing in the repository depends on the machine or the day it was written on: no absolute paths
 * of someone's disk, no package registry by name, no talk of how the work was shared out.
 */
import { lineAt, type SourceFile } from './source-file.ts';

/** Written in pieces, so that this file and its test do not contain what they look for. */
const word = (...parts: string[]): string => parts.join('');

const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [new RegExp(word('(?<![\\w.$}~-])/(?:wor', 'k|ro', 'ot|ho', 'me|Use', 'rs)/\\w')), 'a path of one machine'],
  [new RegExp(word('registry\\.npm', 'js|registry\\.yarn', 'pkg|npm\\.pkg\\.git', 'hub')), 'the host of a registry'],
  [new RegExp(word('\\bsha', 'red/(?:design|specs|seeds|rules)')), 'a folder outside the repository'],
  [
    new RegExp(word('\\b(?:sub-?age', 'nts?|prom', 'pted by|this sess', 'ion|the bri', 'ef)\\b'), 'i'),
    'how the work was organised',
  ],
];

export function checkForbiddenWords(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    FORBIDDEN.flatMap(([pattern, what]) => {
      const match = pattern.exec(file.text);
      return match === null ? [] : [`${file.path}:${lineAt(file.text, match.index)}: ${what}: ${match[0]}`];
    }),
  );
}
