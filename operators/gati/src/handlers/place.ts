import type { Ref } from '@gati-framework/contracts/deployment';
import type { ReadHandler, ReadVersion } from '../cluster/index.ts';
import {
  handlerObjectName,
  handlerSelector,
  LABELS,
  MANAGER,
  rotationServiceName,
  versionObjectName,
} from '../names/index.ts';
import { handoverOf, type SetPlace } from '../sets/index.ts';
import type { Placing } from './deps.ts';
import { refOfHandler } from './refs.ts';

/** What a version may be made of, in the order of removal. */
export const VERSION_KINDS = [
  'PodDisruptionBudget',
  'ScaledObject',
  'HorizontalPodAutoscaler',
  'Service',
  'Deployment',
  'ConfigMap',
] as const;

/** Where the objects of a handler and of its versions go. */
export async function placeOf(
  { port, target, targetKind }: Placing,
  handler: ReadHandler,
  versions: readonly ReadVersion[],
): Promise<SetPlace> {
  return {
    target,
    targetKind,
    ...handoverOf(handler, targetKind),
    owner: refOfHandler(handler),
    labels: { ...handlerSelector(handler.metadata.name), [LABELS.managedBy]: MANAGER },
    candidates: target.applySet ? [] : await candidatesOf(port, handler, versions),
  };
}

/** Everything that could have been made for a handler, whether it exists or not. */
export async function candidatesOf(
  port: Placing['port'],
  { metadata }: ReadHandler,
  versions: readonly ReadVersion[],
): Promise<Ref[]> {
  const { name, namespace } = metadata;
  const routes = port.serves('HTTPRoute') ? await port.list('HTTPRoute', namespace, { ...handlerSelector(name) }) : [];
  const own = ['ServiceMonitor', 'Service'].map((kind) => ({ kind, namespace, name: handlerObjectName(name) }));
  const rehearsal = { kind: 'Service', namespace, name: rotationServiceName(name) };
  // What a version only refers to was made by another client.
  const made = versions.filter(({ spec }) => spec.template !== undefined);
  return [
    ...routes.map((route) => ({ kind: 'HTTPRoute', namespace, name: route.metadata.name })),
    ...own,
    rehearsal,
    ...made.flatMap(({ spec }) =>
      VERSION_KINDS.map((kind) => ({ kind, namespace, name: versionObjectName(name, spec.versionId) })),
    ),
  ].filter(({ kind }) => port.serves(kind));
}
