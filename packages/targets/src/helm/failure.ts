import type { HelmErrorCode } from '../errors.ts';

/** First match wins: what helm says, and what that means. */
const MEANINGS: readonly (readonly [RegExp, HelmErrorCode])[] = [
  [/another operation \(install\/upgrade\/rollback\) is in progress/i, 'HELM_RELEASE_PENDING'],
  [/invalid ownership metadata|cannot be imported into the current release/i, 'HELM_OWNERSHIP'],
  [/release: not found|release has no \S+ version|Release not loaded/i, 'HELM_RELEASE_NOT_FOUND'],
  [/cluster unreachable|INSTALLATION FAILED: Get "|dial tcp .*(?:\/api|\/version)/i, 'HELM_UNREACHABLE'],
  [/don't meet the specifications of the schema/i, 'HELM_VALUES'],
  [
    /execution error at|nil pointer evaluating|YAML parse error|error converting YAML|parse error at|function ".*" not defined|unable to build kubernetes objects|template: /i,
    'HELM_RENDER',
  ],
  [/executing "[^"]*" at </i, 'HELM_RENDER'],
  [
    /chart .*not found|no such file or directory|path ".*" not found|Chart\.yaml file is missing|FetchReference|not a valid chart repository|failed to (?:fetch|download)|non-absolute URLs|invalid_reference|looks like .* is not|no chart (?:version|name) found|improper constraint|file ".*" (?:does not appear|appears)|401 Unauthorized|403 Forbidden$/i,
    'HELM_CHART',
  ],
  [
    /is invalid: |is forbidden|denied the request|cannot patch|failed to create|failed to replace|conflict/i,
    'HELM_REFUSED',
  ],
  [/timed out waiting|context deadline exceeded/i, 'HELM_TIMEOUT'],
];

const ADVICE: Readonly<Partial<Record<HelmErrorCode, string>>> = {
  HELM_RELEASE_PENDING: 'An earlier helm was killed or still runs: see who it is, then recover the revision.',
  HELM_OWNERSHIP: 'Nothing was changed. Delete or rename the object, or give it to the release.',
  HELM_UNREACHABLE: 'Try again when the cluster answers.',
  HELM_VALUES: 'Correct the values; nothing was sent.',
  HELM_RENDER: 'Correct the chart; nothing was sent.',
};

export interface Failure {
  readonly code: HelmErrorCode;
  /** Helm's own last words on one line, and what can be done. */
  readonly message: string;
}

/** What the standard error of a failed helm means. The text is masked before it comes here. */
export function failureOf(stderr: string): Failure {
  const words = lastWords(stderr);
  const code = MEANINGS.find(([pattern]) => pattern.test(words))?.[1] ?? 'HELM_FAILED';
  const advice = ADVICE[code];
  return { code, message: advice === undefined ? words : `${words.replace(/\.$/, '')}. ${advice}` };
}

const LONGEST_WORDS = 1_000;

/** From the last `Error:` on, as one line: Helm 4 breaks errors of templates over several. */
function lastWords(stderr: string): string {
  const at = stderr.lastIndexOf('Error: ');
  const text = at === -1 ? (stderr.trim().split('\n').at(-1) ?? '') : stderr.slice(at + 'Error: '.length);
  const line = text.trim().replaceAll(/\s*\n\s*/g, ' ');
  return line === '' ? 'helm printed nothing' : line.slice(0, LONGEST_WORDS);
}
