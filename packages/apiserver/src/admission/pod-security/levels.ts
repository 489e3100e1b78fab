import { BASELINE } from './baseline.ts';
import type { LevelVersion } from './policy.ts';
import { RESTRICTED } from './restricted.ts';
import type { Subject, Violation } from './subject.ts';

/** One rule of a level, as it was from a minor version on. */
export interface Check {
  readonly id: string;
  /** The baseline's check that this one is stricter than; only one of them speaks. */
  readonly overrides?: string;
  /** In ascending order. */
  readonly versions: readonly {
    readonly since: number;
    readonly check: (subject: Subject) => Violation | undefined;
  }[];
}

/** What a pod does that a level forbids. Restricted forbids all that baseline does. */
export function violations(subject: Subject, { level, version }: LevelVersion): Violation[] {
  if (level === 'privileged') return [];
  const at = version === 'latest' ? Number.POSITIVE_INFINITY : version;
  const asOf = ({ versions }: Check) => versions.findLast(({ since }) => since <= at);
  const restricted = level === 'restricted' ? RESTRICTED.filter(asOf) : [];
  const overridden = new Set(restricted.map(({ overrides }) => overrides));
  const checks = [...BASELINE.filter(({ id }) => !overridden.has(id)), ...restricted];
  return checks.flatMap((check) => asOf(check)?.check(subject) ?? []);
}

/** All of them in one line, as refusals and warnings show them. */
export function shownViolations(found: readonly Violation[]): string {
  return found.map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`)).join(', ');
}
