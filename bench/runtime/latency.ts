import type { AuditedRequest } from './audit-log.ts';
import type { SpecWrite } from './load.ts';
import { isAccepted, isWrite } from './writes.ts';

/** How long an operator took to answer one change of a spec, in milliseconds from when it was to be sent. */
export interface Latency {
  /** Until its first write for that object reached the server. */
  readonly firstWriteMs: number;
  /** Until its report of that generation was accepted; absent when none ever was. */
  readonly statusMs: number | undefined;
}

/** One latency per change that the operator answered at all. */
export function latenciesOf(writes: readonly SpecWrite[], requests: readonly AuditedRequest[]): Latency[] {
  const byName = new Map<string, AuditedRequest[]>();
  for (const request of requests.filter(isWrite)) {
    const own = byName.get(request.name);
    if (own) own.push(request);
    else byName.set(request.name, [request]);
  }
  return writes.flatMap(({ name, intendedAt, generation }) => {
    const later = (byName.get(name) ?? []).filter(({ receivedAt }) => receivedAt >= intendedAt);
    const report = later.find((request) => isAccepted(request) && (request.observedGeneration ?? 0) >= generation);
    const first = Math.min(...later.map(({ receivedAt }) => receivedAt));
    if (later.length === 0) return [];
    return [{ firstWriteMs: first - intendedAt, statusMs: report && report.answeredAt - intendedAt }];
  });
}
