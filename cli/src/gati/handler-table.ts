import { type GatiHandler, GatiHandlerKind } from '@gati-framework/operator/client';
import { conditionOf } from '@slipway/apimachinery/conditions';
import type { DeepReadonly } from '@slipway/kube';
import { kubectlName } from '../object-name.ts';
import { table } from '../table.ts';

/** Handlers as lines: the columns that kubectl shows, too. */
export function handlerTable(
  handlers: readonly DeepReadonly<GatiHandler>[],
  { isWide, hasNamespaces }: { readonly isWide: boolean; readonly hasNamespaces: boolean },
): string {
  const titles = [
    ...(hasNamespaces ? ['NAMESPACE'] : []),
    'NAME',
    'PATH',
    'VERSION',
    'STABLE',
    'READY',
    'PHASE',
    'ROLLOUT',
    ...(isWide ? ['IMAGE', 'MODE', 'STEP'] : []),
  ];
  const rows = handlers.map(({ metadata, spec, status = {} }) => [
    ...(hasNamespaces ? [metadata.namespace ?? '-'] : []),
    metadata.name ?? '-',
    spec.handlerPath,
    spec.version,
    status.stableVersion ?? '-',
    conditionOf(status.conditions, 'Ready')?.status ?? '-',
    status.phase ?? '-',
    status.rollout?.phase ?? '-',
    ...(isWide ? [spec.image, status.traffic?.mode ?? '-', status.rollout?.step ?? '-'] : []),
  ]);
  return table([titles, ...rows]);
}

export const handlerName = (name: string): string => `${kubectlName(GatiHandlerKind, name)}\n`;
