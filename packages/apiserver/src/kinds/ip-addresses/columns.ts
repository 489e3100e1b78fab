import { type KubeObject, textAt } from '../../objects/index.ts';
import { column, nameColumn, type TableColumn } from '../../tables/index.ts';

function holderOf(address: KubeObject): string {
  const parts = ['group', 'resource', 'namespace', 'name'].map((part) => textAt(address, 'spec', 'parentRef', part));
  return parts.filter((part) => part !== '').join('/');
}

export const columns: readonly TableColumn[] = [nameColumn, column('ParentRef', holderOf)];
