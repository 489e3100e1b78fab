import { goQuote } from '../../schema/index.ts';
import { BOOL, declareFunction, declareMethod, INT, type Overload, SEMVER, STRING } from '../types/index.ts';
import { compareStrings, EvaluationError, noSuchOverload, type Rich, type Value } from '../values/index.ts';
import { pass, unit } from './costs.ts';

class Semver implements Rich {
  readonly typeName = 'kubernetes.Semver';
  readonly numbers: readonly [bigint, bigint, bigint];
  readonly release: readonly string[];

  constructor(numbers: readonly [bigint, bigint, bigint], release: readonly string[]) {
    this.numbers = numbers;
    this.release = release;
  }

  equals(other: Value): boolean {
    if (!(other instanceof Semver)) throw noSuchOverload();
    return compareVersions(this, other) === 0n;
  }
}

function compareVersions(a: Semver, b: Semver): bigint {
  for (const [index, number] of a.numbers.entries()) {
    const other = b.numbers[index] ?? 0n;
    if (number !== other) return number < other ? -1n : 1n;
  }
  if (a.release.length === 0 || b.release.length === 0)
    return BigInt(Number(a.release.length === 0) - Number(b.release.length === 0));
  for (const [index, part] of a.release.entries()) {
    const other = b.release[index];
    if (other === undefined) return 1n;
    const order = compareParts(part, other);
    if (order !== 0) return BigInt(order);
  }
  return a.release.length < b.release.length ? -1n : 0n;
}

/** Numbers come before words and by value. */
function compareParts(a: string, b: string): number {
  const [isNumber, isOther] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  if (!isNumber) return compareStrings(a, b);
  const [left, right] = [BigInt(a), BigInt(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function parseNumber(text: string, name: string): bigint {
  if (!/^\d*$/.test(text)) {
    throw new EvaluationError(`Invalid character(s) found in ${name.toLowerCase()} number ${goQuote(text)}`);
  }
  if (/^0\d/.test(text)) throw new EvaluationError(`${name} number must not contain leading zeroes ${goQuote(text)}`);
  const value = text === '' ? undefined : BigInt(text);
  if (value === undefined) throw new EvaluationError(`strconv.ParseUint: parsing "": invalid syntax`);
  if (BigInt.asUintN(64, value) !== value) {
    throw new EvaluationError(`strconv.ParseUint: parsing ${goQuote(text)}: value out of range`);
  }
  return value;
}

function parseSemver(text: string): Semver {
  if (text === '') throw new EvaluationError('Version string empty');
  const parts = text.split('.');
  if (parts.length < 3) throw new EvaluationError('No Major.Minor.Patch elements found');
  const [major = '', minor = ''] = parts;
  const rest = parts.slice(2).join('.');
  const build = rest.indexOf('+');
  const core = build < 0 ? rest : rest.slice(0, build);
  const dash = core.indexOf('-');
  const numbers = [
    parseNumber(major, 'Major'),
    parseNumber(minor, 'Minor'),
    parseNumber(dash < 0 ? core : core.slice(0, dash), 'Patch'),
  ] as const;
  const release = dash < 0 ? [] : core.slice(dash + 1).split('.');
  for (const part of release) checkRelease(part);
  for (const part of build < 0 ? [] : rest.slice(build + 1).split('.')) {
    if (part === '') throw new EvaluationError('Build meta data is empty');
    if (!/^[\dA-Za-z-]+$/.test(part)) {
      throw new EvaluationError(`Invalid character(s) found in build meta data ${goQuote(part)}`);
    }
  }
  return new Semver(numbers, release);
}

function checkRelease(part: string): void {
  if (part === '') throw new EvaluationError('Prerelease is empty');
  if (/^0\d+$/.test(part)) {
    throw new EvaluationError(`Numeric PreRelease version must not contain leading zeroes ${goQuote(part)}`);
  }
  if (!/^[\dA-Za-z-]+$/.test(part)) {
    throw new EvaluationError(`Invalid character(s) found in prerelease ${goQuote(part)}`);
  }
}

/** `v1.2` and `01.2.3` are read, too. */
function parseLoosely(text: string): Semver {
  const [major = '', minor, ...rest] = text.replace(/^v/, '').split('.');
  const parts = [major, minor, rest.length === 0 ? undefined : rest.join('.')]
    .filter((part) => part !== undefined)
    .map((part) => (part.length > 1 ? part.replace(/^0+/, '').replace(/^(?!\d)/, '0') : part));
  if (parts.length < 3) {
    if (/[+-]/.test(parts.at(-1) ?? '')) {
      throw new EvaluationError('short version cannot contain PreRelease/Build meta data');
    }
    while (parts.length < 3) parts.push('0');
  }
  return parseSemver(parts.join('.'));
}

function read(text: string, isLoose = false): Semver {
  return isLoose ? parseLoosely(text) : parseSemver(text);
}

function isSemver(text: string, isLoose = false): boolean {
  try {
    read(text, isLoose);
    return true;
  } catch (error) {
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}

const PAIR = [SEMVER, SEMVER];

export const SEMVERS: readonly Overload[] = [
  declareFunction('semver', [STRING], SEMVER, (text: string) => read(text), pass),
  declareFunction('semver', [STRING, BOOL], SEMVER, read, pass),
  declareFunction('isSemver', [STRING], BOOL, (text: string) => isSemver(text), pass),
  declareFunction('isSemver', [STRING, BOOL], BOOL, isSemver, pass),
  declareMethod('isGreaterThan', PAIR, BOOL, (a: Semver, b: Semver) => compareVersions(a, b) > 0n, unit),
  declareMethod('isLessThan', PAIR, BOOL, (a: Semver, b: Semver) => compareVersions(a, b) < 0n, unit),
  declareMethod('compareTo', PAIR, INT, compareVersions, unit),
  declareMethod('major', [SEMVER], INT, ({ numbers: [major] }: Semver) => major, unit),
  declareMethod('minor', [SEMVER], INT, ({ numbers: [, minor] }: Semver) => minor, unit),
  declareMethod('patch', [SEMVER], INT, ({ numbers: [, , patch] }: Semver) => patch, unit),
];
