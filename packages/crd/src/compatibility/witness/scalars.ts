import type { JsonSchema, JsonValue } from '../../schema/index.ts';
import { textsOf } from './pattern-texts.ts';

/** Strings that common patterns and formats take. */
const TEXTS: readonly string[] = [
  '',
  ...'a b x A 0 a1 ab a-b a.b a/b /a v1 1m 1Gi 1.0.0 a@b.co * 1h 100m 10.0.0.1 10.0.0.0/8 ::1 ::/0 example.com'.split(
    ' ',
  ),
  ...'http://a.b 2026-01-31 2026-01-31T12:00:00Z YQ== 00:00:00:00:00:01 #fff rgb(0,0,0) Ä A1b2C3d4 -a a_b'.split(' '),
  ...'0000000000 9780000000002 4111111111111111 111-11-1111 507f1f77bcf86cd799439011'.split(' '),
  ...'123e4567-e89b-42d3-a456-426614174000 123e4567-e89b-32d3-a456-426614174000'.split(' '),
  '123e4567-e89b-52d3-a456-426614174000',
  'a b',
  ' ',
];
const NUMBERS: readonly number[] = [0, 1, -1, 2, 3, -2, 4, 5, 1.5, 0.5, -0.5, 6, 7, 8, 10, -5, 20, 100];
/** Just beyond what formats hold. */
const EDGES: readonly number[] = [2_147_483_648, -2_147_483_649, 3.5e38, -3.5e38];
/** Longer texts and lists are no help to a reader. */
export const LONGEST = 2_000;

type Bound = number | bigint | undefined;

/** Numbers around everything that schemas say of numbers, the smallest first. */
export function numbersFor(schemas: readonly JsonSchema[]): JsonValue[] {
  const bounds = schemas.flatMap(({ minimum, maximum }) => [minimum, maximum]);
  const divisors = schemas.flatMap(({ multipleOf }) => multipleOf ?? []).filter((one) => Number(one) !== 0);
  const plain = bounds.filter((one) => typeof one === 'number');
  const multiples = divisors.flatMap((divisor) =>
    [...plain, ...EDGES, 0].flatMap((near) => {
      const size = Number(divisor);
      const count = Math.trunc(near / size);
      return [count - 1, count, count + 1, count + 2].map((times) => times * size).filter(Number.isFinite);
    }),
  );
  const all = [...NUMBERS, ...EDGES, ...bounds.flatMap(around), ...divisors.flatMap(around), ...multiples];
  return [...new Set(all)].map((one) => (Object.is(one, -0) ? 0 : one)).sort((a, b) => magnitude(a) - magnitude(b));
}

/** Texts of the kinds, lengths and patterns that schemas ask for. */
export function textsFor(schemas: readonly JsonSchema[]): string[] {
  const lengths = lengthsOf(schemas);
  const patterns = new Set(
    schemas.flatMap(({ pattern }) => (pattern === undefined || pattern === '' ? [] : [pattern])),
  );
  const matching = [...patterns].flatMap((pattern) => textsOf(pattern, lengths));
  return [...new Set([...lengths.map((length) => 'a'.repeat(length)), ...TEXTS, ...matching])];
}

/** Lengths of texts around the bounds of schemas. */
export function lengthsOf(schemas: readonly JsonSchema[]): number[] {
  return countsAround(schemas.flatMap(({ minLength, maxLength }) => [minLength, maxLength]));
}

/** A text made longer by one of its own characters: at its start, in its middle, at its end. */
export function stretched(text: string, length: number): string[] {
  const missing = length - text.length;
  if (missing <= 0 || text === '') return [];
  return [0, Math.trunc(text.length / 2), text.length - 1].map(
    (at) => `${text.slice(0, at)}${(text[at] ?? '').repeat(missing)}${text.slice(at)}`,
  );
}

/** Counts at, below and above bounds. */
export function countsAround(bounds: readonly Bound[]): number[] {
  const counts = bounds.flatMap((bound) => {
    const count = Number(bound ?? LONGEST + 1);
    return count > LONGEST ? [] : [count - 1, count, count + 1];
  });
  return [...new Set(counts)].filter((one) => one > 0).sort((a, b) => a - b);
}

function around(bound: Bound): (number | bigint)[] {
  if (bound === undefined) return [];
  if (typeof bound === 'bigint') return [bound - 1n, bound, bound + 1n];
  const near = [bound - 1, bound, bound + 1, bound - 0.5, bound + 0.5, Math.trunc(bound), Math.ceil(bound)];
  // Beyond 2^53 one more is none more.
  return Number.isSafeInteger(Math.trunc(bound)) ? near : [...near, bound * 2, bound / 2].filter(Number.isFinite);
}

const magnitude = (value: number | bigint): number => Math.abs(Number(value));
