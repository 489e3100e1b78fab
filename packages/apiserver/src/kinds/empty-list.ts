import type { KubeObject } from '../objects/index.ts';

/** What is stored does not tell an empty list from none; where one must be shown, it is null. */
export const emptyAsNull =
  (field: string) =>
  (object: KubeObject): KubeObject => {
    const list = object[field];
    return Array.isArray(list) && list.length === 0 ? { ...object, [field]: null } : object;
  };
