import { TargetError } from '../errors.ts';

export interface HelmVersion {
  readonly major: number;
  readonly minor: number;
  readonly text: string;
}

/** The oldest Helm 3 with everything that is relied on. */
const OLDEST_MINOR_OF_3 = 18;

export function parseHelmVersion(output: string, binary: string): HelmVersion {
  const found = /v(\d+)\.(\d+)\.\d+/.exec(output);
  const [text = '', major, minor] = found ?? [];
  const version = { major: Number(major), minor: Number(minor), text };
  if (found && (version.major === 4 || (version.major === 3 && version.minor >= OLDEST_MINOR_OF_3))) return version;
  throw new TargetError(
    'HELM_VERSION',
    `${binary} is ${found ? `helm ${text}` : 'not helm'}: install helm 3.${OLDEST_MINOR_OF_3} or later, or helm 4, ` +
      'and name it by HELM_BIN.',
  );
}

/**
 * What the majors call differently. Helm 4 applies by the server where it is not asked otherwise, and
 * then fails on fields that an autoscaler has set; both majors therefore patch from the client.
 */
export interface Dialect {
  readonly installFlags: readonly string[];
  readonly changeFlags: readonly string[];
  readonly listAllFlags: readonly string[];
}

export function dialectOf({ major }: HelmVersion): Dialect {
  return major === 3
    ? { installFlags: [], changeFlags: [], listAllFlags: ['--all'] }
    : { installFlags: ['--server-side=false'], changeFlags: ['--server-side=false'], listAllFlags: [] };
}
