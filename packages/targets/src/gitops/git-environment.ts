import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitCredentials } from './credentials.ts';
import type { Signing } from './options.ts';

export interface EnvironmentOptions {
  /** A folder that only this user may enter: keys lie in it while the target is open. */
  readonly folder: string;
  readonly url: string;
  readonly credentials: GitCredentials | undefined;
  readonly signing: Signing | undefined;
  /** The surroundings, of which only what is named below is passed on. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** How to find programs and the way out of the network; nothing else of the user's reaches git. */
const PASSED_ON = [
  'PATH',
  'TZ',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'GIT_SSL_CAINFO',
  ...['http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'].flatMap((name) => [name, name.toUpperCase()]),
];

/**
 * The environment of every git process: no configuration of user or system, no prompts, English
 * messages. A token travels in a variable that git's own helper protocol reads for this one host; an
 * SSH key lies in the private folder, readable by this user alone.
 */
export async function prepareEnvironment(options: EnvironmentOptions): Promise<Record<string, string>> {
  const { folder, url, credentials, signing, env } = options;
  const passed = PASSED_ON.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  const config: [string, string][] = [
    // Nothing runs in the background that could outlive the target or hold a lock.
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ['core.hooksPath', '/dev/null'],
    ['core.quotePath', 'false'],
    ['credential.helper', ''],
    ['protocol.ext.allow', 'never'],
  ];
  const variables: Record<string, string> = {};

  if (credentials && 'token' in credentials) {
    const { token, username = 'git' } = credentials;
    variables['SLIPWAY_GIT_USERNAME'] = username;
    variables['SLIPWAY_GIT_TOKEN'] = token;
    // Named by its origin, so that a redirect to another host is answered with nothing. The text holds
    // the names of the variables, and printf is the shell's own: the token is in no argument list.
    const print = `printf 'username=%s\\npassword=%s\\n' "$SLIPWAY_GIT_USERNAME" "$SLIPWAY_GIT_TOKEN"`;
    if (/^https?:/.test(url)) config.push([`credential.${new URL(url).origin}.helper`, `!${print}; :`]);
  }
  if (credentials && 'privateKey' in credentials) {
    const key = await writePrivately(join(folder, 'ssh-key'), credentials.privateKey);
    const hosts = await writePrivately(join(folder, 'known-hosts'), credentials.knownHosts);
    const settings = [
      'IdentitiesOnly=yes',
      'BatchMode=yes',
      'StrictHostKeyChecking=yes',
      `UserKnownHostsFile="${hosts}"`,
    ];
    const flags = settings.map((setting) => `-o '${setting}'`).join(' ');
    variables['GIT_SSH_COMMAND'] = `ssh -F /dev/null -i '${key}' ${flags}`;
    variables['GIT_SSH_VARIANT'] = 'ssh';
  }
  if (signing) {
    const isSsh = 'sshKey' in signing;
    const key = isSsh ? await writePrivately(join(folder, 'signing-key'), signing.sshKey) : signing.gpgKey;
    config.push(['gpg.format', isSsh ? 'ssh' : 'openpgp'], ['user.signingKey', key]);
    if (!isSsh && signing.gpgHome !== undefined) variables['GNUPGHOME'] = signing.gpgHome;
  }

  const settings = config.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key] as const,
    [`GIT_CONFIG_VALUE_${index}`, value] as const,
  ]);
  return {
    ...Object.fromEntries(passed),
    HOME: folder,
    TMPDIR: folder,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_COUNT: String(config.length),
    ...Object.fromEntries(settings),
    ...variables,
  };
}

/** Makes the folder, and closes it to all other users also where it was there. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
}

/** A new file each time: an existing one could be open to others. */
async function writePrivately(path: string, text: string): Promise<string> {
  await rm(path, { force: true });
  await writeFile(path, text.endsWith('\n') ? text : `${text}\n`, { mode: 0o600, flag: 'wx' });
  return path;
}
