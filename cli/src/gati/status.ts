import {
  type GatiHandler,
  GatiHandlerKind,
  type GatiHandlerStatus,
  outlookOf,
  rolloutIn,
} from '@gati-framework/operator';
import { type ClusterOptions, withCluster } from '../crd/index.ts';
import { CliError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import { table } from '../table.ts';

export interface StatusFlags extends ClusterOptions {
  readonly namespace?: string;
  readonly output: 'table' | 'json';
}

/** `slipway gati status NAME`: versions and their weights, where the rollout stands, and what it waits for. */
export function showHandler(name: string, flags: StatusFlags): Promise<Outcome> {
  return withCluster(flags, async (cluster) => {
    const { namespace = cluster.namespace } = flags;
    const handler = await cluster.client.live.get(GatiHandlerKind, { namespace, name });
    if (!handler) throw new CliError('CLI_INPUT', `there is no GatiHandler ${name} in namespace ${namespace}`);
    if (flags.output === 'json')
      return { stdout: `${JSON.stringify(readable(handler.status), undefined, 2)}\n`, exitCode: 0 };
    return { stdout: pageOf(handler), exitCode: 0 };
  });
}

function pageOf({ metadata, spec, status = {} }: GatiHandler): string {
  const { phase = 'not seen by an operator yet', traffic, versions = [], conditions = [] } = status;
  const mode = traffic ? `, weights ${traffic.mode.toLowerCase()}` : '';
  const rows = versions.map(({ versionId, stage, weight, ready }) => [
    versionId,
    stage ?? '-',
    String(traffic?.wanted?.[versionId] ?? weight ?? 0),
    String(traffic?.achieved?.[versionId] ?? weight ?? 0),
    String(ready ?? 0),
  ]);
  const bad = conditions.filter(
    ({ type, status: is }) => is === 'False' && type !== 'Progressing' && type !== 'Conflicted',
  );
  return [
    `${metadata.namespace}/${metadata.name}  ${spec.handlerPath}  ${phase}${mode}\n`,
    `\n${table([['VERSION', 'STAGE', 'WANTED', 'ACHIEVED', 'READY'], ...rows])}`,
    rolloutOf(status),
    ...bad.map(({ type, reason, message }) => `\n${type} is False: ${reason}: ${message}\n`),
  ].join('');
}

/** With plan and state of the rollout in place of the text that keeps them. */
function readable(status: GatiHandlerStatus = {}): object {
  const { encoded: _, ...shown } = status.rollout ?? {};
  const stored = rolloutIn(status);
  return stored ? { ...status, rollout: { ...shown, plan: stored.plan, state: stored.state } } : status;
}

function rolloutOf(status: GatiHandlerStatus): string {
  const { plan, state } = rolloutIn(status) ?? {};
  if (!plan || !state) return '';
  const way = plan.from === null ? plan.to : `${plan.from} to ${plan.to}`;
  const outlook = outlookOf({ plan, state });
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
