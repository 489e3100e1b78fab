import { isJsonObject, jsonComplaint } from '../objects/index.ts';
import { badRequest } from '../status/index.ts';

/** Where the next page begins. */
export interface ContinueToken {
  /** All pages of a list show this revision; -1 in a token that came with a 410: whatever is newest. */
  readonly revision: number;
  /** The first key that may be in the page. */
  readonly start: string;
  /** When the first page was shown, in wall milliseconds; a token without it is of no known age. */
  readonly since?: number;
}

const VERSION = 'meta.k8s.io/v1';

export function writeContinueToken({ revision, start, since }: ContinueToken): string {
  return Buffer.from(JSON.stringify({ v: VERSION, rv: revision, start, since })).toString('base64url');
}

export function readContinueToken(text: string): ContinueToken {
  const refuse = (why: string): Error => badRequest(`invalid continue token: continue key is not valid: ${why}`);
  if (!/^[A-Za-z0-9_-]+$/.test(text)) throw refuse('illegal base64 data at input byte 0');
  const held = Buffer.from(text, 'base64url');
  let token: unknown;
  try {
    token = JSON.parse(held.toString('utf8'));
  } catch {
    throw refuse(jsonComplaint(held));
  }
  if (!isJsonObject(token) || token['v'] !== VERSION) throw refuse('server does not recognize this encoded version');
  const { rv, start, since } = token;
  if (!Number.isSafeInteger(rv) || typeof start !== 'string' || start === '')
    throw refuse('incorrect encoded start key');
  return { revision: rv as number, start, ...(typeof since === 'number' && { since }) };
}
