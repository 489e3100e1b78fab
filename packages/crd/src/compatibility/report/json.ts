import type { CrdReport } from '../compare.ts';

/** Everything, for programs. Equal inputs give equal bytes. */
export function printJson(reports: readonly CrdReport[]): string {
  return `${JSON.stringify(reports.length === 1 ? reports[0] : reports, null, 2)}\n`;
}
