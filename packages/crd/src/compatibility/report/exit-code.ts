import type { CrdReport } from '../compare.ts';

/**
 * 0: nothing at or above `failOn`; 1: something is; 3: an input that the mode cannot take; 4: evidence
 * that is required is missing. 2, a wrong flag or file, is known before there is a report.
 */
export type ExitCode = 0 | 1 | 3 | 4;

/** The code of all reports together: a report that is no answer counts more than one that blocks. */
export function exitCodeOf(reports: readonly CrdReport[]): ExitCode {
  if (reports.some(({ fault }) => fault?.kind === 'evidence')) return 4;
  if (reports.some(({ fault }) => fault?.kind === 'input')) return 3;
  return reports.some(({ blocked }) => blocked) ? 1 : 0;
}
