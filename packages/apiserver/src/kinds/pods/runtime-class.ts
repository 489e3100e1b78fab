import { isPodWrite, objectsAt, refusal, specOf, withSpec } from '../../admitted/index.ts';
import { fieldAt, isEqual, isJsonObject, type JsonObject, type KubeObject, textAt } from '../../objects/index.ts';
import type { AdmissionPlugin, Attributes, Kernel } from '../../operations/index.ts';
import { keyOf, type Store } from '../../store/index.ts';
import { mergedTolerations } from './tolerations.ts';

/** A runtime class says what its pods cost on top and where they can run. */
export function runtimeClass({ store }: Pick<Kernel, 'store'>): AdmissionPlugin {
  return {
    name: 'RuntimeClass',
    mutate(attributes) {
      const { operation, object } = attributes;
      if (operation !== 'CREATE' || !isPodWrite(attributes)) return object;
      const found = classOf(attributes, store);
      return found ? withScheduling(attributes, withOverhead(attributes, object, found), found) : object;
    },
    validate(attributes) {
      const { operation, object } = attributes;
      if (operation !== 'CREATE' || !isPodWrite(attributes)) return;
      const overhead = overheadOf(classOf(attributes, store));
      const given = specOf(object)['overhead'];
      if (overhead && !isEqual(overhead, given)) throw refusal(attributes, MISMATCH);
      if (overhead || given === undefined) return;
      throw refusal(attributes, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
    },
  };
}

const MISMATCH = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

function classOf(attributes: Attributes, store: Store): KubeObject | undefined {
  const name = textAt(attributes.object, 'spec', 'runtimeClassName');
  if (name === '') return undefined;
  const entry = store.get('runtimeclasses.node.k8s.io', keyOf(undefined, name));
  if (!entry) throw refusal(attributes, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`);
  return entry.object;
}

function overheadOf(found: KubeObject | undefined): JsonObject | undefined {
  const overhead = fieldAt(found, ['overhead']);
  if (!isJsonObject(overhead)) return undefined;
  return isJsonObject(overhead['podFixed']) ? overhead['podFixed'] : {};
}

function withOverhead(attributes: Attributes, pod: KubeObject, found: KubeObject): KubeObject {
  const overhead = overheadOf(found);
  if (!overhead) return pod;
  const given = specOf(pod)['overhead'];
  if (isJsonObject(given) && Object.keys(given).length > 0 && !isEqual(given, overhead)) {
    throw refusal(attributes, MISMATCH);
  }
  return withSpec(pod, { overhead });
}

function withScheduling(attributes: Attributes, pod: KubeObject, found: KubeObject): KubeObject {
  const scheduling = fieldAt(found, ['scheduling']);
  if (!isJsonObject(scheduling)) return pod;
  const wanted = isJsonObject(scheduling['nodeSelector']) ? scheduling['nodeSelector'] : {};
  const given = specOf(pod)['nodeSelector'];
  const own = isJsonObject(given) ? given : {};
  for (const [key, value] of Object.entries(wanted)) {
    if (own[key] === undefined || own[key] === value) continue;
    const why = `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${textAt(wanted, key)}; pod.spec.nodeSelector[${key}] = ${textAt(own, key)}`;
    throw refusal(attributes, why);
  }
  const nodeSelector = { ...own, ...wanted };
  const tolerations = mergedTolerations([
    ...objectsAt(pod, 'spec', 'tolerations'),
    ...objectsAt(scheduling, 'tolerations'),
  ]);
  return withSpec(pod, {
    ...(Object.keys(nodeSelector).length > 0 && { nodeSelector }),
    ...(tolerations.length > 0 && { tolerations }),
  });
}
