import type { ObjectMeta } from '@slipway/kube';
import { labelValueOf, slugOf } from '@slipway/workloads/names';
import type { ReadHandler, ReadVersion } from '../cluster/index.ts';
import { handlerObjectName, LABELS } from '../names/index.ts';

/** Whose version a GatiVersion is, or why nobody's; in the words of its condition `Resolved`. */
export type Link =
  | { readonly handler: string; readonly reason: 'Linked' | 'LinkedByName' }
  | {
      readonly handler: null;
      readonly reason: 'NoHandlerReference' | 'HandlerNotFound';
      readonly message: string;
    };

interface Labelled {
  readonly metadata: Pick<ObjectMeta, 'namespace' | 'labels'> & { readonly name: string };
}

/**
 * Finds the handler of a version among those of its namespace. Of `handlerRef`, the label and `deploymentName`, the
 * first that is there decides, even if it leads nowhere; only without all of them the name of the version does.
 */
export function linkOf(version: ReadVersion, handlers: readonly ReadHandler[], deployments: readonly Labelled[]): Link {
  const { metadata, spec } = version;
  const near = handlers.filter((handler) => handler.metadata.namespace === metadata.namespace);
  const label = metadata.labels?.[LABELS.handler];
  const missing = (reason: 'NoHandlerReference' | 'HandlerNotFound', problem: string): Link => ({
    handler: null,
    reason,
    message: `${problem}${candidates(near, spec.versionId)}`,
  });
  const found = (handler: string | undefined, wanted: string, by: string): Link =>
    handler === undefined
      ? missing('HandlerNotFound', `${by} names the GatiHandler "${wanted}", which does not exist here.`)
      : { handler, reason: 'Linked' };

  if (spec.handlerRef !== undefined) {
    const { name } = spec.handlerRef;
    return found(near.find((handler) => handler.metadata.name === name)?.metadata.name, name, 'spec.handlerRef');
  }
  if (label !== undefined) return found(labelled(near, label), label, `The label ${LABELS.handler}`);
  if (spec.deploymentName !== undefined) {
    const { deploymentName } = spec;
    const deployment = deployments.find(
      (one) => one.metadata.name === deploymentName && one.metadata.namespace === metadata.namespace,
    );
    const of = deployment?.metadata.labels?.[LABELS.handler];
    const handler =
      (of === undefined ? undefined : labelled(near, of)) ??
      near.map(nameOf).find((name) => handlerObjectName(name) === deploymentName);
    if (handler !== undefined || of !== undefined) return found(handler, of ?? '', `Deployment ${deploymentName}`);
    return missing('NoHandlerReference', `Deployment ${deploymentName} belongs to no GatiHandler that is known here.`);
  }
  const handler = namedAfter(near, nameOf(version), slugOf(spec.versionId));
  if (handler !== undefined) return { handler, reason: 'LinkedByName' };
  return missing('NoHandlerReference', 'It names no GatiHandler: set spec.handlerRef.name.');
}

/** The handler that a label stands for; the name itself is what people write. */
function labelled(handlers: readonly ReadHandler[], value: string): string | undefined {
  const names = handlers.map(nameOf);
  return names.find((name) => name === value) ?? names.find((name) => labelValueOf(name) === value);
}

/** `user-handler-v1` is a version `v1…` of `user-handler`; the longest name of a handler that fits wins. */
function namedAfter(handlers: readonly ReadHandler[], name: string, slug: string): string | undefined {
  return handlers
    .map(nameOf)
    .filter((handler) => {
      const rest = name.slice(handler.length + 1);
      return name.startsWith(`${handler}-`) && rest !== '' && slug.startsWith(rest);
    })
    .toSorted((a, b) => b.length - a.length)[0];
}

function candidates(handlers: readonly ReadHandler[], versionId: string): string {
  const names = handlers.filter(({ spec }) => spec.version === versionId).map(nameOf);
  return names.length === 0 ? '' : ` Handlers that ask for version ${versionId}: ${names.toSorted().join(', ')}.`;
}

const nameOf = ({ metadata }: Labelled): string => metadata.name;
