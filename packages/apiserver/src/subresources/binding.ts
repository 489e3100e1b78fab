import { fieldAt, isJsonObject, type KubeObject, textAt, withField, without } from '../objects/index.ts';
import type { Kernel } from '../operations/index.ts';
import { badRequest, conflict, namespaceMismatch, notFound, StatusError } from '../status/index.ts';
import { type Entry, keyOf } from '../store/index.ts';
import type { Call, Kind } from './call.ts';
import { withPodCondition } from './pod-condition.ts';
import { CREATED, STATUS } from './success.ts';

const KIND: Kind = { group: '', version: 'v1', kind: 'Binding' };
const PODS = { group: '', plural: 'pods' };

/** `pods/binding`, and `bindings` where the body names the pod: gives a pod its node (K-68). */
export async function bindPod(call: Call, { store, clock }: Kernel): Promise<void> {
  const { dryRun } = call.writeOptions('CreateOptions');
  const binding = await call.body(KIND);
  const { namespace = '', name = binding.metadata.name ?? '' } = call.target;
  if (binding.metadata.namespace && binding.metadata.namespace !== namespace) throw namespaceMismatch();
  if (name === '') throw badRequest('Name parameter required.');
  if (binding.metadata.name !== name) throw badRequest('name in URL does not match name in Binding object');
  checkTarget(binding);
  const entry = store.get('pods', keyOf(namespace, name));
  if (!entry) throw notFound(PODS, name);
  checkPreconditions(binding, entry);
  const why = refusalToBind(entry.object);
  if (why !== undefined) throw conflict({ group: '', plural: 'pods/binding' }, name, why);
  // Past the rules for updates, as on a real server: no owner is noted and the generation stays.
  if (!dryRun) store.put('pods', entry.key, bound(entry.object, binding, clock.wall()));
  await call.send(201, STATUS, CREATED);
}

function checkTarget(binding: KubeObject): void {
  const kind = textAt(binding, 'target', 'kind');
  const problem =
    kind !== '' && kind !== 'Node'
      ? `target.kind: Unsupported value: ${JSON.stringify(kind)}: supported values: "Node", "<empty>"`
      : textAt(binding, 'target', 'name') === ''
        ? 'target.name: Required value'
        : undefined;
  if (problem !== undefined) throw new StatusError(500, '', problem);
}

function checkPreconditions({ metadata: wanted }: KubeObject, { object: { metadata } }: Entry): void {
  const { namespace, name = '' } = metadata;
  const failed = (what: string, asked: string, known: string | undefined): Error =>
    conflict(
      PODS,
      name,
      `StorageError: invalid object, Code: 4, Key: /registry/pods/${namespace}/${name}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: ${what} in precondition: ${asked}, ${what} in object meta: ${known}`,
    );
  if (wanted.uid && wanted.uid !== metadata.uid) throw failed('UID', wanted.uid, metadata.uid);
  const { resourceVersion } = wanted;
  if (resourceVersion && resourceVersion !== metadata.resourceVersion) {
    throw failed('ResourceVersion', resourceVersion, metadata.resourceVersion);
  }
}

function refusalToBind(pod: KubeObject): string | undefined {
  const { name, deletionTimestamp } = pod.metadata;
  const nodeName = textAt(pod, 'spec', 'nodeName');
  const gates = fieldAt(pod, ['spec', 'schedulingGates']);
  if (deletionTimestamp !== undefined) return `pod ${name} is being deleted, cannot be assigned to a host`;
  if (nodeName !== '') return `pod ${name} is already assigned to node ${JSON.stringify(nodeName)}`;
  if (Array.isArray(gates) && gates.length > 0) return `pod ${name} has non-empty .spec.schedulingGates`;
  return undefined;
}

function bound(pod: KubeObject, { metadata, ...binding }: KubeObject, wallMs: number): KubeObject {
  const merged = (name: 'labels' | 'annotations') =>
    metadata[name] ? { ...pod.metadata[name], ...metadata[name] } : pod.metadata[name];
  const { managedFields } = pod.metadata;
  const labelled = withField(without(pod.metadata, 'annotations', 'managedFields'), 'labels', merged('labels'));
  const own = withField(withField(labelled, 'annotations', merged('annotations')), 'managedFields', managedFields);
  const spec = isJsonObject(pod['spec']) ? pod['spec'] : {};
  const status = isJsonObject(pod['status']) ? without(pod['status'], 'nominatedNodeName') : {};
  const assigned = { ...pod, metadata: own, spec: { ...spec, nodeName: textAt(binding, 'target', 'name') }, status };
  return withPodCondition(assigned, { type: 'PodScheduled', status: 'True' }, wallMs);
}
