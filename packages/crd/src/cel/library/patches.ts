import { declareFunction, type Overload, STRING } from '../types/index.ts';
import { pass } from './costs.ts';

/** A key of a map as a step of a JSON pointer. */
const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** For expressions that make JSON patches; no other environment has it. */
export const PATCH_FUNCTIONS: ReadonlyMap<string, readonly Overload[]> = new Map([
  ['jsonpatch.escapeKey', [declareFunction('jsonpatch.escapeKey', [STRING], STRING, escapeKey, pass)]],
]);
