import type { JsonValue } from '../../schema/index.ts';
import type { Draft } from '../finding.ts';
import {
  type Bound,
  type CountKeyword,
  compareHigh,
  compareLow,
  compareWhole,
  isMultiple,
  type SchemaNode,
} from '../normal/index.ts';
import { breaks, loosens, type NodeChange, type NodeRule, written } from './node-change.ts';

/** One end of the interval and the rules about it. */
interface End {
  readonly keyword: 'maximum' | 'minimum';
  readonly flag: 'exclusiveMaximum' | 'exclusiveMinimum';
  readonly bound: (node: SchemaNode) => Bound;
  readonly compare: (a: Bound, b: Bound) => number;
  readonly added: 'V10' | 'V13';
  readonly tightened: 'V11' | 'V14';
  readonly loosened: 'V12' | 'V15';
}

const ENDS: readonly End[] = [
  {
    keyword: 'maximum',
    flag: 'exclusiveMaximum',
    bound: (node) => node.interval.high,
    compare: compareHigh,
    added: 'V10',
    tightened: 'V11',
    loosened: 'V12',
  },
  {
    keyword: 'minimum',
    flag: 'exclusiveMinimum',
    bound: (node) => node.interval.low,
    compare: compareLow,
    added: 'V13',
    tightened: 'V14',
    loosened: 'V15',
  },
];

const numberBounds: NodeRule = (change) => ENDS.flatMap((end) => compareEnd(change, end) ?? []);

function compareEnd(change: NodeChange, end: End): Draft | undefined {
  const { keyword, flag } = end;
  const [before, after] = [change.old.schema, change.new.schema];
  const isFlagOnly = before[keyword] === after[keyword];
  // The range that the format implies is V04's business: only what is written here counts.
  if (isFlagOnly && (before[keyword] === undefined || before[flag] === after[flag])) return undefined;
  const order = compareBounds(change, end);
  if (order === 0) return undefined;
  const values = {
    keyword,
    old: boundToken(before[keyword], before[flag]),
    new: boundToken(after[keyword], after[flag]),
  };
  const limit = `${after[keyword]}${after[flag] === true ? ' (exclusive)' : ''}`;
  if (order < 0) {
    if (isFlagOnly) return breaks('V16', 'WS', `${keyword} ${limit} became exclusive`, values);
    return before[keyword] === undefined
      ? breaks(end.added, 'WS', `${keyword} ${limit} added`, values)
      : breaks(end.tightened, 'WS', `${keyword} ${before[keyword]} became ${limit}`, values);
  }
  if (isFlagOnly) return loosens('V16', 'SAFE', `${keyword} ${limit} became inclusive`, values);
  const message =
    after[keyword] === undefined
      ? `${keyword} ${before[keyword]} removed`
      : `${keyword} ${before[keyword]} became ${limit}`;
  return loosens(end.loosened, 'SAFE', message, values);
}

/** Below 0: less comes through than before, of whole numbers or of others. */
function compareBounds({ old, new: now }: NodeChange, end: End): number {
  const [before, after] = [end.bound(old), end.bound(now)];
  const order = end.compare(before, after);
  return order > 0 && now.type !== 'integer' && compareWhole(before, after, end.compare) < 0 ? -1 : order;
}

/** A bound with its flag, as a finding carries it: 5, or `{"exclusive":5}`. */
function boundToken(bound: number | bigint | undefined, isExclusive: boolean | undefined): JsonValue | undefined {
  return bound !== undefined && isExclusive === true ? { exclusive: bound } : bound;
}

const COUNT_RULES: readonly (readonly [CountKeyword, 'V10' | 'V13', 'V11' | 'V14', 'V12' | 'V15'])[] = [
  ['maxLength', 'V10', 'V11', 'V12'],
  ['maxItems', 'V10', 'V11', 'V12'],
  ['maxProperties', 'V10', 'V11', 'V12'],
  ['minLength', 'V13', 'V14', 'V15'],
  ['minItems', 'V13', 'V14', 'V15'],
  ['minProperties', 'V13', 'V14', 'V15'],
];

const countBounds: NodeRule = (change) =>
  COUNT_RULES.flatMap(([keyword, added, tightened, loosened]): Draft[] => {
    const [before, after] = [change.old.counts[keyword], change.new.counts[keyword]];
    if (before === after) return [];
    const values = written(change, keyword);
    if (before === undefined) return [breaks(added, 'WS', `${keyword} ${after} added`, values)];
    if (after === undefined) return [loosens(loosened, 'SAFE', `${keyword} ${before} removed`, values)];
    const message = `${keyword} ${before} became ${after}`;
    const isTighter = keyword.startsWith('max') ? after < before : after > before;
    return [isTighter ? breaks(tightened, 'WS', message, values) : loosens(loosened, 'SAFE', message, values)];
  });

const multipleOf: NodeRule = (change) => {
  const [before, after] = [change.old.divisor, change.new.divisor];
  if (before === after) return undefined;
  const values = written(change, 'multipleOf');
  const [from, to] = [change.old.schema.multipleOf, change.new.schema.multipleOf];
  if (before === undefined) return breaks('V17', 'WS', `multipleOf ${to} added`, values);
  if (after === undefined) return loosens('V18', 'SAFE', `multipleOf ${from} removed`, values);
  const message = `multipleOf ${from} became ${to}`;
  return before === 0 || isMultiple(before, after)
    ? loosens('V18', 'SAFE', message, values)
    : breaks('V18', 'WS', message, values);
};

/** The rules about ranges, V10–V18. */
export const boundRules: readonly NodeRule[] = [numberBounds, countBounds, multipleOf];
