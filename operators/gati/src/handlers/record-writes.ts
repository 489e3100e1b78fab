import type { Ref } from '@gati-framework/contracts/deployment';
import type { ClusterPort, ReadHandler, ReadVersion, Seen } from '../cluster/index.ts';
import { versionObjectName } from '../names/index.ts';
import type { Child, RecordWrite } from '../records/index.ts';
import type { GatiEvent } from './events.ts';
import { VERSION_KINDS } from './place.ts';
import { removeFinalizer } from './record-finalizer.ts';

/** Every object of these versions, with the uid of the record that owns it. */
export async function childrenOf(
  port: ClusterPort,
  { metadata }: ReadHandler,
  versions: readonly ReadVersion[],
): Promise<Child[]> {
  const { name, namespace } = metadata;
  const names = new Set(versions.map(({ spec }) => versionObjectName(name, spec.versionId)));
  const found: Child[] = [];
  for (const kind of VERSION_KINDS.filter((one) => port.serves(one))) {
    for (const objectName of names) {
      const object = await port.get(kind, namespace, objectName);
      const owner = object?.metadata.ownerReferences?.find(({ controller }) => controller === true);
      if (object && owner) found.push({ ref: childRef(kind, object), ownerUid: owner.uid });
    }
  }
  return found;
}

function childRef(kind: string, { metadata }: Seen): Ref {
  const { namespace, name, uid } = metadata;
  return { kind, namespace, name, ...(uid !== undefined && { uid }) };
}

export async function writeRecord(
  port: ClusterPort,
  handler: ReadHandler,
  write: RecordWrite,
  tell: (event: GatiEvent) => void,
): Promise<void> {
  const { namespace } = handler.metadata;
  switch (write.kind) {
    case 'create': {
      const { record } = write;
      await port.create(record);
      const name = record.metadata.name;
      tell({
        type: 'Normal',
        reason: 'VersionCreated',
        note: `GatiVersion ${name} records version ${record.spec.versionId}.`,
      });
      return;
    }
    case 'patch':
      await port.patch({ kind: 'GatiVersion', namespace, name: write.name }, write.operations);
      return;
    case 'status': {
      const { name, status } = write;
      await port.applyStatus({ kind: 'GatiVersion', metadata: { namespace, name }, spec: {}, status });
      return;
    }
    case 'move': {
      const object = await port.live.get(write.child.kind, namespace, write.child.name);
      const index = (object?.metadata.ownerReferences ?? []).findIndex(({ uid }) => uid === write.fromUid);
      if (!object || index === -1) return;
      const path = `/metadata/ownerReferences/${index}`;
      await port.patch(write.child, [
        { op: 'test', path: `${path}/uid`, value: write.fromUid },
        { op: 'replace', path, value: write.to },
      ]);
      return;
    }
    case 'delete': {
      // Its children are another record's by now: there is nothing for its finalizer to do.
      const record = await port.live.get('GatiVersion', namespace, write.name);
      if (record) await removeFinalizer(port, record);
      await port.delete('GatiVersion', namespace, write.name, { uid: write.uid });
      tell({ type: 'Normal', reason: 'Adopted', note: `Another GatiVersion took over what ${write.name} stood for.` });
    }
  }
}
