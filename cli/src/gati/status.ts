import { type GatiHandler, GatiHandlerKind } from '@gati-framework/operator';
import { type ClusterOptions, withCluster } from '../crd/index.ts';
import { CliError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import { table } from '../table.ts';

export interface StatusFlags extends ClusterOptions {
  readonly namespace?: string;
  readonly output: 'table' | 'json';
}

interface Rollout {
  readonly plan?: { readonly from: string | null; readonly to: string; readonly stages: readonly object[] };
  readonly state?: { readonly phase: string; readonly stage: number; readonly waits?: readonly Wait[] };
}

interface Wait {
  readonly about: string;
  readonly blocker: string;
  readonly owner: string;
  readonly action: string;
  readonly deadline: number;
}

/** `slipway gati status NAME`: versions and their weights, where the rollout stands, and what it waits for. */
export function showHandler(name: string, flags: StatusFlags): Promise<Outcome> {
  return withCluster(flags, async (cluster) => {
    const { namespace = cluster.namespace } = flags;
    const handler = await cluster.client.live.get(GatiHandlerKind, { namespace, name });
    if (!handler) throw new CliError('CLI_INPUT', `there is no GatiHandler ${name} in namespace ${namespace}`);
    if (flags.output === 'json')
      return { stdout: `${JSON.stringify(handler.status ?? {}, undefined, 2)}\n`, exitCode: 0 };
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
    rolloutOf(status.rollout ?? {}),
    ...bad.map(({ type, reason, message }) => `\n${type} is False: ${reason}: ${message}\n`),
  ].join('');
}

function rolloutOf({ plan, state }: Rollout): string {
  if (!plan || !state) return '';
  const at = `stage ${Math.min(state.stage + 1, plan.stages.length)} of ${plan.stages.length}`;
  const line = `\nrollout ${plan.from ?? 'nothing'} to ${plan.to}: ${state.phase}, ${at}\n`;
  const waits = (state.waits ?? []).map(({ about, blocker, owner, deadline }) => [
    about,
    blocker,
    owner,
    new Date(deadline).toISOString(),
  ]);
  return waits.length === 0 ? line : `${line}\n${table([['WAITS FOR', 'BECAUSE', 'WHO CAN ACT', 'UNTIL'], ...waits])}`;
}
