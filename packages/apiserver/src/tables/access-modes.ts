import { type CellOf, listAt } from './column.ts';

const ACCESS_MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

export const accessModes =
  (path: string): CellOf =>
  (object) =>
    listAt(object, path)
      .map((mode) => ACCESS_MODES[String(mode)] ?? '')
      .filter(Boolean)
      .join(',');
