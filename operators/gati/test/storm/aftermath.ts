import { type AnyKind, type AnyObject, type Client, type DeepReadonly, defineKind } from '@slipway/kube';
import { EndpointSlice } from '@slipway/kube/kinds';
import { LABELS } from '../../src/names/index.ts';
import { type GatiHandler, GatiHandlerKind, type GatiVersion, GatiVersionKind } from '../../src/types/index.ts';
import { conditionOf, rolloutOf } from '../rig.ts';
import { CHILDREN } from './other-writer.ts';
import { LAST_VERSION } from './people.ts';

const ReplicaSet = defineKind<object, object>({
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  scope: 'Namespaced',
});

const KINDS: readonly AnyKind[] = [GatiHandlerKind as AnyKind, ...CHILDREN, ReplicaSet, EndpointSlice];

type Seen = DeepReadonly<AnyObject>;
type Handler = DeepReadonly<GatiHandler>;
type Version = DeepReadonly<GatiVersion>;

const titleOf = (kind: AnyKind, { metadata }: Seen): string => `${kind.kind} ${metadata?.namespace}/${metadata?.name}`;

/** Everything that there is of handlers in these namespaces, by its title. */
export async function stateOf(client: Client, namespaces: readonly string[]): Promise<ReadonlyMap<string, Seen>> {
  const found = await Promise.all(
    namespaces.flatMap((namespace) =>
      KINDS.map(async (kind) => {
        const objects = (await client.live.listAll(kind, { namespace })) as readonly Seen[];
        return objects.map((object) => [titleOf(kind, object), object] as const);
      }),
    ),
  );
  const isOurs = (title: string): boolean => !title.endsWith('/kube-root-ca.crt');
  return new Map(found.flat().filter(([title]) => isOurs(title)));
}

/** Why a handler is not yet what people asked for last; undefined where it is. */
export function unsettled(handler: Handler, versions: readonly Version[], until: number): string | undefined {
  const { status, metadata } = handler;
  if (metadata.deletionTimestamp !== undefined) return 'it is being deleted';
  if (status?.observedGeneration !== metadata.generation) return 'its last edit was not looked at';
  if (status?.stableVersion === undefined) return `no version is stable, its rollout is ${status?.rollout?.phase}`;
  if (status.stableVersion !== LAST_VERSION)
    return `an older version is stable, its rollout is ${status.rollout?.phase}`;
  const { state } = rolloutOf(status);
  if (state?.phase !== 'Succeeded') return `its rollout is ${state?.phase}`;
  if (state.wakeAt !== null && state.wakeAt < until) return 'its rollout is still watched';
  if (conditionOf(handler, 'Ready')?.status !== 'True') return `Ready is ${conditionOf(handler, 'Ready')?.reason}`;
  if (conditionOf(handler, 'Synced')?.status !== 'True') return `Synced is ${conditionOf(handler, 'Synced')?.reason}`;
  for (const { spec, status: own, metadata: of } of versions) {
    const wanted = spec.versionId === LAST_VERSION ? 'Current' : 'Decommissioned';
    const title = spec.versionId === LAST_VERSION ? 'its last version' : 'an older version';
    if (of.deletionTimestamp !== undefined) return `${title} is being deleted`;
    if (own?.stage !== wanted) return `${title} is ${own?.stage}`;
  }
  return undefined;
}

export interface Unsettled {
  readonly count: number;
  readonly example: Handler;
}

/** What is not as people asked for last, or may be something else by then; by cause, with one example each. */
export function unsettledIn(client: Client, until: number): ReadonlyMap<string, Unsettled> {
  const versions = new Map<string, Version[]>();
  for (const version of client.list(GatiVersionKind, {})) {
    const owner = version.metadata.ownerReferences?.find(({ kind }) => kind === 'GatiHandler')?.uid ?? '';
    versions.set(owner, [...(versions.get(owner) ?? []), version]);
  }
  const causes = new Map<string, Unsettled>();
  for (const handler of client.list(GatiHandlerKind, {})) {
    const cause = unsettled(handler, versions.get(handler.metadata.uid ?? '') ?? [], until);
    if (cause === undefined) continue;
    const before = causes.get(cause);
    causes.set(cause, { count: (before?.count ?? 0) + 1, example: before?.example ?? handler });
  }
  return causes;
}

/** What there is of a handler, as short as it can be read: without what a server or another look tells as well. */
export function partsOf(client: Client, { metadata: { namespace = '', name = '' } }: Handler): string[] {
  return CHILDREN.flatMap((kind) => {
    const labelSelector = `${LABELS.handler}=${name}`;
    const objects = client.list(kind, { namespace, labelSelector }) as readonly Seen[];
    return objects.map((object) => {
      const { metadata, ...rest } = object as Seen & { spec?: { replicas?: number }; status?: unknown };
      const { generation, resourceVersion, deletionTimestamp, finalizers } = metadata ?? {};
      const shown = { generation, resourceVersion, deletionTimestamp, finalizers, replicas: rest.spec?.replicas };
      return `${titleOf(kind, object)} ${JSON.stringify({ ...shown, status: rest.status })}`;
    });
  });
}

/** What lost its owner, or cannot end: everything leads to a handler that is there, and nothing waits to be deleted. */
export function orphansIn(state: ReadonlyMap<string, Seen>): string[] {
  const uids = new Set([...state.values()].map(({ metadata }) => metadata?.uid));
  return [...state].flatMap(([title, { metadata }]) => {
    const owners = metadata?.ownerReferences ?? [];
    if (metadata?.deletionTimestamp !== undefined)
      return [`${title} is being deleted, kept by ${metadata.finalizers?.join() ?? 'nothing'}`];
    if (title.startsWith('GatiHandler ')) return [];
    if (owners.length === 0) return [`${title} has no owner`];
    const lost = owners.filter(({ uid }) => !uids.has(uid));
    return lost.map(({ kind, name }) => `${title} outlives ${kind} ${name}`);
  });
}

/** What was written between two looks. */
export function changesBetween(before: ReadonlyMap<string, Seen>, after: ReadonlyMap<string, Seen>): string[] {
  const versionOf = (state: ReadonlyMap<string, Seen>, title: string): string =>
    state.get(title)?.metadata?.resourceVersion ?? 'none';
  const titles = [...new Set([...before.keys(), ...after.keys()])];
  return titles.filter((title) => versionOf(before, title) !== versionOf(after, title));
}
