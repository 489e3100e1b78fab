/**
 * @module
 * Code, comments, messages and documents use the field's words (docs/glossary.md). These are the ones that have crept in
 * before, each with what a Kubernetes engineer would write.
 */
import { lineAt, type SourceFile } from './source-file.ts';

/** Written in pieces, so that this file and its test do not contain what they look for. */
const word = (...parts: string[]): string => parts.join('');

const PLAIN: readonly (readonly [string, string])[] = [
  [word('to', 'ld'), 'reported, notified, asked, distinguished'],
  [word('sa', 'id'), 'reported, declared, set, written'],
  [word('some', 'body'), 'a client, a user, another manager'],
  [word('who', 'ever'), 'the caller, a client that'],
  [word('every', 'body'), 'every client, all users'],
  [word('me', 'nd(?:s|ed|ing)?'), 'repair, fix'],
  [word('who is hu', 'rt'), 'who is affected'],
];
const ANY = new RegExp(`\\b(?:${PLAIN.map(([pattern]) => pattern).join('|')})\\b`, 'gi');

/**
 * Not looked at: pages that are made from sources, what was released in its own words, and the descriptions in kinds,
 * which are part of an API.
 */
const LEFT_ALONE = /^(?:CHANGELOG\.md|docs\/reference\/|operators\/[^/]+\/docs\/crds\.md)|\.crd\.ts$/;

export const hasPlainWords = (path: string): boolean => /\.(?:[cm]?tsx?|mjs|md)$/.test(path) && !LEFT_ALONE.test(path);

export function checkPlainWords(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    [...file.text.matchAll(ANY)].map((match) => {
      const [, better] = PLAIN.find(([pattern]) => new RegExp(`^${pattern}$`, 'i').test(match[0])) ?? [];
      return `${file.path}:${lineAt(file.text, match.index)}: "${match[0]}": rather ${better}`;
    }),
  );
}
