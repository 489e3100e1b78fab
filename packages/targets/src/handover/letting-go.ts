import type { Ref } from '@gati-framework/contracts/deployment';
import { type AnyKind, type AnyObject, type Client, type Cluster, isKubeError } from '@slipway/kube';
import { isTargetError } from '../errors.ts';
import { removeObject } from '../kubernetes/index.ts';
import { isKept, type KindFinder } from '../resources/index.ts';

type Metadata = NonNullable<AnyObject['metadata']>;
type FieldOwner = NonNullable<Metadata['managedFields']>[number];

/** What is to go from the metadata of an object; the rest of it stays as it is. */
export interface Traces {
  readonly annotations?: readonly string[];
  /** Labels that go where they have this value: another is the new target's. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Uids of owners that the former target referred to. */
  readonly owners?: readonly string[];
  /** Whether the former target owned the fields of this entry. */
  readonly isFormer: (entry: FieldOwner) => boolean;
}

/** An object that the former target held. */
export interface Held {
  readonly ref: Ref;
  readonly kind: AnyKind;
  readonly object: AnyObject;
}

export interface LettingGo {
  readonly cluster: Cluster;
  readonly kinds: KindFinder;
  readonly isWanted: (ref: Ref) => boolean;
}

/** How often a write is redone because the object changed between read and write. */
const MAX_ATTEMPTS = 5;

/** The object with its kind; undefined where there is none, or nothing of its kind is served any more. */
export async function find({ cluster, kinds }: LettingGo, ref: Ref): Promise<Held | undefined> {
  try {
    const kind = await kinds.find(ref);
    const object: AnyObject | undefined = await cluster.client.live.get(kind, at(kind, ref));
    return object && { ref, kind, object };
  } catch (error) {
    if (isTargetError(error, 'TARGET_UNKNOWN_KIND')) return undefined;
    throw error;
  }
}

/** Of what is wanted only the traces go; what nobody wants any more goes as the former target would have removed it. */
export async function letGo(
  parts: LettingGo,
  held: Held,
  isHeld: (object: AnyObject) => boolean,
  tracesOf: (object: AnyObject) => Traces,
): Promise<void> {
  const { client } = parts.cluster;
  const { kind, ref } = held;
  if (!parts.isWanted(ref)) {
    if (!isKept(ref.kind)) await removeObject(client, kind, ref, held.object.metadata?.uid);
    return;
  }
  let { object } = held;
  for (let attempt = 1; isHeld(object); attempt++) {
    try {
      return await clear(client, kind, ref, object.metadata ?? {}, tracesOf(object));
    } catch (error) {
      // Its controllers write to it, too.
      if (attempt === MAX_ATTEMPTS || !isKubeError(error, 'KUBE_INVALID', 'KUBE_CONFLICT')) throw error;
      const found = await find(parts, ref);
      if (!found) return;
      ({ object } = found);
    }
  }
}

async function clear(client: Client, kind: AnyKind, ref: Ref, metadata: Metadata, traces: Traces): Promise<void> {
  const { annotations = {}, labels = {}, ownerReferences = [], managedFields = [], resourceVersion } = metadata;
  const left = Object.entries(annotations).filter(([key]) => !traces.annotations?.includes(key));
  const names = Object.entries(labels).filter(([key, value]) => traces.labels?.[key] !== value);
  const owners = ownerReferences.filter(({ uid }) => !traces.owners?.includes(uid));
  const fields = managedFields.filter((entry) => !traces.isFormer(entry));
  const operations = [
    ...changed('annotations', Object.keys(annotations).length > left.length, Object.fromEntries(left)),
    ...changed('labels', Object.keys(labels).length > names.length, Object.fromEntries(names)),
    ...changed('ownerReferences', ownerReferences.length > owners.length, owners),
    // An empty list would mean that nothing is declared of the fields.
    ...changed('managedFields', managedFields.length > fields.length, fields.length === 0 ? [{}] : fields),
  ];
  if (operations.length === 0) return;
  const test = { op: 'test' as const, path: '/metadata/resourceVersion', value: resourceVersion };
  await client.patch(kind, at(kind, ref), { json: [test, ...operations] });
}

function changed(field: string, isChanged: boolean, value: unknown): { op: 'replace'; path: string; value: unknown }[] {
  return isChanged ? [{ op: 'replace', path: `/metadata/${field}`, value }] : [];
}

function at(kind: AnyKind, { namespace, name }: Ref): { namespace?: string; name: string } {
  return kind.scope === 'Namespaced' ? { namespace, name } : { name };
}
