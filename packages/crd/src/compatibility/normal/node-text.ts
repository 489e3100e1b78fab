import { canonicalJson } from '@slipway/apimachinery/json';
import { compareBytes, sortedBytes } from '../canonical.ts';
import type { CountKeyword, NormalRule, SchemaNode } from './schema-node.ts';

export const COUNTS: readonly CountKeyword[] = [
  'maxLength',
  'maxItems',
  'maxProperties',
  'minLength',
  'minItems',
  'minProperties',
];

/** Keywords that only a CRD which the server refuses can carry; compared as they are written. */
const REFUSED = [
  'id',
  '$schema',
  '$ref',
  'patternProperties',
  'dependencies',
  'additionalItems',
  'definitions',
] as const;

/** Text that is equal for places which accept the same values; what is below them stands in it by number. */
export function meaningText(node: SchemaNode): string {
  const { schema, interval } = node;
  const parts: string[] = [node.type, node.format];
  const add = (keyword: string, value: string | number | bigint | undefined): void => {
    if (value !== undefined && value !== '') parts.push(`${keyword}=${value}`);
  };
  add('low', interval.low.value === -Infinity ? undefined : `${interval.low.value}${interval.low.isExclusive}`);
  add('high', interval.high.value === Infinity ? undefined : `${interval.high.value}${interval.high.isExclusive}`);
  add('multipleOf', node.divisor);
  for (const keyword of COUNTS) add(keyword, node.counts[keyword]);
  add('pattern', schema.pattern === undefined || schema.pattern === '' ? undefined : JSON.stringify(schema.pattern));
  add('enum', node.enum?.join(','));
  if (node.enum?.length === 0) parts.push('enum=none');
  add('default', node.default);
  add('required', node.required.size === 0 ? undefined : JSON.stringify(sortedBytes(node.required)));
  add('items', node.items?.meaning);
  if (node.properties.size > 0) {
    const members: string[] = [];
    for (const [name, child] of node.properties) members.push(`${JSON.stringify(name)}:${child.meaning}`);
    parts.push(`properties={${members.join(',')}}`);
  }
  if (node.additional !== undefined) {
    parts.push(`additional=${typeof node.additional === 'object' ? node.additional.meaning : node.additional}`);
  }
  if (node.allOf.length > 0) add('allOf', memberNumbers(new Set(numbersOf(node.allOf))));
  if (node.anyOf.length > 0) add('anyOf', memberNumbers(new Set(numbersOf(node.anyOf))));
  if (node.oneOf.length > 0) add('oneOf', memberNumbers(numbersOf(node.oneOf)));
  add('not', node.not?.meaning);
  if (node.rules.length > 0) add('rules', node.rules.map(ruleText).sort(compareBytes).join(';'));
  add('listType', node.listType);
  add('listMapKeys', node.listMapKeys.length === 0 ? undefined : JSON.stringify(node.listMapKeys));
  add('mapType', node.mapType);
  if (node.keepsUnknown) parts.push('keepsUnknown');
  if (node.isIntOrString) parts.push('intOrString');
  if (node.isEmbedded) parts.push('embedded');
  if (node.isNullable) parts.push('nullable');
  if (schema.uniqueItems === true) parts.push('uniqueItems');
  for (const keyword of REFUSED) {
    const value = schema[keyword];
    if (value !== undefined) parts.push(`${keyword}=${canonicalJson(value)}`);
  }
  return parts.join('|');
}

function ruleText(rule: NormalRule): string {
  const { text, message = '', messageExpression = '', reason = '', fieldPath = '', optionalOldSelf } = rule;
  return JSON.stringify([text, message, messageExpression, reason, fieldPath, optionalOldSelf === true]);
}

function numbersOf(nodes: readonly SchemaNode[]): number[] {
  return nodes.map((node) => node.meaning);
}

function memberNumbers(numbers: Iterable<number>): string {
  return [...numbers].sort((a, b) => a - b).join(',');
}

/** What people read, of this place and of those below that are compared one by one. */
export function documentationText(node: SchemaNode): string {
  const { schema } = node;
  const { description = '', title = '', example, externalDocs } = schema;
  const ignoredFormat = node.format === '' ? (schema.format ?? '') : '';
  const parts = [JSON.stringify([description, title, ignoredFormat])];
  if (example !== undefined) parts.push(canonicalJson(example));
  if (externalDocs !== undefined) parts.push(canonicalJson(externalDocs));
  for (const child of node.properties.values()) parts.push(`${child.identity}`);
  if (node.items !== undefined) parts.push(`i${node.items.identity}`);
  if (typeof node.additional === 'object') parts.push(`a${node.additional.identity}`);
  return parts.join('|');
}
