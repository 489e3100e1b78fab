import { unqualifiedFinalizerErrors } from '../../metadata/index.ts';
import { fieldAt, isJsonObject, type KubeObject, without } from '../../objects/index.ts';
import type { FieldError } from '../../status/index.ts';
import type { KindRules } from '../built-in-kind.ts';

const NAME_LABEL = 'kubernetes.io/metadata.name';

/** The label with the namespace's name is the server's: it comes back when it is removed or changed. */
function withNameLabel(namespace: KubeObject): KubeObject {
  const { metadata } = namespace;
  return { ...namespace, metadata: { ...metadata, labels: { ...metadata.labels, [NAME_LABEL]: metadata.name ?? '' } } };
}

function withFinalizer(spec: unknown): { finalizers: readonly unknown[] } {
  const given = isJsonObject(spec) && Array.isArray(spec['finalizers']) ? (spec['finalizers'] as unknown[]) : [];
  return { finalizers: given.includes('kubernetes') ? given : [...given, 'kubernetes'] };
}

/** Finalizers of the spec are held to the rule that those of metadata are. */
function finalizerErrors(namespace: KubeObject): FieldError[] {
  const finalizers = fieldAt(namespace, ['spec', 'finalizers']);
  const names = Array.isArray(finalizers) ? (finalizers as string[]) : [];
  return unqualifiedFinalizerErrors(names).map((error) => ({ ...error, field: 'spec.finalizers' }));
}

export const namespaceRules: KindRules = {
  validate: finalizerErrors,
  // A name that is still to be generated is not the client's.
  default: (namespace) => (namespace.metadata.name ? withNameLabel(namespace) : namespace),
  canonicalize: withNameLabel,
  prepareCreate: (namespace) => ({
    ...without(namespace, 'status'),
    spec: withFinalizer(namespace['spec']),
    status: { phase: 'Active' },
  }),
  // Only the finalize subresource may take finalizers away.
  prepareUpdate: (namespace, old) => ({ ...namespace, spec: old['spec'] }),
  markDeletion: (namespace, deletionTimestamp) => ({
    ...namespace,
    metadata: { ...namespace.metadata, deletionTimestamp },
    status: { phase: 'Terminating' },
  }),
  isHeld: (namespace) => {
    const finalizers = fieldAt(namespace, ['spec', 'finalizers']);
    return Array.isArray(finalizers) && finalizers.length > 0;
  },
};
