import { ageColumn, integer, listAt, nameColumn, type TableColumn } from '../../tables/index.ts';

export const webhookColumns: readonly TableColumn[] = [
  nameColumn,
  integer('Webhooks', (object) => listAt(object, 'webhooks').length),
  ageColumn,
];
