import {
  type GatiHandler,
  GatiHandlerKind,
  type GatiHandlerStatus,
  gapWords,
  outlookOf,
  rolloutIn,
} from '@gati-framework/operator';
import type { AnyKind } from '@slipway/kube';
import { type ClusterOptions, withCluster } from '../crd/index.ts';
import type { Outcome } from '../outcome.ts';
import { table } from '../table.ts';
import { absenceOf, noneIfNotFound } from './absence.ts';

export interface StatusFlags extends ClusterOptions {
  readonly namespace?: string;
  readonly output: 'table' | 'json';
}

/** `slipway gati status NAME`: versions and their weights, where the rollout stands, and what it waits for. */
export function showHandler(name: string, flags: StatusFlags): Promise<Outcome> {
  return withCluster(flags, async (cluster) => {
    const { namespace = cluster.namespace } = flags;
    const handler = await cluster.client.live.get(GatiHandlerKind, { namespace, name }).catch(noneIfNotFound);
    if (!handler) throw await absenceOf(cluster, GatiHandlerKind as AnyKind, { namespace, name });
    if (flags.output === 'json')
      return { stdout: `${JSON.stringify(readable(handler.status), undefined, 2)}\n`, exitCode: 0 };
    return { stdout: pageOf(handler, cluster.clock.wall()), exitCode: 0 };
  });
}

export function pageOf({ metadata, spec, status = {} }: GatiHandler, now: number): string {
  const { phase = 'not seen by an operator yet', traffic, versions = [], conditions = [] } = status;
  const gap = traffic && gapWords(traffic);
  const mode = traffic ? `, weights ${traffic.mode.toLowerCase()}` : '';
  const rows = versions.map(({ versionId, stage, ready }) => [
    versionId,
    stage ?? '-',
    shareOf(traffic?.wanted, versionId),
    shareOf(traffic?.achieved, versionId),
    shareOf(traffic?.measured, versionId),
    String(ready ?? 0),
  ]);
  const bad = conditions.filter(
    ({ type, status: is }) => is === 'False' && type !== 'Progressing' && type !== 'Conflicted',
  );
  return [
    `${metadata.namespace}/${metadata.name}  ${spec.handlerPath}  ${phase}${mode}\n`,
    `\n${table([['VERSION', 'STAGE', 'WANTED', 'ACHIEVED', 'MEASURED', 'READY'], ...rows])}`,
    rolloutOf(status, now),
    ...notesOf(status),
    ...(gap === undefined ? [] : [`\n${gap}\n`]),
    ...bad.map(({ type, reason, message }) => `\n${type} is False: ${reason}: ${message}\n`),
  ].join('');
}

/** What holds a version back while no rollout is open, and pods that stay for a while. */
function notesOf({ conditions = [] }: GatiHandlerStatus): string[] {
  const noted = conditions.filter(
    ({ reason }) => reason === 'HeaderOnly' || reason === 'Held' || reason === 'ScaleDownWaits',
  );
  return noted.map(({ type, reason, message }) => `\n${type}: ${reason}: ${message}\n`);
}

/** Of versions that a map does not name, none is theirs; without a map nobody knows. */
function shareOf(shares: Readonly<Record<string, number>> | undefined, versionId: string): string {
  return shares ? String(shares[versionId] ?? 0) : '-';
}

/** With plan and state of the rollout in place of the text that keeps them. */
function readable(status: GatiHandlerStatus = {}): object {
  const { encoded: _, ...shown } = status.rollout ?? {};
  const stored = rolloutIn(status);
  return stored ? { ...status, rollout: { ...shown, plan: stored.plan, state: stored.state } } : status;
}

function rolloutOf(status: GatiHandlerStatus, now: number): string {
  const { plan, state } = rolloutIn(status) ?? {};
  if (!plan || !state) return '';
  const way = plan.from === null ? plan.to : `${plan.from} to ${plan.to}`;
  const outlook = outlookOf({ plan, state }, now);
  const ended = state.reason === undefined ? '' : `: ${state.reason}`;
  if (!outlook) return `\nrollout ${way}: ${state.phase}${ended}\n`;
  const { step, blocker, notBefore, deadline, otherwise, owner, action } = outlook;
  const lines = [
    ['now', blocker],
    ...(notBefore === undefined ? [] : [['goes on', `${timeOf(notBefore)} at the earliest`]]),
    ['at the latest', `${timeOf(deadline)}: ${otherwise}`],
    ['to act', `${action} (${owner})`],
  ];
  return `\nrollout ${way}: ${state.phase} at ${step}\n${table(lines.map(([what = '', how = '']) => [`  ${what}`, how]))}`;
}

const timeOf = (instant: number): string => new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z');
