import { goFloat, goQuote, type JsonSchema } from '../../schema/index.ts';
import { sortedBytes } from '../canonical.ts';
import type { CrdifyConfig } from './config.ts';
import { keywordText, OWN_KEYWORDS, rawJson } from './go-schema.ts';

/** One of crdify's checks of a property: the keyword it takes care of, and its message if any. */
interface PropertyCheck {
  readonly name: keyof JsonSchema;
  message(old: JsonSchema, now: JsonSchema, config: CrdifyConfig): string | undefined;
}

type NumberKeyword = 'maximum' | 'minimum' | `${'max' | 'min'}${'Items' | 'Length' | 'Properties'}`;

function limit(name: NumberKeyword): PropertyCheck {
  const isMaximum = name.startsWith('max');
  const word = isMaximum ? 'maximum' : 'minimum';
  // Bounds are float64 and print with an exponent, counts are int64 and do not.
  const print = (value: number | bigint): string => (name === word ? goFloat(Number(value)) : `${value}`);
  return {
    name,
    message(old, now) {
      const [before, after] = [old[name], now[name]];
      if (after === undefined) return undefined;
      if (before === undefined) return `${word} constraint added when there was none previously : ${print(after)}`;
      const isTighter = isMaximum ? after < before : after > before;
      if (!isTighter) return undefined;
      return `${word} ${isMaximum ? 'decreased' : 'increased'} : ${print(before)} -> ${print(after)}`;
    },
  };
}

function text(name: 'type' | 'description'): PropertyCheck {
  return {
    name,
    message(old, now) {
      const [before, after] = [old[name] ?? '', now[name] ?? ''];
      return before === after ? undefined : `${name} changed : ${goQuote(before)} -> ${goQuote(after)}`;
    },
  };
}

const enumCheck: PropertyCheck = {
  name: 'enum',
  message(old, now, { enumAddition }) {
    const [before, after] = [new Set(old.enum?.map(rawJson)), new Set(now.enum?.map(rawJson))];
    const removed = sortedBytes(before).filter((value) => !after.has(value));
    const added = sortedBytes(after).filter((value) => !before.has(value));
    if (before.size === 0 && after.size > 0) {
      return `enum constraint added when there was none previously : [${added.join(' ')}]`;
    }
    if (removed.length > 0) return `allowed enum values removed : [${removed.join(' ')}]`;
    return added.length > 0 && enumAddition !== 'Allow'
      ? `allowed enum values added : [${added.join(' ')}]`
      : undefined;
  },
};

const defaultCheck: PropertyCheck = {
  name: 'default',
  message(old, now) {
    const [before, after] = [keywordText(old, 'default'), keywordText(now, 'default')];
    if (before === after) return undefined;
    if (before === '') return `default added when there was none previously : ${goQuote(after)}`;
    if (after === '') return `default value removed : ${goQuote(before)}`;
    return `default value changed : ${goQuote(before)} -> ${goQuote(after)}`;
  },
};

const requiredCheck: PropertyCheck = {
  name: 'required',
  message(old, now) {
    const added = sortedBytes(new Set(now.required)).filter((name) => !old.required?.includes(name));
    return added.length > 0 ? `new required fields: [${added.join(' ')}]` : undefined;
  },
};

const patternCheck: PropertyCheck = {
  name: 'pattern',
  message(old, now, { patternRemoval }) {
    const [before, after] = [old.pattern ?? '', now.pattern ?? ''];
    if (before === after || (after === '' && patternRemoval === 'Allow')) return undefined;
    const what = before === '' ? 'added' : after === '' ? 'removed' : 'changed';
    return `pattern ${what} : ${goQuote(before)} -> ${goQuote(after)}`;
  },
};

const nullableCheck: PropertyCheck = {
  name: 'nullable',
  message(old, now, { nullableAddition, nullableRemoval }) {
    const [before, after] = [old.nullable === true, now.nullable === true];
    if (before === after || (after ? nullableAddition : nullableRemoval) === 'Allow') return undefined;
    return `nullable ${after ? 'added' : 'removed'} : ${before} -> ${after}`;
  },
};

/** In the order of their names, which is the order of the output. */
export const propertyChecks: readonly PropertyCheck[] = [
  defaultCheck,
  text('description'),
  enumCheck,
  limit('maxItems'),
  limit('maxLength'),
  limit('maxProperties'),
  limit('maximum'),
  limit('minItems'),
  limit('minLength'),
  limit('minProperties'),
  limit('minimum'),
  nullableCheck,
  patternCheck,
  requiredCheck,
  text('type'),
];

const HANDLED = new Set<keyof JsonSchema>(propertyChecks.map(({ name }) => name));
const UNHANDLED = OWN_KEYWORDS.filter((keyword) => !HANDLED.has(keyword));

/** Every keyword that differs and that no check takes care of; crdify prints a dump in its place. */
export function unhandledMessage(old: JsonSchema, now: JsonSchema): string | undefined {
  const lines = UNHANDLED.flatMap((keyword) => {
    const [before, after] = [keywordText(old, keyword), keywordText(now, keyword)];
    return before === after ? [] : [`${keyword}: ${before || '(none)'} -> ${after || '(none)'}`];
  });
  return lines.length === 0 ? undefined : ['unhandled changes found :', ...lines].join('\n');
}
