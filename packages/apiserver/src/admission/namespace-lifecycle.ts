import { textAt } from '../objects/index.ts';
import type { AdmissionPlugin, Kernel } from '../operations/index.ts';
import { forbidden, notFound } from '../status/index.ts';
import { keyOf } from '../store/index.ts';

const NAMESPACES = { group: '', plural: 'namespaces' };

/** Nothing is made in a namespace that is not there (K-83) or that ends (K-77). */
export function namespaceLifecycle({ store }: Pick<Kernel, 'store'>): AdmissionPlugin {
  return {
    name: 'NamespaceLifecycle',
    mutate({ operation, target, object }) {
      const { resource, namespace, name } = target;
      if (operation !== 'CREATE' || namespace === undefined) return object;
      const entry = store.get('namespaces', keyOf(undefined, namespace));
      if (!entry) throw notFound(NAMESPACES, namespace);
      if (textAt(entry.object, 'status', 'phase') !== 'Terminating') return object;
      const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
      throw forbidden(resource, name, why, [
        {
          reason: 'NamespaceTerminating',
          message: `namespace ${namespace} is being terminated`,
          field: 'metadata.namespace',
        },
      ]);
    },
  };
}
