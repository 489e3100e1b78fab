import type { At } from './at.ts';
import type { Report } from './report.ts';

/** Paths in volumes and images, which must not lead out of where they start. */
export function checkNoBacksteps(report: Report, path: string, at: At): void {
  if (path.split('/').includes('..')) report.invalid(at, path, "must not contain '..'");
}

export function checkDescendingPath(report: Report, path: string, at: At): void {
  if (path.startsWith('/')) report.invalid(at, path, 'must be a relative path');
  checkNoBacksteps(report, path, at);
}

export function checkVolumePath(report: Report, path: string, at: At): void {
  checkDescendingPath(report, path, at);
  if (path.startsWith('..') && !path.startsWith('../')) report.invalid(at, path, "must not start with '..'");
}

export function checkFileMode(report: Report, mode: number | undefined, at: At): void {
  if (mode !== undefined && (mode < 0 || mode > 0o777)) {
    report.invalid(at, mode, 'must be a number between 0 and 0777 (octal), both inclusive');
  }
}
