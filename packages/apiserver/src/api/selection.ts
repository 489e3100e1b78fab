import { shownIn } from '../custom/index.ts';
import { selectableFields, unknownFieldMessage } from '../kinds/index.ts';
import type { Target } from '../operations/index.ts';
import { qualifiedName } from '../resources/index.ts';
import { parseFieldSelector, parseLabelSelector } from '../selectors/index.ts';
import type { Selection } from '../watch/index.ts';

/** What a list, a watch or a deletecollection is about: its namespace and its two selectors, compiled. */
export function selectionOf({ resource, served, namespace }: Target, query: URLSearchParams): Selection {
  const name = qualifiedName(resource);
  const labels = parseLabelSelector(query.get('labelSelector') ?? undefined);
  const fields = parseFieldSelector(
    query.get('fieldSelector') ?? undefined,
    selectableFields(name, served.selectableFields),
    unknownFieldMessage(name, resource.custom),
  );
  if (!labels && !fields) return { namespace };
  return {
    namespace,
    isSingle: fields?.name !== undefined,
    label: labels?.required,
    matches: (entry) => {
      if (labels && !labels(entry.object.metadata.labels)) return false;
      // Fields are those of the version that is asked for.
      return !fields || fields.matches((resource.custom ? shownIn(resource, served, entry) : entry).object);
    },
  };
}
