import type { GitErrorCode } from '../errors.ts';

/** What a failure of git means, and what the reader can do. */
export interface GitFailure {
  readonly code: GitErrorCode;
  readonly advice: string;
}

const FULL = 'Free space where the local copy lies (option directory), then it is repeated.';

/** In order: the first that matches names the cause, later lines of git's output are its consequences. */
const CAUSES: readonly (readonly [RegExp, GitErrorCode, string])[] = [
  [/No space left on device|Disk quota exceeded/i, 'TARGET_GIT_DISK', FULL],
  [
    /Authentication failed|could not read (?:Username|Password)|terminal prompts disabled|Permission denied \(|HTTP Basic: Access denied|error: 40[13]\b/,
    'TARGET_GIT_UNAUTHORIZED',
    'Check the credentials and that they may write to the repository.',
  ],
  [
    /Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/,
    'TARGET_GIT_UNAUTHORIZED',
    'The host is not the one that knownHosts names: correct it there if the host is the right one.',
  ],
  [
    /Unable to create '.*\.lock'|cannot lock ref|unable to lock|\.lock': File exists/,
    'TARGET_GIT_LOCKED',
    'Another git works in the repository or was killed there: when none does, remove the lock file.',
  ],
  [
    /bad object|is corrupt|fatal: not a git repository|unable to read tree|unable to read sha1|loose object|packfile .* (?:cannot|is)|bad signature 0x|broken HEAD/,
    'TARGET_GIT_COPY',
    'The local copy is damaged. One that holds nothing of its own is made anew by itself; with push: false, repair or remove it.',
  ],
  [
    /gpg failed to sign|failed to write commit object|error: Load key|Couldn't load public key|cannot run gpg|cannot run ssh-keygen|gpg\.format/,
    'TARGET_GIT_SIGNING',
    'Nothing was committed, because an unsigned commit was not asked for: check the signing key.',
  ],
  [
    /Could not resolve host|Failed to connect|Connection (?:refused|reset|timed out|closed)|unable to access|early EOF|RPC failed|hung up unexpectedly|error: 5\d\d\b|Couldn't connect|Network is unreachable/i,
    'TARGET_GIT_UNREACHABLE',
    'Check the address and the network; it is repeated.',
  ],
  [
    /does not appear to be a git repository|[Rr]epository .*not found|error: 404\b|dubious ownership/,
    'TARGET_GIT_REFUSED',
    'Check that the repository exists at this address and that the credentials may see it.',
  ],
];

/** Pure: git speaks English here, because it is run with LC_ALL=C. */
export function classifyFailure(stderr: string): GitFailure {
  const cause = CAUSES.find(([pattern]) => pattern.test(stderr));
  if (cause) return { code: cause[1], advice: cause[2] };
  return { code: 'TARGET_GIT_FAILED', advice: 'The output of git stands above.' };
}

export type PushOutcome =
  | { readonly result: 'pushed' }
  /** Another push came first: fetch, redo, push again. */
  | { readonly result: 'behind'; readonly reason: string }
  | { readonly result: 'refused'; readonly reason: string };

/** Another writer moved the branch, was moving it at that moment, or created it. */
const FASTER =
  /\((?:fetch first|non-fast-forward|stale info|failed to (?:update|lock|write) ref|cannot lock ref.*|unable to lock.*|incorrect old value provided|reference already exists|remote ref is at .*|.*but expected.*|atomic push failed)\)/;

/** Reads the table of `git push --porcelain`; undefined where it has no line about a ref. */
export function readPush(stdout: string): PushOutcome | undefined {
  const line = stdout.split('\n').find((candidate) => /^[ +\-*!=]\t/.test(candidate));
  if (line === undefined) return undefined;
  if (!line.startsWith('!')) return { result: 'pushed' };
  const summary = line.split('\t')[2] ?? '';
  return { result: FASTER.test(summary) ? 'behind' : 'refused', reason: summary };
}
