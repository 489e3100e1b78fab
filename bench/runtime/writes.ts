import type { AuditedRequest } from './audit-log.ts';

const READS = new Set(['get', 'list', 'watch']);
export const isWrite = ({ verb }: AuditedRequest): boolean => !READS.has(verb);
export const isAccepted = ({ code }: AuditedRequest): boolean => code >= 200 && code < 300;

/** What an operator sent. */
export interface RequestCounts {
  readonly writes: number;
  readonly reads: number;
  /** By verb and resource: `patch configmaps`. Reads that are not about one object are few and left out. */
  readonly byKind: Readonly<Record<string, number>>;
  /** Writes that were refused because the object was no longer what the writer took it for: 409, or 422 to a test. */
  readonly conflicts: number;
  /** Other writes that were refused. */
  readonly refused: number;
  /** Accepted writes of an object's part beyond the first of each generation: the spec gave no reason for them. */
  readonly duplicates: number;
}

/** Counts the requests of one operator. `changesOf` says how often the spec of a Widget was written. */
export function countRequests(requests: readonly AuditedRequest[], changesOf: (name: string) => number): RequestCounts {
  const writes = requests.filter(isWrite);
  const refused = writes.filter((request) => !isAccepted(request));
  const conflicts = refused.filter(({ code }) => code === 409 || code === 422).length;
  return {
    writes: writes.length,
    reads: requests.length - writes.length,
    byKind: countKinds(requests.filter(({ name }) => name !== '')),
    conflicts,
    refused: refused.length - conflicts,
    duplicates: countDuplicates(writes.filter(isAccepted), changesOf),
  };
}

function countKinds(requests: readonly AuditedRequest[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { verb, resource } of requests) {
    const kind = `${verb} ${resource}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

function countDuplicates(writes: readonly AuditedRequest[], changesOf: (name: string) => number): number {
  const left = new Map<string, number>();
  let duplicates = 0;
  for (const { resource, name } of writes) {
    const part = `${resource} ${name}`;
    const due = left.get(part) ?? changesOf(name);
    if (due === 0) duplicates++;
    left.set(part, Math.max(0, due - 1));
  }
  return duplicates;
}
