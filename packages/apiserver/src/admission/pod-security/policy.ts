import { type FieldError, invalidValue } from '../../status/index.ts';

export const LEVELS = ['privileged', 'baseline', 'restricted'] as const;
export type Level = (typeof LEVELS)[number];

/** A level as of a minor version of Kubernetes; `latest` is the newest there is. */
export interface LevelVersion {
  readonly level: Level;
  readonly version: number | 'latest';
}

/** What a namespace demands of its pods. Audit goes to a log that does not exist here. */
export interface Policy {
  readonly enforce: LevelVersion;
  readonly warn: LevelVersion;
  readonly errors: readonly FieldError[];
}

const PREFIX = 'pod-security.kubernetes.io/';

export function isStricter(a: Level, b: Level): boolean {
  return LEVELS.indexOf(a) > LEVELS.indexOf(b);
}

export function isSame(a: LevelVersion, b: LevelVersion): boolean {
  return a.level === b.level && a.version === b.version;
}

export function shownPolicy({ level, version }: LevelVersion): string {
  return `${level}:${version === 'latest' ? version : `v1.${version}`}`;
}

/** The policy that the labels of a namespace stand for. What cannot be read is the strictest, but never warns. */
export function policyOf(labels: Readonly<Record<string, string>> = {}): Policy {
  const errors: FieldError[] = [];
  const complain = (label: string, detail: string): void => {
    errors.push(invalidValue(`metadata.labels[${PREFIX}${label}]`, labels[PREFIX + label], detail));
  };
  const levelAt = (label: string): Level | 'unreadable' | undefined => {
    const text = labels[PREFIX + label];
    if (text === undefined) return undefined;
    const level = LEVELS.find((one) => one === text);
    if (level === undefined) complain(label, `must be one of ${LEVELS.join(', ')}`);
    return level ?? 'unreadable';
  };
  const versionAt = (label: string): number | 'latest' | undefined => {
    const text = labels[PREFIX + label];
    if (text === undefined || text === 'latest') return text;
    const minor = /^v1\.(0|[1-9][0-9]*)$/.exec(text)?.[1];
    if (minor === undefined) complain(label, 'must be "latest" or "v1.x"');
    return minor === undefined ? 'latest' : Number(minor);
  };

  const enforceLevel = levelAt('enforce');
  const enforce: LevelVersion = {
    level: enforceLevel === 'unreadable' ? 'restricted' : (enforceLevel ?? 'privileged'),
    version: versionAt('enforce-version') ?? 'latest',
  };
  levelAt('audit');
  versionAt('audit-version');
  const warnLevel = levelAt('warn');
  const warnVersion = versionAt('warn-version');
  // Who enforces a level is also warned of what it would refuse later: of the pods that a controller makes.
  const follows = warnLevel === undefined && enforceLevel !== 'unreadable' && enforce.level !== 'privileged';
  const level = follows ? enforce.level : warnLevel === 'unreadable' ? 'privileged' : (warnLevel ?? 'privileged');
  const version = warnVersion ?? (follows ? enforce.version : 'latest');
  return { enforce, warn: { level, version }, errors };
}
