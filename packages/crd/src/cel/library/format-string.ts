import { goQuote } from '../../schema/index.ts';
import {
  CelList,
  CelMap,
  CostExceeded,
  compareStrings,
  Duration,
  EvaluationError,
  Timestamp,
  TypeValue,
  typeNameOf,
  Uint,
  type Value,
} from '../values/index.ts';
import { fixed, grouped, printDouble, scientific } from './numbers.ts';

const CLAUSE = /%(?:%|(?:\.(\d*))?([^]?))/g;

const CLAUSES = {
  s: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given ',
  d: 'decimal clause can only be used on integers, was given ',
  f: 'fixed-point clause can only be used on doubles, was given ',
  e: 'scientific clause can only be used on doubles, was given ',
  b: 'only integers and bools can be formatted as binary, was given ',
  x: 'only integers, byte buffers, and strings can be formatted as hex, was given ',
  o: 'octal clause can only be used on integers, was given ',
} as const;

export type ClauseName = keyof typeof CLAUSES;

/** One `%…` of a format string. */
export interface Clause {
  readonly name: ClauseName;
  readonly isUpper: boolean;
  readonly precision: number | undefined;
}

/** Splits a format string into texts and clauses. Throws an EvaluationError in the server's words. */
export function parseFormat(format: string): (string | Clause)[] {
  const parts: (string | Clause)[] = [];
  let end = 0;
  for (const match of format.matchAll(CLAUSE)) {
    parts.push(format.slice(end, match.index));
    end = match.index + match[0].length;
    parts.push(match[0] === '%%' ? '%' : parseClause(match[1], match[2] ?? ''));
  }
  parts.push(format.slice(end));
  return parts.filter((part) => part !== '');
}

function parseClause(digits: string | undefined, letter: string): Clause {
  const failed = (text: string) => new EvaluationError(`could not parse formatting clause: ${text}`);
  if (letter === '') {
    if (digits === undefined) throw new EvaluationError('unexpected end of string');
    throw failed('error while parsing precision: could not find end of precision specifier');
  }
  if (digits === '') {
    throw failed(
      'error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax',
    );
  }
  const name = letter === 'X' ? 'x' : letter;
  if (!Object.hasOwn(CLAUSES, name)) throw failed(`unrecognized formatting clause "${letter}"`);
  const precision = digits === undefined ? undefined : Number(digits);
  return { name: name as ClauseName, isUpper: letter === 'X', precision };
}

export function clauseFault(name: ClauseName, typeName: string): string {
  return `error during formatting: ${CLAUSES[name]}${typeName}`;
}

/** `'%s is %d'.format(['a', 1])`. */
export function formatString(format: string, args: CelList): string {
  let next = 0;
  let text = '';
  for (const part of parseFormat(format)) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    if (next >= args.size) throw new EvaluationError(`index ${next} out of range`);
    text += formatValue(args.at(next++), part);
  }
  return text;
}

/** Decimals beyond what any message may have. */
const MAX_PRECISION = 100_000;

function formatValue(value: Value, { name, isUpper, precision = 6 }: Clause): string {
  if (precision > MAX_PRECISION) throw new CostExceeded();
  const integer = typeof value === 'bigint' ? value : value instanceof Uint ? value.value : undefined;
  const text = (() => {
    switch (name) {
      case 's':
        return printValue(value);
      case 'd':
        return integer?.toString();
      case 'f':
        return withDouble(value, (double) => grouped(fixed(double, precision)));
      case 'e':
        return withDouble(value, scientific);
      case 'b':
        return typeof value === 'boolean' ? `${Number(value)}` : integer?.toString(2);
      case 'o':
        return integer?.toString(8);
      default:
        return hexadecimal(value, integer);
    }
  })();
  if (text === undefined) throw new EvaluationError(clauseFault(name, typeNameOf(value)));
  return isUpper ? text.toUpperCase() : text;
}

/** Doubles, and the names of those that have no digits. */
function withDouble(value: Value, print: (double: number) => string): string | undefined {
  if (typeof value === 'number') return print(value);
  return value === 'NaN' || value === 'Infinity' || value === '-Infinity' ? print(Number(value)) : undefined;
}

function hexadecimal(value: Value, integer: bigint | undefined): string | undefined {
  if (typeof value === 'string') return Buffer.from(value).toString('hex');
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : integer?.toString(16);
}

/** `%s` of a value that stands alone. */
function printValue(value: Value): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'number') return printDouble(value);
  if (typeof value !== 'object') return `${value}`;
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  if (value instanceof Uint) return `${value.value}`;
  if (value instanceof Duration || value instanceof Timestamp) return value.toString();
  if (value instanceof TypeValue) return value.name;
  if (value instanceof CelList) return `[${[...value].map(printNested).join(', ')}]`;
  return value instanceof CelMap ? printMap(value) : undefined;
}

function printMap(map: CelMap): string {
  const entries = [...map.keys()].map((key): [string, string] => [printNested(key), printNested(map.get(key))]);
  entries.sort(([a], [b]) => compareStrings(a, b));
  return `{${entries.map(([key, value]) => `${key}:${value}`).join(', ')}}`;
}

/** A value inside a list or a map is written as CEL would write it. */
function printNested(value: Value): string {
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return fixed(value, 6);
    return Number.isNaN(value) ? '"NaN"' : value > 0 ? '"+Inf"' : '"-Inf"';
  }
  if (value instanceof Uint8Array) return `b${goQuote(Buffer.from(value).toString())}`;
  if (value instanceof Timestamp) return `timestamp(${goQuote(value.toString())})`;
  if (value instanceof Duration) return `duration(${goQuote(value.toString())})`;
  const text = printValue(value);
  if (text === undefined)
    throw new EvaluationError(`error during formatting: no formatting function for ${typeNameOf(value)}`);
  return text;
}
