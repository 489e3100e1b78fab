import { objectsAt } from '../../admitted/index.ts';
import { isEqual, type KubeObject, textAt } from '../../objects/index.ts';
import type { AdmissionPlugin, Attributes, Kernel } from '../../operations/index.ts';
import { forbidden, invalid } from '../../status/index.ts';
import { keyOf, type Store } from '../../store/index.ts';
import { namespaceWarnings } from './existing-pods.ts';
import { shownViolations, violations } from './levels.ts';
import { isSame, isStricter, type LevelVersion, policyOf, shownPolicy } from './policy.ts';
import type { Subject } from './subject.ts';
import { subjectOf, templateOf } from './templates.ts';

/** Subresources of pods that do not carry one. */
const IGNORED = new Set('exec attach binding eviction log portforward proxy status'.split(' '));

/** Pod Security: what the labels of a namespace demand of its pods, and what they warn of. */
export function podSecurity({ store }: Pick<Kernel, 'store'>): AdmissionPlugin {
  return {
    name: 'PodSecurity',
    validate(attributes) {
      const { operation, target, object } = attributes;
      if (!object || (operation !== 'CREATE' && operation !== 'UPDATE') || target.resource.custom) return;
      const { collection } = target.resource;
      if (collection === 'pods') checkPod(attributes, object, store);
      else if (target.subresource !== undefined) return;
      else if (collection === 'namespaces') checkNamespace(attributes, object, store);
      else warnOfTemplate(attributes, object, store);
    },
  };
}

function policyAt(store: Store, namespace: string | undefined) {
  return policyOf(store.get('namespaces', keyOf(undefined, namespace ?? ''))?.object.metadata.labels);
}

function checkPod(attributes: Attributes, pod: KubeObject, store: Store): void {
  const { target, old } = attributes;
  if (IGNORED.has(target.subresource ?? '') || (old && !isSignificant(pod, old))) return;
  const { enforce, warn } = policyAt(store, target.namespace);
  const subject = subjectOf(pod);
  const found = violations(subject, enforce);
  if (found.length > 0) {
    const why = `violates PodSecurity "${shownPolicy(enforce)}": ${shownViolations(found)}`;
    throw forbidden(target.resource, target.name, why);
  }
  warnOf(attributes, subject, warn);
}

/** Only the images of a pod that exists can change in a way that matters here. */
function isSignificant(pod: KubeObject, old: KubeObject): boolean {
  const images = (object: KubeObject, list: string) =>
    objectsAt(object, 'spec', list).map((container) => textAt(container, 'image'));
  if (['containers', 'initContainers'].some((list) => !isEqual(images(pod, list), images(old, list)))) return true;
  const before = new Map(
    objectsAt(old, 'spec', 'ephemeralContainers').map((one) => [textAt(one, 'name'), textAt(one, 'image')]),
  );
  return objectsAt(pod, 'spec', 'ephemeralContainers').some(
    (one) => before.get(textAt(one, 'name')) !== textAt(one, 'image'),
  );
}

function warnOf({ options }: Attributes, subject: Subject, policy: LevelVersion): void {
  const found = options.warn ? violations(subject, policy) : [];
  if (found.length === 0) return;
  options.warn?.(`would violate PodSecurity "${shownPolicy(policy)}": ${shownViolations(found)}`);
}

/** Clients that make pods are only warned: the pods themselves are refused. */
function warnOfTemplate(attributes: Attributes, object: KubeObject, store: Store): void {
  const { namespace, resource } = attributes.target;
  const template = templateOf(resource.collection, object);
  if (template) warnOf(attributes, template, policyAt(store, namespace).warn);
}

function checkNamespace(attributes: Attributes, namespace: KubeObject, store: Store): void {
  const { target, old, options } = attributes;
  const now = policyOf(namespace.metadata.labels);
  const before = old && policyOf(old.metadata.labels);
  if (now.errors.length > 0 && !isEqual(now.errors, before?.errors)) {
    throw invalid(target.resource, target.name ?? '', now.errors);
  }
  if (!before || isSame(now.enforce, before.enforce) || now.enforce.level === 'privileged') return;
  const isRelaxed =
    now.enforce.version === before.enforce.version && !isStricter(now.enforce.level, before.enforce.level);
  if (isRelaxed) return;
  const pods = store.list('pods', namespace.metadata.name).map((entry) => entry.object);
  for (const warning of namespaceWarnings(namespace.metadata.name ?? '', now.enforce, pods)) options.warn?.(warning);
}
