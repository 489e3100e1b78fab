import { groupOf } from '@slipway/apimachinery/references';
import type { KubeObject } from '../../objects/index.ts';
import { ageColumn, column, count, NONE, nameColumn, type TableColumn } from '../../tables/index.ts';

function controllerOf({ metadata }: KubeObject): string {
  const owner = metadata.ownerReferences?.find((reference) => reference.controller);
  if (!owner) return NONE;
  const group = groupOf(owner.apiVersion);
  return `${owner.kind.toLowerCase()}${group ? `.${group}` : ''}/${owner.name}`;
}

export const columns: readonly TableColumn[] = [
  nameColumn,
  column('Controller', controllerOf),
  column('Revision', count('revision')),
  ageColumn,
];
