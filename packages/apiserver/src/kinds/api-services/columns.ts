import { type KubeObject, textAt } from '../../objects/index.ts';
import { ageColumn, column, listAt, nameColumn, type TableColumn } from '../../tables/index.ts';

function serviceOf(registration: KubeObject): string {
  const name = textAt(registration, 'spec', 'service', 'name');
  return name === '' ? 'Local' : `${textAt(registration, 'spec', 'service', 'namespace')}/${name}`;
}

/** With the reason where it is not. */
function availability(registration: KubeObject): string {
  const found = listAt(registration, 'status.conditions').find((one) => textAt(one, 'type') === 'Available');
  if (!found) return 'Unknown';
  const status = textAt(found, 'status');
  return status === 'True' ? status : `${status} (${textAt(found, 'reason')})`;
}

export const columns: readonly TableColumn[] = [
  nameColumn,
  column('Service', serviceOf),
  column('Available', availability),
  ageColumn,
];
