import type { Overload, Type } from '../types/index.ts';
import { add, exactly, multiply, NOTHING, type Range, scale, UNKNOWN, union } from './range.ts';

/** What is known about an argument. */
export interface Argument {
  readonly type: Type;
  readonly size: Range | undefined;
  /** Size of the elements of a list, as far as the schema tells. */
  readonly elementSize: Range | undefined;
  /** A constant integer. */
  readonly integer: number | undefined;
}

export interface CallCost {
  readonly cost: Range;
  readonly size?: Range | undefined;
}

const PER_CHARACTER = 0.1;
const PER_PATTERN_CHARACTER = 0.25;
const ONE = exactly(1);
/** A call that makes a list. */
const LIST_CALL = exactly(11);
const IP_BYTES: Range = { min: 4, max: 16 };

type Estimate = (args: readonly Argument[], overload: Overload) => CallCost;

const sizeOf = (argument: Argument | undefined): Range => argument?.size ?? UNKNOWN;
const pass = (argument: Argument | undefined) => scale(sizeOf(argument), PER_CHARACTER);
const isText = (type: Type | undefined) => type?.kind === 'string' || type?.kind === 'bytes';
const unit: Estimate = () => ({ cost: ONE });

const read: Estimate = ([text]) => ({ cost: pass(text) });
const reread: Estimate = ([text]) => ({ cost: scale(sizeOf(text), 2 * PER_CHARACTER) });
const sameSize: Estimate = ([text]) => ({ cost: pass(text), size: sizeOf(text) });

const traverse: Estimate = ([target]) => {
  if (target?.type.kind !== 'list') return { cost: pass(target) };
  const text = isText(target.type.element) ? scale(target.elementSize ?? UNKNOWN, PER_CHARACTER) : NOTHING;
  return { cost: multiply(sizeOf(target), add(ONE, text)) };
};

const replace: Estimate = ([text, old, by]) => {
  const [size, from, to] = [sizeOf(text), sizeOf(old), sizeOf(by)];
  const longest =
    from.min === 0
      ? { count: size.max + 1, kept: size.max }
      : to.max <= from.min
        ? { count: 0, kept: size.max }
        : { count: Math.ceil(size.max / from.min), kept: 0 };
  const result = add(multiply({ min: 0, max: longest.count }, { min: 0, max: to.max }), { min: 0, max: longest.kept });
  return { cost: scale(size, 2 * PER_CHARACTER), size: result };
};

const split: Estimate = ([text, , limit]) => ({
  cost: scale(sizeOf(text), 2 * PER_CHARACTER),
  size: { min: 0, max: limit?.integer === undefined ? sizeOf(text).max : unsigned(limit.integer) },
});

/** A negative limit is read as a huge one. */
const unsigned = (value: number) => (value < 0 ? Number.POSITIVE_INFINITY : value);

const join: Estimate = ([list, separator]) => {
  const count = sizeOf(list);
  const text = multiply(count, list?.elementSize ?? UNKNOWN);
  const gaps = { min: Math.max(0, count.min - 1), max: Math.max(0, count.max - 1) };
  const size = separator === undefined ? text : add(text, multiply(sizeOf(separator), gaps));
  return { cost: scale(size, PER_CHARACTER), size };
};

const match = (text: Argument | undefined, pattern: Argument | undefined) =>
  multiply(scale(add(sizeOf(text), ONE), PER_CHARACTER), scale(sizeOf(pattern), PER_PATTERN_CHARACTER));

const find: Estimate = ([text, pattern]) => ({ cost: match(text, pattern), size: { min: 0, max: sizeOf(text).max } });

const contained =
  (extra: Range): Estimate =>
  ([, other]) => {
    const compared = add(scale(add(IP_BYTES, IP_BYTES), PER_CHARACTER), extra);
    return { cost: other?.type.kind === 'string' ? add(compared, pass(other)) : compared };
  };

/** Lists of which every element meets every other one. */
const selfCompare = (list: Argument | undefined, factor: number): CallCost => {
  const size = multiply(sizeOf(list), sizeOf(list));
  return { cost: add(scale(size, factor), LIST_CALL), size };
};

const sort: Estimate = ([list], { args: [wanted] }) =>
  selfCompare(list, wanted?.kind === 'list' && isText(wanted.element) ? 2 + PER_CHARACTER : 2);

const sized = (size: Range, factor = 1): CallCost => ({ cost: add(scale(size, factor), LIST_CALL), size });

const slice: Estimate = ([list, start, end]) =>
  sized(exactly((end?.integer ?? sizeOf(list).max) - (start?.integer ?? 0)));

const pairs =
  (factor: number): Estimate =>
  ([a, b]) => ({ cost: add(scale(multiply(sizeOf(a), sizeOf(b)), factor), ONE) });

const smaller = (a: Argument | undefined, b: Argument | undefined): Range => {
  const max = Math.min(sizeOf(a).max, sizeOf(b).max);
  return scale({ min: max > 0 ? 1 : 0, max }, PER_CHARACTER);
};

const CONSTANT_EQUALITY = new Set(['net.IP', 'net.CIDR', 'kubernetes.Quantity', 'kubernetes.Semver']);

/** Equality of library values is cheap to the server; inequality it has not thought of. */
const equals: Estimate = ([a, b]) => {
  const name = a !== undefined && 'name' in a.type && b?.type === a.type ? a.type.name : '';
  if (CONSTANT_EQUALITY.has(name)) return { cost: ONE };
  if (name === 'kubernetes.NamedFormat') return { cost: scale({ min: 1, max: 64 }, PER_CHARACTER) };
  if (name === 'kubernetes.URL') return { cost: scale({ min: 1, max: b?.size?.max ?? 1 }, PER_CHARACTER) };
  return { cost: smaller(a, b) };
};

const compare: Estimate = ([a, b], { args: [wanted] }) => ({ cost: isText(wanted) ? smaller(a, b) : ONE });

const plus: Estimate = ([a, b], { args: [wanted] }) => {
  const size = add(sizeOf(a), sizeOf(b));
  if (wanted?.kind === 'list') return { cost: ONE, size };
  return isText(wanted) ? { cost: scale(size, PER_CHARACTER), size } : { cost: ONE };
};

const ESTIMATES: ReadonlyMap<string, Estimate> = new Map<string, Estimate>([
  ...['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf'].map((name): [string, Estimate] => [name, traverse]),
  ...['url', 'lowerAscii', 'upperAscii', 'substring', 'trim'].map((name): [string, Estimate] => [name, sameSize]),
  ...['cidr', 'isIP', 'isCIDR', 'quantity', 'isQuantity', 'semver', 'isSemver'].map((name): [string, Estimate] => [
    name,
    read,
  ]),
  ...['<', '<=', '>', '>='].map((sign): [string, Estimate] => [`_${sign}_`, compare]),
  ['replace', replace],
  ['split', split],
  ['join', join],
  ['find', find],
  ['findAll', find],
  ['ip', ([text]) => ({ cost: text?.type.kind === 'string' ? pass(text) : ONE })],
  ['ip.isCanonical', reread],
  ['containsIP', contained(NOTHING)],
  ['containsCIDR', contained(add(scale(IP_BYTES, PER_CHARACTER), ONE))],
  ['validate', ([, text]) => ({ cost: scale(pass(text), 128 * PER_PATTERN_CHARACTER) })],
  ['format', ([text]) => ({ cost: pass(text) })],
  ['bytes', (args) => textToBytes(args)],
  ['string', (args) => bytesToText(args)],
  [
    'strings.quote',
    ([text]) => ({ cost: pass(text), size: { min: sizeOf(text).min + 2, max: sizeOf(text).max * 2 + 2 } }),
  ],
  ['startsWith', ([, part]) => ({ cost: pass(part) })],
  ['endsWith', ([, part]) => ({ cost: pass(part) })],
  ['@in', ([, list], { args: [, wanted] }) => ({ cost: wanted?.kind === 'list' ? sizeOf(list) : ONE })],
  ['matches', ([text, pattern], { isMember }) => ({ cost: isMember ? match(text, pattern) : ONE })],
  ['contains', ([text, part]) => ({ cost: multiply(pass(text), pass(part)) })],
  ['_+_', plus],
  ['_==_', equals],
  ['_!=_', ([a, b]) => ({ cost: smaller(a, b) })],
  ['slice', slice],
  [
    'flatten',
    ([list, depth]) => sized(sizeOf(list), depth === undefined ? 1 : (depth.integer ?? Number.POSITIVE_INFINITY)),
  ],
  ['lists.range', ([count]) => sized(exactly(count?.integer ?? Number.POSITIVE_INFINITY))],
  ['reverse', ([list]) => sized(sizeOf(list))],
  ['distinct', ([list]) => selfCompare(list, 2)],
  ['sort', sort],
  ['sets.contains', pairs(1)],
  ['sets.intersects', pairs(1)],
  ['sets.equivalent', pairs(2)],
]);

function textToBytes([text]: readonly Argument[]): CallCost {
  if (text?.type.kind !== 'string') return { cost: ONE };
  return { cost: pass(text), size: { min: sizeOf(text).min, max: sizeOf(text).max * 4 } };
}

function bytesToText([bytes]: readonly Argument[]): CallCost {
  if (bytes?.type.kind !== 'bytes') return { cost: ONE };
  return { cost: pass(bytes), size: { min: Math.floor(sizeOf(bytes).min / 4), max: sizeOf(bytes).max } };
}

/** The cost of a call whose arguments may have any of these signatures. */
export function callCost(overloads: readonly Overload[], args: readonly Argument[]): CallCost {
  let result: CallCost | undefined;
  for (const overload of overloads) {
    const one = (ESTIMATES.get(overload.name) ?? unit)(args, overload);
    if (result === undefined) result = one;
    else {
      const size =
        result.size !== undefined && one.size !== undefined ? union(result.size, one.size) : (result.size ?? one.size);
      result = { cost: union(result.cost, one.cost), size };
    }
  }
  return result ?? { cost: NOTHING };
}

/** `sortBy` ends in a comparison of the keys. */
export function sortByCost(keys: Argument): CallCost {
  return selfCompare(keys, keys.type.kind === 'list' && isText(keys.type.element) ? 2 + PER_CHARACTER : 2);
}
