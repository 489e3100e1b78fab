import { fieldAt } from '../objects/index.ts';
import type { CellOf } from './column.ts';

export const trueOrFalse =
  (path: string): CellOf =>
  (object) =>
    fieldAt(object, path.split('.')) === true;
