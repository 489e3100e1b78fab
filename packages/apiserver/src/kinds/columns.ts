import { qualifiedName, type Resource, type ServedVersion } from '../resources/index.ts';
import { ageColumn, customColumns, nameColumn, type TableColumn } from '../tables/index.ts';
import { builtInKind } from './registry.ts';

/** The columns of a resource; those that nothing is known of have a name and an age. */
export function tableColumns(resource: Resource, served: ServedVersion): readonly TableColumn[] {
  if (resource.custom) return customColumns(served);
  return builtInKind(qualifiedName(resource))?.columns ?? [nameColumn, ageColumn];
}
