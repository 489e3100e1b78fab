import { readFile } from 'node:fs/promises';
import { TargetError } from '../errors.ts';

/** A token for HTTPS, or a key for SSH. */
export type GitCredentials = TokenCredentials | KeyCredentials;

export interface TokenCredentials {
  readonly token: string;
  /** @default 'git', which hosts that go by the token alone accept */
  readonly username?: string;
}

export interface KeyCredentials {
  /** The text of an unencrypted private key. */
  readonly privateKey: string;
  /** Lines of a known_hosts file. Without the host's key nothing is sent: a host is never trusted unseen. */
  readonly knownHosts: string;
}

const KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/;

/**
 * Reads a file of credentials: a private key followed by lines of known_hosts, a URL with user and
 * token as git's own credential store has it, or a bare token.
 */
export function parseGitCredentials(text: string): GitCredentials {
  const key = KEY.exec(text)?.[0];
  if (key !== undefined) {
    const knownHosts = text.replace(key, '').trim();
    return { privateKey: `${key}\n`, knownHosts: `${knownHosts}\n` };
  }
  const line = text.trim();
  if (line === '' || /\s/.test(line)) {
    throw new TargetError(
      'TARGET_CONFIG',
      'it holds neither a private key, nor one line https://user:token@host, nor one token.',
    );
  }
  if (!/^https?:\/\//.test(line) || !URL.canParse(line)) return { token: line };
  const { username, password } = new URL(line);
  return { username: decodeURIComponent(username), token: decodeURIComponent(password) };
}

export async function readGitCredentials(path: string): Promise<GitCredentials> {
  try {
    return parseGitCredentials(await readFile(path, 'utf8'));
  } catch (error) {
    const why =
      error instanceof TargetError ? error.message : `it cannot be read (${(error as NodeJS.ErrnoException).code})`;
    throw new TargetError('TARGET_CONFIG', `credentialsFile: ${path}: ${why}`);
  }
}

/** Every spelling of the secret parts that could turn up in what git or a server prints. */
export function secretsOf(credentials: GitCredentials | undefined): string[] {
  if (credentials === undefined) return [];
  if ('privateKey' in credentials) return [credentials.privateKey];
  const { token, username = 'git' } = credentials;
  const basic = Buffer.from(`${username}:${token}`).toString('base64');
  return [token, encodeURIComponent(token), Buffer.from(token).toString('base64'), basic].filter((text) => text !== '');
}

export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}
