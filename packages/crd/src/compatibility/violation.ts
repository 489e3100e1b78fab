import { canonicalJson } from '@slipway/apimachinery/json';
import { RE2JS } from 're2js';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../schema/index.ts';
import type { Finding } from './finding.ts';

export type Answer = boolean | 'unknown';

/** One place in an object that a path leads to. */
interface Site {
  readonly parent: JsonValue;
  readonly key: string;
  /** Undefined where the parent lacks it. */
  readonly value: JsonValue | undefined;
}

type Check = (site: Site, finding: Finding) => Answer;

/**
 * Whether one object holds what the finding is about: data that would be refused, hidden or lost. Only
 * the constraint that changed is looked at, at the path where it changed; `unknown` is never a pass.
 */
export function violates(finding: Finding, object: unknown): Answer {
  const { rule } = finding;
  if (rule === 'C06' || rule === 'C08') return isManagedAt(object, finding.version);
  const check = CHECKS[rule];
  if (check === undefined || !isJsonObject(object)) return 'unknown';
  const sites = sitesOf(object, finding.path);
  if (sites === undefined) return 'unknown';
  let answer: Answer = false;
  for (const site of sites) {
    const one = check(site, finding);
    if (one === true) return true;
    if (one === 'unknown') answer = 'unknown';
  }
  return answer;
}

/** Undefined where a property bears the name of a step, so that the path can be read in two ways. */
function sitesOf(object: JsonObject, path: readonly string[]): Site[] | undefined {
  let sites: Site[] = [{ parent: null, key: '', value: object }];
  for (const segment of path) {
    const next: Site[] = [];
    for (const { value } of sites) {
      if (Array.isArray(value)) {
        if (segment === 'items') for (const item of value) next.push({ parent: value, key: '', value: item });
      } else if (isJsonObject(value)) {
        if (segment !== 'additionalProperties') {
          next.push({ parent: value, key: segment, value: Object.hasOwn(value, segment) ? value[segment] : undefined });
        } else if (Object.hasOwn(value, segment)) {
          return undefined;
        } else {
          for (const key of Object.keys(value)) next.push({ parent: value, key, value: value[key] });
        }
      }
    }
    sites = next;
  }
  return sites;
}

function isManagedAt(object: unknown, version: string): Answer {
  const metadata = isJsonObject(object) ? object['metadata'] : undefined;
  const entries = isJsonObject(metadata) ? metadata['managedFields'] : undefined;
  if (!Array.isArray(entries)) return 'unknown';
  return entries.some(
    (entry) =>
      isJsonObject(entry) && typeof entry['apiVersion'] === 'string' && entry['apiVersion'].endsWith(`/${version}`),
  );
}

const isPresent: Check = ({ value }) => value !== undefined;
const isAbsent: Check = ({ value }) => value === undefined || value === null;

/** A check of values that are there; null is the business of V22. */
function ofValue(check: (value: JsonValue, finding: Finding) => Answer): Check {
  return ({ value }, finding) => (value === undefined || value === null ? false : check(value, finding));
}

function newValue({ new: token }: Finding): JsonValue {
  return token === undefined ? null : parseJson(token);
}

const hasAnotherType = ofValue((value, finding) => {
  const token = newValue(finding);
  const type = isJsonObject(token) ? token['type'] : token;
  return typeof type === 'string' && type !== '' ? !hasType(value, type) : 'unknown';
});

function hasType(value: JsonValue, type: string): boolean {
  switch (type) {
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value);
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint';
    case 'int-or-string':
      return typeof value === 'string' || hasType(value, 'integer');
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    default:
      return typeof value === type;
  }
}

const isFilled = ofValue((value) => isJsonObject(value) && Object.keys(value).length > 0);

const holdsObjects = ofValue((value) => isJsonObject(value) && Object.values(value).some(containsFields));

function containsFields(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(containsFields);
  return isJsonObject(value) && Object.keys(value).length > 0;
}

const isOutsideEnum = ofValue((value, finding) => !membersOf(finding.new).includes(canonicalJson(value)));
const isRemovedMember = ofValue((value, finding) => membersOf(finding.old).includes(canonicalJson(value)));

function membersOf(token: string | undefined): string[] {
  const members = token === undefined ? [] : parseJson(token);
  return Array.isArray(members) ? members.map(canonicalJson) : [];
}

/** What a bound is compared with: code points, items, keys, or the number itself. */
const MEASURES: Readonly<Record<string, (value: JsonValue) => number | bigint | undefined>> = {
  maxLength: lengthOf,
  minLength: lengthOf,
  maxItems: (value) => (Array.isArray(value) ? value.length : undefined),
  minItems: (value) => (Array.isArray(value) ? value.length : undefined),
  maxProperties: (value) => (isJsonObject(value) ? Object.keys(value).length : undefined),
  minProperties: (value) => (isJsonObject(value) ? Object.keys(value).length : undefined),
  maximum: numberOf,
  minimum: numberOf,
};

function lengthOf(value: JsonValue): number | undefined {
  return typeof value === 'string' ? Array.from(value).length : undefined;
}

function numberOf(value: JsonValue): number | bigint | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
}

const isOutOfBounds = ofValue((value, finding) => {
  const { keyword = '' } = finding;
  const token = newValue(finding);
  const measured = MEASURES[keyword]?.(value);
  if (measured === undefined) return false;
  const bound = isJsonObject(token) ? token['exclusive'] : token;
  // On numbers the server cuts a fractional bound for values written without fraction (N07).
  if (typeof bound !== 'number' || !Number.isSafeInteger(bound)) return 'unknown';
  if (isJsonObject(token) && Number(measured) === bound) return true;
  return keyword.startsWith('max') ? measured > bound : measured < bound;
});

const isNoMultiple = ofValue((value, finding) => {
  const divisor = newValue(finding);
  const number = numberOf(value);
  if (number === undefined) return false;
  if (typeof divisor !== 'number' || !Number.isSafeInteger(divisor) || divisor <= 0) return 'unknown';
  return typeof number === 'bigint' ? number % BigInt(divisor) !== 0n : number % divisor !== 0;
});

const isBeyond32Bits = ofValue((value, finding) => {
  const number = numberOf(value);
  if (newValue(finding) !== 'int32') return 'unknown';
  return number !== undefined && (number > 2147483647 || number < -2147483648);
});

const isUnmatched = ofValue((value, finding) => {
  const pattern = newValue(finding);
  if (typeof value !== 'string') return false;
  if (typeof pattern !== 'string') return 'unknown';
  try {
    return !RE2JS.compile(pattern).matcher(value).find();
  } catch {
    // A pattern that RE2 refuses: the rest of the report says so (J10).
    return 'unknown';
  }
});

const isIncompleteResource = ofValue(
  (value) => isJsonObject(value) && !['apiVersion', 'kind'].every((key) => typeof value[key] === 'string'),
);

const hasDuplicates = ofValue((value, finding) => {
  if (!Array.isArray(value)) return false;
  const token = newValue(finding);
  const words = Array.isArray(token) ? token.map(String) : [];
  const keys = finding.rule === 'X06' ? words : words.slice(1);
  const names = value.map((item) => {
    if (keys.length === 0) return canonicalJson(item);
    return isJsonObject(item)
      ? canonicalJson(keys.map((key) => (Object.hasOwn(item, key) ? (item[key] as JsonValue) : null)))
      : '';
  });
  return new Set(names).size < names.length;
});

const CHECKS: Readonly<Record<string, Check>> = {
  A03: isPresent,
  S01: isPresent,
  S02: isPresent,
  S03: hasAnotherType,
  S05: isAbsent,
  S07: isAbsent,
  S13: isFilled,
  S16: holdsObjects,
  S17: isFilled,
  S20: isIncompleteResource,
  S22: hasAnotherType,
  V01: hasAnotherType,
  V02: isBeyond32Bits,
  V04: isBeyond32Bits,
  V05: isOutsideEnum,
  V06: isRemovedMember,
  V10: isOutOfBounds,
  V11: isOutOfBounds,
  V13: isOutOfBounds,
  V14: isOutOfBounds,
  V16: isOutOfBounds,
  V17: isNoMultiple,
  V18: isNoMultiple,
  V19: isUnmatched,
  V20: isUnmatched,
  V22: ({ value }) => value === null,
  X02: hasDuplicates,
  X03: hasDuplicates,
  X05: hasDuplicates,
  X06: hasDuplicates,
};
