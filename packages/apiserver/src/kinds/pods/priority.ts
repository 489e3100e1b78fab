import { isPodWrite, refusal, specOf, withSpec } from '../../admitted/index.ts';
import { fieldAt, type KubeObject, textAt } from '../../objects/index.ts';
import type { AdmissionPlugin, Kernel, ObjectAttributes } from '../../operations/index.ts';
import { keyOf, type Store } from '../../store/index.ts';

const CLASSES = 'priorityclasses.scheduling.k8s.io';

/** Pods say their priority by the name of a class; the number and the policy come from the class. */
export function priority({ store }: Pick<Kernel, 'store'>): AdmissionPlugin {
  return {
    name: 'Priority',
    mutate(attributes) {
      if (!isPodWrite(attributes)) return attributes.object;
      return attributes.operation === 'CREATE' ? withPriority(attributes, store) : withKept(attributes);
    },
    validate(attributes) {
      const { operation, target, object } = attributes;
      if (target.resource.collection !== CLASSES || target.subresource || object?.['globalDefault'] !== true) return;
      const other = defaultClass(store);
      if (!other || (operation === 'UPDATE' && other.metadata.name === object.metadata.name)) return;
      const name = other.metadata.name ?? '';
      throw refusal(attributes, `PriorityClass ${name} is already marked as default. Only one default can exist`);
    },
  };
}

/** What the class decided stays, whatever an update leaves out. */
function withKept({ object, old }: ObjectAttributes): KubeObject {
  const given = specOf(object);
  const { priority: value, preemptionPolicy } = specOf(old);
  const kept = {
    ...(given['priority'] === undefined && value !== undefined && { priority: value }),
    ...(given['preemptionPolicy'] === undefined && preemptionPolicy !== undefined && { preemptionPolicy }),
  };
  return Object.keys(kept).length > 0 ? withSpec(object, kept) : object;
}

function withPriority(attributes: ObjectAttributes, store: Store): KubeObject {
  const { object } = attributes;
  const asked = textAt(object, 'spec', 'priorityClassName');
  const found = asked === '' ? defaultClass(store) : store.get(CLASSES, keyOf(undefined, asked))?.object;
  if (asked !== '' && !found) throw refusal(attributes, `no PriorityClass with name ${asked} was found`);
  const value = found ? valueOf(found) : 0;
  const policy = found ? textAt(found, 'preemptionPolicy') : 'PreemptLowerPriority';
  const given = specOf(object);
  if (typeof given['priority'] === 'number' && given['priority'] !== value) {
    const why = `the integer value of priority (${given['priority']}) must not be provided in pod spec; priority admission controller computed ${value} from the given PriorityClass name`;
    throw refusal(attributes, why);
  }
  const givenPolicy = textAt(object, 'spec', 'preemptionPolicy');
  if (givenPolicy !== '' && policy !== '' && givenPolicy !== policy) {
    const why = `the string value of PreemptionPolicy (${givenPolicy}) must not be provided in pod spec; priority admission controller computed ${policy} from the given PriorityClass name`;
    throw refusal(attributes, why);
  }
  const name = found?.metadata.name;
  return withSpec(object, {
    ...(name !== undefined && { priorityClassName: name }),
    priority: value,
    ...(policy !== '' && { preemptionPolicy: policy }),
  });
}

function valueOf(priorityClass: KubeObject): number {
  const value = fieldAt(priorityClass, ['value']);
  return typeof value === 'number' ? value : 0;
}

/** Should there be several by bad luck, the lowest counts. */
function defaultClass(store: Store): KubeObject | undefined {
  let lowest: KubeObject | undefined;
  for (const { object } of store.list(CLASSES)) {
    if (object['globalDefault'] === true && (!lowest || valueOf(object) < valueOf(lowest))) lowest = object;
  }
  return lowest;
}
