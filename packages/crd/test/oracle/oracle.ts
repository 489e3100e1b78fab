import { celRules } from '../../src/cel/index.ts';
import { type CrdReport, catalogue, compareCrds } from '../../src/compatibility/index.ts';
import { CrdError } from '../../src/errors.ts';
import { type JsonObject, parseCrd, stringifyJson } from '../../src/schema/index.ts';
import { type RealServer, type ServerAnswer } from '../real-server.ts';

export const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Of one CRD, so that installing it is worth its time. */
export const PAIRS_PER_BATCH = 20;

/** The release of the API server that the tests run. */
const TARGET = '1.36';

/** What a run looked at and where the server thought otherwise. */
export class Tally {
  readonly counts = new Map<string, number>();
  /** Rules that spoke in any report. */
  readonly rules = new Set<string>();
  readonly differences: string[] = [];

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** What one batch found, under its name. */
  add({ counts, rules, differences }: Tally, batch: string): void {
    for (const [what, count] of counts) this.counts.set(what, (this.counts.get(what) ?? 0) + count);
    for (const rule of rules) this.rules.add(rule);
    this.differences.push(...differences.map((difference) => `${batch}: ${difference}`));
  }

  summary(): string {
    const counts = [...this.counts].sort(([, a], [, b]) => b - a).map(([what, count]) => `${count} ${what}`);
    const missing = Object.keys(catalogue).filter((rule) => !this.rules.has(rule));
    return `${counts.join(', ')}; without a finding: ${missing.join(' ')}`;
  }

  differ(...parts: readonly (string | JsonObject)[]): void {
    this.differences.push(parts.map((part) => (typeof part === 'string' ? part : stringifyJson(part))).join('\n'));
  }
}

/** Undefined where the manifest cannot even be read, which counts as refused. */
export function judge(old: JsonObject, now: JsonObject): CrdReport | undefined {
  try {
    return compareCrds(parseCrd(old), parseCrd(now), { targets: [TARGET], compiler: celRules });
  } catch (error) {
    if (error instanceof CrdError) return undefined;
    throw error;
  }
}

/** Asks the server to replace a CRD, by default without doing it. */
export async function update(
  server: RealServer,
  live: JsonObject,
  now: JsonObject,
  query = '?dryRun=All',
): Promise<ServerAnswer> {
  const path = `${CRDS}/${nameOf(live)}`;
  const metadata = { ...(live['metadata'] as JsonObject), ...(now['metadata'] as JsonObject) };
  const answer = await server.send('PUT', `${path}${query}`, { ...now, metadata });
  if (answer.status !== 409) return answer;
  // Controllers of the server write its status whenever they like.
  const { body } = await server.send('GET', path);
  return update(server, body, now, query);
}

export function nameOf(crd: JsonObject): string {
  return (crd['metadata'] as { name: string }).name;
}

/**
 * REJECT is refused and everything else accepted, or it is a difference.
 * @returns the report where both sides take the change
 */
export async function checkUpdate(
  server: RealServer,
  live: JsonObject,
  now: JsonObject,
  tally: Tally,
  shown: readonly JsonObject[],
): Promise<CrdReport | undefined> {
  const report = judge(live, now);
  const verdict = report?.verdict ?? 'REJECT';
  const answer = await update(server, live, now);
  tally.count('pairs');
  tally.count(verdict);
  for (const { rule } of report?.findings ?? []) tally.rules.add(rule);
  const isRefused = answer.status >= 400 && answer.status < 500;
  const isAccepted = answer.status === 200;
  if (isRefused === (verdict === 'REJECT') && isAccepted !== isRefused) return isRefused ? undefined : report;
  const stated = report?.findings.map(({ rule, verdict, message }) => `${rule} ${verdict} ${message}`) ?? [];
  const answered = stringifyJson(answer.body['message'] ?? answer.status);
  tally.differ('UPDATE', ...shown, `server ${answer.status}`, answered.slice(0, 800), 'here', verdict, ...stated);
  return undefined;
}
