import { compareBytes } from './canonical.ts';

const STAGES = ['alpha', 'beta', ''];

/** Ascending: alpha < beta < GA, then by number; other names come first, in reverse byte order (A01). */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)];
  if (left === undefined || right === undefined) {
    if (left === undefined && right === undefined) return compareBytes(b, a);
    return left === undefined ? -1 : 1;
  }
  return left.stage - right.stage || left.major - right.major || left.minor - right.minor;
}

function parse(version: string): { stage: number; major: number; minor: number } | undefined {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
  if (match === null) return undefined;
  return { stage: STAGES.indexOf(match[2] ?? ''), major: Number(match[1]), minor: Number(match[3] ?? 0) };
}
