import { COMPARABLE } from '../library/index.ts';
import type { Macro } from '../syntax/index.ts';
import { BOOL, DYN, ERROR, INT, listOf, mapOf, printType, type Type } from '../types/index.ts';
import type { Inference } from './inference.ts';

/** The types of the macro's variables. */
export function iteratedTypes(node: Macro, range: Type, inference: Inference): Type[] {
  const isDouble = node.vars.length === 2;
  switch (range.kind) {
    case 'list':
      return isDouble ? [INT, range.element] : [range.element];
    case 'map':
      return isDouble ? [range.key, range.value] : [range.key];
    case 'dyn':
    case 'error':
    case 'param':
      inference.fits([DYN], [range]);
      return [DYN, DYN];
    default: {
      const text = `expression of type '${printType(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`;
      return [inference.fault(node.range, text), ERROR];
    }
  }
}

/** The type of the macro, given the type of what it computes for each element. */
export function macroType(node: Macro, range: Type, types: readonly Type[], step: Type, inference: Inference): Type {
  const element = types[0] ?? DYN;
  switch (node.macro) {
    case 'all':
    case 'exists':
      return inference.fits([step], [BOOL]) ? BOOL : inference.mismatch(node.step, BOOL, step);
    case 'existsOne':
      return inference.fits([step], [BOOL]) ? BOOL : inference.noOverload(node, '_?_:_', [step, INT, INT], false);
    case 'filter': {
      const list = listOf(element);
      return inference.fits([step], [BOOL]) ? list : inference.noOverload(node, '_?_:_', [step, list, list], false);
    }
    case 'transformMap':
      return mapOf(element, step);
    case 'transformMapEntry': {
      const entry = mapOf(inference.fresh(), inference.fresh());
      if (inference.fits([step], [entry])) return inference.apply(entry);
      return inference.noOverload(node, 'cel.@mapInsert', [entry, step], false);
    }
    case 'sortBy': {
      const keys = listOf(step);
      const isSortable = COMPARABLE.some((type) =>
        inference.fits([range, keys], [listOf(inference.fresh()), listOf(type)]),
      );
      return isSortable ? range : inference.noOverload(node, '@sortByAssociatedKeys', [range, keys], true);
    }
    default:
      return listOf(step);
  }
}
