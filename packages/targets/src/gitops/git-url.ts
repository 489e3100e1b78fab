import { TargetError } from '../errors.ts';
import type { GitCredentials } from './credentials.ts';

export interface GitAddress {
  /** Holds no credentials, so it may stand in argv, messages and engine objects. */
  readonly url: string;
  /** What stood in the given URL, taken out of it. */
  readonly credentials?: GitCredentials;
}

const SCHEMES = new Set(['https:', 'http:', 'ssh:', 'file:']);
/** `git@host:team/repository.git`, the short form of ssh. */
const SCP_LIKE = /^(?:([\w.-]+)@)?([\w.-]+):(?!\/\/)(.+)$/;

/** Takes the forms that people write; refuses those by which git would run a program or read an option. */
export function parseGitUrl(text: string): GitAddress {
  if (text.startsWith('/')) return { url: text };
  const scp = SCP_LIKE.exec(text);
  if (scp && !text.includes('::')) {
    const [, user = 'git', host, path = ''] = scp;
    return { url: `ssh://${user}@${host}/${path.replace(/^\//, '')}` };
  }
  if (!URL.canParse(text)) throw refused('it is neither a URL, nor an absolute path, nor user@host:path');
  const url = new URL(text);
  if (!SCHEMES.has(url.protocol)) throw refused(`${url.protocol} is not one of https, http, ssh and file`);
  if (url.hostname.startsWith('-')) throw refused('its host starts with a dash');
  if (url.protocol === 'ssh:') {
    url.password = '';
    return { url: url.href };
  }
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '' && password === '') return { url: url.href };
  // A lone name before the @ is a token on the hosts that take one there.
  const token = decodeURIComponent(password === '' ? username : password);
  return { url: url.href, credentials: { token, ...(password !== '' && { username: decodeURIComponent(username) }) } };
}

// The text is not repeated: it may hold a token.
function refused(why: string): TargetError {
  return new TargetError('TARGET_CONFIG', `url: this address of a git repository cannot be used: ${why}.`);
}
