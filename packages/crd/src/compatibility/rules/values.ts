import type { JsonValue } from '../../schema/index.ts';
import { parseJson } from '../../schema/index.ts';
import type { Draft } from '../finding.ts';
import { shown, shownChange } from '../finding.ts';
import { restricts } from '../normal/index.ts';
import { breaks, loosens, type NodeChange, type NodeRule, turn, written } from './node-change.ts';

/** Whether what is at this place has another type; the rest of its values is then not compared. */
export function isRetyped({ old, new: now }: NodeChange): boolean {
  return old.type !== now.type || old.isIntOrString !== now.isIntOrString;
}

/** integer → number keeps every value valid, so the other rules still apply. */
export function isReplaced(change: NodeChange): boolean {
  return isRetyped(change) && !(change.old.type === 'integer' && change.new.type === 'number');
}

const typeChanged: NodeRule = (change) => {
  const { old, new: now } = change;
  if (!isRetyped(change)) return undefined;
  const named = (type: string): string => (type === '' ? 'any type' : type);
  if (old.isIntOrString && !now.isIntOrString) {
    return breaks('S22', 'WS', `int-or-string became ${named(now.type)}`, written(change, 'type'));
  }
  if (!old.isIntOrString && now.isIntOrString && (old.type === 'integer' || old.type === 'string')) {
    return loosens('S23', 'REVIEW', `${old.type} became int-or-string`, written(change, 'type'));
  }
  const message = `type ${named(old.type)} became ${now.isIntOrString ? 'int-or-string' : named(now.type)}`;
  if (old.type === 'integer' && now.type === 'number') {
    return loosens('V01', 'REVIEW', message, written(change, 'type'));
  }
  return breaks('V01', 'WSR', message, written(change, 'type'));
};

const formatChanged: NodeRule = (change) => {
  const [before, after] = [change.old.format, change.new.format];
  const values = written(change, 'format');
  const [text, now] = [change.old.schema.format ?? '', change.new.schema.format ?? ''];
  if (before === after) {
    if (text === now || before !== '') return undefined;
    return {
      rule: 'V03',
      verdict: 'INFO',
      message: `format ${now || text}, which no target checks, changed`,
      ...values,
    };
  }
  if (before === 'int64' && after === 'int32')
    return breaks('V04', 'WS', 'integers beyond 32 bits are refused', values);
  if (before === 'int32' && after === 'int64')
    return loosens('V04', 'REVIEW', 'integers beyond 32 bits are accepted', values);
  if (restricts(after)) {
    const message = before === '' ? `format ${now} added` : `format ${text} became ${now}`;
    return breaks('V02', 'WS', message, values);
  }
  if (restricts(before)) return loosens('V03', 'SAFE', `format ${text} no longer checked`, values);
  return { rule: 'V02', verdict: 'SAFE', message: `format ${now || text} changes nothing`, ...values };
};

const enumChanged: NodeRule = (change) => {
  const [before, after] = [change.old.enum, change.new.enum];
  if (before === undefined && after === undefined) return undefined;
  const values = written(change, 'enum');
  if (before === undefined) return breaks('V05', 'WS', `enum ${shown(values.new ?? [])} added`, values);
  if (after === undefined) return loosens('V08', 'REVIEW', `enum ${shown(values.old ?? [])} dropped`, values);
  const found: Draft[] = [];
  const removed = before.filter((value) => !after.includes(value));
  const added = after.filter((value) => !before.includes(value));
  if (removed.length > 0) {
    found.push(breaks('V06', 'WS', listed(removed, 'removed'), { keyword: 'enum', old: removed.map(parseJson) }));
  }
  if (added.length > 0) {
    const verdict = change.options.isOpenEnum(change.path) ? 'SAFE' : 'REVIEW';
    const members: JsonValue[] = added.map(parseJson);
    found.push(loosens('V07', verdict, listed(added, 'added'), { keyword: 'enum', new: members }));
  }
  return found;
};

function listed(values: readonly string[], what: string): string {
  return `enum value${values.length > 1 ? 's' : ''} ${values.join(', ')} ${what}`;
}

const patternChanged: NodeRule = (change) => {
  const [before, after] = [change.old.schema.pattern ?? '', change.new.schema.pattern ?? ''];
  if (before === after) return undefined;
  const values = written(change, 'pattern');
  if (before === '') return breaks('V19', 'WS', `pattern ${shown(after)} added`, values);
  if (after === '') return loosens('V21', 'SAFE', `pattern ${shown(before)} removed`, values);
  return breaks('V20', 'WS', `pattern ${shownChange(before, after)}`, values);
};

const nullableChanged: NodeRule = (change) => {
  const { isRequired, isListItem } = change.place;
  const values = written(change, 'nullable');
  switch (turn(change.old.isNullable, change.new.isNullable)) {
    case '-':
      return breaks('V22', isRequired || isListItem ? 'WSDR' : 'DR', 'null is no longer kept', values);
    case '+':
      return change.new.enum === undefined
        ? loosens('V23', 'REVIEW', 'null is kept', values)
        : breaks('V23', 'W', 'null, dropped so far, is refused by the enum', values);
    default:
      return undefined;
  }
};

const defaultChanged: NodeRule = (change) => {
  const [before, after] = [change.old.default, change.new.default];
  if (before === after) return undefined;
  const values = written(change, 'default');
  if (before === undefined) {
    return {
      rule: 'V24',
      verdict: 'REVIEW',
      message: `default ${shown(values.new ?? null)} added`,
      ...values,
    };
  }
  if (after === undefined) {
    const message = `default ${shown(values.old ?? null)} removed`;
    return breaks('V26', change.place.isRequired ? 'WSR' : 'R', message, values);
  }
  return breaks('V25', 'R', `default ${shownChange(values.old ?? null, values.new ?? null)}`, values);
};

const uniqueItems: NodeRule = (change) =>
  turn(change.old.schema.uniqueItems === true, change.new.schema.uniqueItems === true) === '+'
    ? { rule: 'V28', verdict: 'REJECT', message: 'uniqueItems is not supported', ...written(change, 'uniqueItems') }
    : undefined;

/** What a type says; it stands in for the rest of the values where the type changed. */
export const typeRules: readonly NodeRule[] = [typeChanged];

/** The rules about single values, V02–V28 without the ranges. */
export const valueRules: readonly NodeRule[] = [
  formatChanged,
  enumChanged,
  patternChanged,
  nullableChanged,
  defaultChanged,
  uniqueItems,
];
