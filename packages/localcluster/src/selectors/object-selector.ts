import { fieldAt, isJsonObject, textAt } from '../objects/index.ts';
import type { Labels } from './label-selector.ts';

/** Whether a selector in an object's fields (`matchLabels`, `matchExpressions`) selects these labels. */
export function selectsLabels(selector: unknown, labels: Labels = {}): boolean {
  const wanted = fieldAt(selector, ['matchLabels']);
  const expressions = fieldAt(selector, ['matchExpressions']);
  return (
    Object.entries(isJsonObject(wanted) ? wanted : {}).every(
      ([key, value]) => has(labels, key) && labels[key] === value,
    ) && (Array.isArray(expressions) ? expressions : []).every((expression) => meets(expression, labels))
  );
}

function meets(expression: unknown, labels: Labels): boolean {
  const key = textAt(expression, 'key');
  const given = fieldAt(expression, ['values']);
  const values = Array.isArray(given) ? given : [];
  switch (textAt(expression, 'operator')) {
    case 'In':
      return has(labels, key) && values.includes(labels[key]);
    case 'NotIn':
      return !has(labels, key) || !values.includes(labels[key]);
    case 'Exists':
      return has(labels, key);
    case 'DoesNotExist':
      return !has(labels, key);
    default:
      return false;
  }
}

function has(labels: Labels, key: string): boolean {
  return Object.hasOwn(labels, key);
}
