import { Buffer } from 'node:buffer';
import type { CrdReport } from '../compare.ts';
import { printPath, VERDICTS } from '../finding.ts';
import { worstFirst } from './columns.ts';

/** A message of 32,768 bytes once broke upgrades of whole clusters. */
const MOST_BYTES = 1024;
const MOST_FINDINGS = 3;

/** The message of a Kubernetes condition: counts and the worst findings, never more than 1,024 bytes. */
export function conditionMessage(report: CrdReport): string {
  const counts = VERDICTS.filter((verdict) => report.counts[verdict] > 0).map(
    (verdict) => `${report.counts[verdict]} ${verdict}`,
  );
  const findings = worstFirst(report)
    .slice(0, MOST_FINDINGS)
    .map(
      ({ rule, version, path, message }) =>
        `${rule} ${[version, path.length === 0 ? '' : printPath(path)].join(' ').trim()}: ${message}`,
    );
  const text = [`${report.crd}: ${counts.join(', ') || 'no finding'}`, ...findings].join('; ');
  return Buffer.byteLength(text) <= MOST_BYTES ? text : cutBytes(text, MOST_BYTES);
}

/** Cuts between characters, so that no half of one is left. */
function cutBytes(text: string, most: number): string {
  const end = '…';
  let bytes = Buffer.byteLength(end);
  let cut = '';
  for (const char of text) {
    bytes += Buffer.byteLength(char);
    if (bytes > most) break;
    cut += char;
  }
  return `${cut}${end}`;
}
