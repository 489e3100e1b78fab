import {
  type GatiHandler,
  GatiHandlerKind,
  type GatiHandlerStatus,
  gapWords,
  outlookOf,
  rolloutIn,
  unreadableRollout,
} from '@gati-framework/operator/client';
import { timestamp } from '@slipway/apimachinery/clock';
import type { AnyKind, DeepReadonly } from '@slipway/kube';
import { type ClusterOptions, withCluster } from '../cluster/index.ts';
import { dataText } from '../data-text.ts';
import { CliError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import type { Listing } from '../output.ts';
import { table } from '../table.ts';
import { absenceOf, noneIfNotFound } from './absence.ts';
import { handlerName } from './handler-table.ts';
import { warningOfSeveral } from './operator-lease.ts';
import { watchHandler } from './watch-handler.ts';

type Status = DeepReadonly<GatiHandlerStatus>;

export interface StatusFlags extends ClusterOptions {
  readonly namespace?: string;
  readonly output: Listing;
  /** Goes on with every change until it is ended. */
  readonly watch?: boolean;
}

/** Erases the screen and what was scrolled away, and goes to its first line. */
const CLEAR = '\u001B[2J\u001B[3J\u001B[H';

/** `slipway gati status NAME`: versions and their weights, where the rollout stands, and what it waits for. */
export function showHandler(name: string, flags: StatusFlags): Promise<Outcome> {
  const { output } = flags;
  return withCluster(flags, async (cluster) => {
    const { namespace = cluster.namespace } = flags;
    const ref = { namespace, name };
    const handler = await cluster.client.live.get(GatiHandlerKind, ref).catch(noneIfNotFound);
    if (!handler) throw await absenceOf(cluster, GatiHandlerKind as AnyKind, ref);
    const render = (one: DeepReadonly<GatiHandler>): Promise<string> => printed(one, output, cluster.clock.wall());
    const warning = await warningOfSeveral(cluster, namespace);
    const stated = warning === undefined ? {} : { stderr: warning };
    if (!flags.watch) return { stdout: await render(handler), ...stated, exitCode: 0 };
    process.stderr.write(warning ?? '');
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
    const isThere = await watchHandler(cluster, { ref, render, write: pageWriter(output), signal: stop.signal });
    if (!isThere) throw new CliError('CLI_INPUT', `GatiHandler ${name} in namespace ${namespace} is gone`);
    return { exitCode: 0 };
  });
}

/** On a terminal a page takes the place of the one before; programs get one document after the other. */
function pageWriter(output: Listing): (page: string) => void {
  const isPage = output === 'table' || output === 'wide';
  const before = isPage && process.stdout.isTTY ? CLEAR : output === 'yaml' ? '---\n' : '';
  const after = isPage && !process.stdout.isTTY ? '\n' : '';
  return (page) => void process.stdout.write(`${before}${page}${after}`);
}

async function printed(handler: DeepReadonly<GatiHandler>, output: Listing, now: number): Promise<string> {
  if (output === 'name') return handlerName(handler.metadata.name ?? '');
  if (output === 'json' || output === 'yaml') return dataText(output, readable(handler.status));
  return pageOf(handler, now, output === 'wide');
}

export function pageOf(
  { metadata, spec, status = {} }: DeepReadonly<GatiHandler>,
  now: number,
  isWide = false,
): string {
  const { phase = 'not seen by an operator yet', traffic, versions = [], conditions = [] } = status;
  const gap = traffic && gapWords(traffic);
  const mode = traffic ? `, weights ${traffic.mode.toLowerCase()}` : '';
  const rows = versions.map(({ name, versionId, stage, ready }) => [
    versionId,
    stage ?? '-',
    shareOf(traffic?.wanted, versionId),
    shareOf(traffic?.achieved, versionId),
    shareOf(traffic?.measured, versionId),
    String(ready ?? 0),
    ...(isWide ? [name] : []),
  ]);
  const bad = conditions.filter(
    ({ type, status: is }) => is === 'False' && type !== 'Progressing' && type !== 'Conflicted',
  );
  return [
    `${metadata.namespace}/${metadata.name}  ${spec.handlerPath}  ${phase}${mode}\n`,
    `\n${table([['VERSION', 'STAGE', 'WANTED', 'ACHIEVED', 'MEASURED', 'READY', ...(isWide ? ['NAME'] : [])], ...rows])}`,
    rolloutOf(status, now),
    ...notesOf(status),
    ...(gap === undefined ? [] : [`\n${gap}\n`]),
    ...bad.map(({ type, reason, message }) => `\n${type} is False: ${reason}: ${message}\n`),
  ].join('');
}

const NOTED: ReadonlySet<string> = new Set(['HeaderOnly', 'Held', 'RolloutUnreadable', 'ScaleDownWaits']);

/** What holds a version back while no rollout is open, why one cannot be read, and pods that stay for a while. */
function notesOf({ conditions = [] }: Status): string[] {
  const noted = conditions.filter(({ reason }) => NOTED.has(reason));
  return noted.map(({ type, reason, message }) => `\n${type}: ${reason}: ${message}\n`);
}

/** Of versions that a map does not name, none is theirs; without a map nobody knows. */
function shareOf(shares: Readonly<Record<string, number>> | undefined, versionId: string): string {
  return shares ? String(shares[versionId] ?? 0) : '-';
}

/** With plan and state of the rollout in place of the text that keeps them. */
function readable(status: Status = {}): object {
  const { encoded: _, ...shown } = status.rollout ?? {};
  const stored = readRollout(status);
  return stored ? { ...status, rollout: { ...shown, plan: stored.plan, state: stored.state } } : status;
}

/** Undefined too where nothing can read it: a condition tells that. */
const readRollout = (status: Status): ReturnType<typeof rolloutIn> =>
  unreadableRollout(status) === undefined ? rolloutIn(status) : undefined;

function rolloutOf(status: Status, now: number): string {
  const { plan, state } = readRollout(status) ?? {};
  if (!plan || !state) return '';
  const way = plan.from === null ? plan.to : `${plan.from} to ${plan.to}`;
  const outlook = outlookOf({ plan, state }, now);
  const ended = state.reason === undefined ? '' : `: ${state.reason}`;
  if (!outlook) return `\nrollout ${way}: ${state.phase}${ended}\n`;
  const { step, blocker, notBefore, deadline, otherwise, owner, action } = outlook;
  const lines = [
    ['now', blocker],
    ...(notBefore === undefined ? [] : [['goes on', `${timestamp(notBefore)} at the earliest`]]),
    ['at the latest', `${timestamp(deadline)}: ${otherwise}`],
    ['to act', `${action} (${owner})`],
  ];
  return `\nrollout ${way}: ${state.phase} at ${step}\n${table(lines.map(([what = '', how = '']) => [`  ${what}`, how]))}`;
}
