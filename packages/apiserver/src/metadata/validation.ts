import {
  ANNOTATIONS_LIMIT_BYTES,
  bytesOfAnnotations,
  dns1123LabelFaults,
  dns1123SubdomainFaults,
  labelValueFaults,
  pathSegmentFaults,
  qualifiedNameFaults,
} from '@slipway/apimachinery/names';
import { isEqual, type ObjectMeta } from '../objects/index.ts';
import { type FieldError, forbiddenValue, invalidValue, requiredValue, tooLongValue } from '../status/index.ts';

/** Which names a kind allows: most a DNS subdomain, some only one label of it, RBAC almost anything. */
export type NameRule = 'subdomain' | 'label' | 'path';

const STANDARD_FINALIZERS = new Set(['kubernetes', 'orphan', 'foregroundDeletion']);

const complaintsOf: Record<NameRule, (name: string) => readonly string[]> = {
  subdomain: dns1123SubdomainFaults,
  label: dns1123LabelFaults,
  path: pathSegmentFaults,
};

/** What is wrong with the metadata of an object that is about to be stored. */
export function metadataErrors(metadata: ObjectMeta, namespaced: boolean, rule: NameRule): FieldError[] {
  const errors: FieldError[] = [];
  const { name = '', namespace = '' } = metadata;
  if (name === '') errors.push(requiredValue('metadata.name', 'name or generateName is required'));
  else for (const complaint of complaintsOf[rule](name)) errors.push(invalidValue('metadata.name', name, complaint));

  if (namespaced && namespace === '') errors.push(requiredValue('metadata.namespace'));
  else if (namespaced) {
    for (const complaint of dns1123LabelFaults(namespace)) {
      errors.push(invalidValue('metadata.namespace', namespace, complaint));
    }
  } else if (namespace !== '') errors.push(forbiddenValue('metadata.namespace', 'not allowed on this type'));

  errors.push(...labelErrors(metadata.labels ?? {}), ...annotationErrors(metadata.annotations ?? {}));
  errors.push(...ownerErrors(metadata), ...finalizerErrors(metadata.finalizers ?? []));
  return errors;
}

/** What is wrong with a change of metadata. */
export function metadataUpdateErrors(updated: ObjectMeta, old: ObjectMeta): FieldError[] {
  const errors: FieldError[] = [];
  if (old.deletionTimestamp !== undefined) {
    const added = (updated.finalizers ?? []).filter((finalizer) => !old.finalizers?.includes(finalizer)).sort();
    if (added.length > 0) {
      const shown = `[]string{${added.map((finalizer) => `"${finalizer}"`).join(', ')}}`;
      errors.push(
        forbiddenValue(
          'metadata.finalizers',
          `no new finalizers can be added if the object is being deleted, found new finalizers ${shown}`,
        ),
      );
    }
  }
  const immutable = [
    'name',
    'namespace',
    'uid',
    'creationTimestamp',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
  ];
  for (const field of immutable as (keyof ObjectMeta)[]) {
    if (!isEqual(updated[field], old[field])) {
      errors.push(invalidValue(`metadata.${field}`, updated[field] ?? null, 'field is immutable'));
    }
  }
  return errors;
}

function labelErrors(labels: Readonly<Record<string, string>>): FieldError[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...qualifiedNameFaults(key).map((complaint) => invalidValue('metadata.labels', key, complaint)),
    ...labelValueFaults(value).map((complaint) => invalidValue('metadata.labels', value, complaint)),
  ]);
}

export function annotationErrors(
  annotations: Readonly<Record<string, string>>,
  at = 'metadata.annotations',
): FieldError[] {
  const errors = Object.keys(annotations).flatMap((key) =>
    // Annotation keys may have capitals in their prefix, label keys may not.
    qualifiedNameFaults(key.toLowerCase()).map((complaint) => invalidValue(at, key, complaint)),
  );
  const bytes = bytesOfAnnotations(annotations);
  if (bytes > ANNOTATIONS_LIMIT_BYTES) errors.push(tooLongValue(at, ANNOTATIONS_LIMIT_BYTES));
  return errors;
}

function ownerErrors(metadata: ObjectMeta): FieldError[] {
  const errors: FieldError[] = [];
  const at = 'metadata.ownerReferences';
  const owners = metadata.ownerReferences ?? [];
  let controller: string | undefined;
  for (const owner of owners) {
    if (!owner.apiVersion) errors.push(invalidValue(`${at}.apiVersion`, '', 'version must not be empty'));
    for (const field of ['kind', 'name', 'uid'] as const) {
      if (!owner[field]) errors.push(invalidValue(`${at}.${field}`, '', 'must not be empty'));
    }
    if (!owner.controller) continue;
    const named = `${owner.kind}/${owner.name}`;
    if (controller === undefined) controller = named;
    else {
      const both = `Found "true" in references for ${controller} and ${named}`;
      errors.push(invalidValue(at, owners, `Only one reference can have Controller set to true. ${both}`));
    }
  }
  return errors;
}

/** Finalizers of new built-in objects are the server's own or carry a domain; custom ones may be any. */
export function unqualifiedFinalizerErrors(finalizers: readonly string[]): FieldError[] {
  return finalizers.flatMap((finalizer, index) => {
    if (finalizer.includes('/') || STANDARD_FINALIZERS.has(finalizer)) return [];
    const complaint = 'name is neither a standard finalizer name nor is it fully qualified';
    return [invalidValue(`metadata.finalizers[${index}]`, finalizer, complaint)];
  });
}

function finalizerErrors(finalizers: readonly string[]): FieldError[] {
  const at = 'metadata.finalizers';
  const errors = finalizers.flatMap((finalizer) =>
    qualifiedNameFaults(finalizer).map((complaint) => invalidValue(at, finalizer, complaint)),
  );
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    errors.push(invalidValue(at, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set'));
  }
  return errors;
}
