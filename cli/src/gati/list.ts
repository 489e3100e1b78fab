import { type GatiHandler, GatiHandlerKind } from '@gati-framework/operator/client';
import { apiVersionOf } from '@slipway/apimachinery/references';
import { isKubeError } from '@slipway/kube';
import { type ClusterOptions, withCluster } from '../cluster/index.ts';
import { dataText } from '../data-text.ts';
import type { Outcome } from '../outcome.ts';
import type { Listing } from '../output.ts';
import { notInstalled } from './absence.ts';
import { handlerName, handlerTable } from './handler-table.ts';
import { warningOfSeveral } from './operator-lease.ts';

export interface ListFlags extends ClusterOptions {
  readonly namespace?: string;
  readonly allNamespaces?: boolean;
  readonly selector?: string;
  readonly output: Listing;
}

/** `slipway gati list`: the handlers of a namespace, or of all of them. */
export function listHandlers(flags: ListFlags): Promise<Outcome> {
  const { allNamespaces = false, selector } = flags;
  return withCluster(flags, async (cluster) => {
    const { namespace = cluster.namespace } = flags;
    const scope = { ...(!allNamespaces && { namespace }), ...(selector !== undefined && { labelSelector: selector }) };
    const handlers = await cluster.client.live.listAll(GatiHandlerKind, scope).catch((error: unknown) => {
      throw isKubeError(error, 'KUBE_NOT_FOUND') ? notInstalled() : error;
    });
    const place = allNamespaces ? 'any namespace' : `namespace ${namespace}`;
    const isForPeople = flags.output === 'table' || flags.output === 'wide';
    if (handlers.length === 0 && isForPeople) return { stderr: `No handlers in ${place}.\n`, exitCode: 0 };
    const warning = await warningOfSeveral(cluster, allNamespaces ? undefined : namespace);
    const stated = warning === undefined ? {} : { stderr: warning };
    return { stdout: await printed(handlers, flags.output, allNamespaces), ...stated, exitCode: 0 };
  });
}

export async function printed(
  handlers: readonly GatiHandler[],
  output: Listing,
  hasNamespaces: boolean,
): Promise<string> {
  switch (output) {
    case 'name':
      return handlers.map(({ metadata: { name = '' } }) => handlerName(name)).join('');
    case 'json':
    case 'yaml': {
      const type = { apiVersion: apiVersionOf(GatiHandlerKind), kind: GatiHandlerKind.kind };
      const items = handlers.map((handler) => ({ ...type, ...handler }));
      return dataText(output, { apiVersion: 'v1', kind: 'List', metadata: {}, items });
    }
    default:
      return handlerTable(handlers, { isWide: output === 'wide', hasNamespaces });
  }
}
