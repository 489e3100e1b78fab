import type { Impersonation } from '../config/index.ts';

/** Headers that say as whom a request acts, one line per group. Name and value alternate. */
export function impersonationHeaders(impersonate: Impersonation | undefined): readonly string[] {
  if (!impersonate) return [];
  const { user, uid, groups, extra } = impersonate;
  return [
    'impersonate-user',
    bytes(user),
    ...(uid === undefined ? [] : ['impersonate-uid', bytes(uid)]),
    ...groups.flatMap((group) => ['impersonate-group', bytes(group)]),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.flatMap((value) => [`impersonate-extra-${headerKey(key)}`, bytes(value)]),
    ),
  ];
}

/** Header values are bytes; UTF-8 goes through as such. */
function bytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Percent-encodes what a header name cannot hold, as the API server expects of extra keys. */
function headerKey(key: string): string {
  return [...Buffer.from(key.toLowerCase(), 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[a-z0-9!#$&'*+.^_`|~-]/.test(character)
        ? character
        : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`;
    })
    .join('');
}
