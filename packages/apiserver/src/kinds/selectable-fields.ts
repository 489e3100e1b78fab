import type { FieldReaders } from '@slipway/apimachinery/selectors';
import type { KubeObject } from '../objects/index.ts';
import { readerOf } from '../selectors/index.ts';
import { builtInKind } from './registry.ts';

const WITHOUT_NAMESPACE = new Set(['nodes', 'namespaces', 'certificatesigningrequests.certificates.k8s.io']);
const NAME = readerOf('metadata.name');
const NAMESPACE = readerOf('metadata.namespace');

/** The fields that a resource can be selected by. `declared` are the JSON paths of a CRD's selectableFields. */
export function selectableFields(resource: string, declared: readonly string[] = []): FieldReaders<KubeObject> {
  const own = builtInKind(resource)?.selectableFields;
  return (field) => {
    if (field === 'metadata.name') return NAME;
    if (field === 'metadata.namespace') return WITHOUT_NAMESPACE.has(resource) ? undefined : NAMESPACE;
    if (own) return Object.hasOwn(own, field) ? own[field] : undefined;
    return declared.includes(`.${field}`) ? readerOf(field) : undefined;
  };
}

/** The complaint about a field that is none of them. */
export function unknownFieldMessage(resource: string, custom: boolean): (field: string) => string {
  const known = builtInKind(resource)?.selectableFields !== undefined;
  if (resource === 'jobs.batch') return (field) => `field label ${JSON.stringify(field)} not supported for Job`;
  return (field) =>
    known || custom
      ? `field label not supported: ${field}`
      : `"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`;
}
