import type { Draft } from '../finding.ts';
import type { SchemaNode } from '../normal/index.ts';
import { boundRules } from './bounds.ts';
import { combinatorRules } from './combinators.ts';
import { documentationRules } from './documentation.ts';
import { extensionRules } from './extensions.ts';
import type { NodeChange, NodeOptions, NodePlace, NodeRule } from './node-change.ts';
import { exchangeRules, isShapeExchange, structureRules } from './structure.ts';
import { isReplaced, isRetyped, typeRules, valueRules } from './values.ts';

/** The rules that speak at a place: a new type silences the rest, an exchanged shape what is below. */
function rulesFor(change: NodeChange): readonly NodeRule[] {
  if (isReplaced(change)) return [...typeRules, ...documentationRules];
  const retyped = isRetyped(change) ? typeRules : [];
  const values = [...retyped, ...valueRules, ...boundRules, ...combinatorRules];
  const structure = isShapeExchange(change) ? exchangeRules : structureRules;
  return [...structure, ...values, ...extensionRules, ...documentationRules];
}

/**
 * Everything that differs between two schemas, by place. Walks with its own stack, and only where the
 * two sides are not one and the same object; a place that came or went yields one finding and is not
 * entered.
 */
export function compareSchemas(old: SchemaNode, now: SchemaNode, options: NodeOptions): Draft[] {
  const found: Draft[] = [];
  const root: NodePlace = { isRequired: false, isListItem: false };
  const stack: NodeChange[] = [{ old, new: now, path: [], place: root, options }];
  for (let change = stack.pop(); change !== undefined; change = stack.pop()) {
    if (change.old === change.new) continue;
    for (const rule of rulesFor(change)) {
      for (const draft of [rule(change) ?? []].flat()) found.push({ path: change.path, ...draft });
    }
    if (!isReplaced(change) && !isShapeExchange(change)) stack.push(...children(change));
  }
  return found;
}

function children({ old, new: now, path, options }: NodeChange): NodeChange[] {
  const below: NodeChange[] = [];
  const add = (before: SchemaNode, after: SchemaNode, segment: string, place: NodePlace): void => {
    if (before !== after) {
      below.push({ old: before, new: after, path: [...path, segment], place, options });
    }
  };
  for (const [name, before] of old.properties) {
    const after = now.properties.get(name);
    if (after !== undefined) add(before, after, name, { isRequired: now.required.has(name), isListItem: false });
  }
  if (old.items !== undefined && now.items !== undefined) {
    add(old.items, now.items, 'items', { isRequired: false, isListItem: true });
  }
  if (typeof old.additional === 'object' && typeof now.additional === 'object') {
    add(old.additional, now.additional, 'additionalProperties', { isRequired: false, isListItem: false });
  }
  return below;
}
