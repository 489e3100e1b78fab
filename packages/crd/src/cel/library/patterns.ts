import { RE2JS } from 're2js';
import { BOOL, declareFunction, declareMethod, INT, listOf, type Overload, STRING } from '../types/index.ts';
import { CelList, EvaluationError } from '../values/index.ts';
import { matchingCost } from './costs.ts';

/** Patterns are few and long-lived; those made while a rule runs are not allowed to grow without end. */
const MAX_PATTERNS = 1000;
const patterns = new Map<string, RE2JS | Error>();

/** RE2, as on the server: linear time, so that no pattern can stop the process. */
export function compilePattern(text: string): RE2JS | Error {
  let pattern = patterns.get(text);
  if (pattern === undefined) {
    try {
      pattern = RE2JS.compile(text);
    } catch (error) {
      pattern = error instanceof Error ? error : new Error(String(error));
    }
    if (patterns.size >= MAX_PATTERNS) patterns.clear();
    patterns.set(text, pattern);
  }
  return pattern;
}

function patternOf(text: string, prefix = ''): RE2JS {
  const pattern = compilePattern(text);
  if (pattern instanceof Error) throw new EvaluationError(`${prefix}${pattern.message}`);
  return pattern;
}

function find(text: string, pattern: string): string {
  const matcher = patternOf(pattern, 'Illegal regex: ').matcher(text);
  return matcher.find() ? (matcher.group() ?? '') : '';
}

function findAll(text: string, pattern: string, limit = -1n): CelList {
  const matcher = patternOf(pattern, 'Illegal regex: ').matcher(text);
  const found: string[] = [];
  let end = -1;
  const most = limit < 0n ? Number.POSITIVE_INFINITY : Number(limit);
  while (found.length < most && matcher.find()) {
    // An empty match right behind another match does not count.
    if (matcher.start() < matcher.end() || matcher.start() !== end) found.push(matcher.group() ?? '');
    end = matcher.end();
  }
  return CelList.of(found);
}

const matches = (text: string, pattern: string) => patternOf(pattern).test(text);

export const PATTERNS: readonly Overload[] = [
  declareFunction('matches', [STRING, STRING], BOOL, matches, matchingCost),
  declareMethod('matches', [STRING, STRING], BOOL, matches, matchingCost),
  declareMethod('find', [STRING, STRING], STRING, find, matchingCost),
  declareMethod('findAll', [STRING, STRING], listOf(STRING), findAll, matchingCost),
  declareMethod('findAll', [STRING, STRING, INT], listOf(STRING), findAll, matchingCost),
];
