import { createdColumn, nameColumn } from '../../tables/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { definitionRules } from './rules.ts';

export const customResourceDefinitions: readonly BuiltInKind[] = [
  {
    name: 'customresourcedefinitions.apiextensions.k8s.io',
    rules: definitionRules,
    columns: [nameColumn, createdColumn],
  },
];

export { CLEANUP_FINALIZER } from './rules.ts';
