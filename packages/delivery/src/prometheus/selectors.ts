/** What an expression reads: `requests_total{job="a"}`, without range, offset and `@`. */
export interface Reading {
  readonly selectors: readonly string[];
  /** The sum of all ranges: the farthest that any of them, nested as they may be, looks back. */
  readonly reachMs: number;
}

const TOKEN =
  /#[^\n]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|(?:\d+(?:ms|[smhdwy]))+|[\d.][\w.]*|[a-z_:][\w:]*|\s+|./giy;
const LABEL_LIST = /^(?:by|without|on|ignoring|group_left|group_right)$/i;
const NO_METRIC = /^(?:and|or|unless|atan2|bool|offset|inf|nan)$/i;
const NAME = /^[a-z_:]/i;

const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
  y: 365 * 86_400_000,
};

/**
 * The selectors of an expression of PromQL, each once. A lexer, not a parser: what the server would refuse gives
 * selectors of no meaning, and the server's own answer counts.
 */
export function readingOf(expression: string): Reading {
  const tokens = (expression.match(TOKEN) ?? []).filter((token) => !/^(?:\s|#)/.test(token));
  const selectors = new Set<string>();
  let reachMs = 0;
  /** From the bracket at `open` to behind the one that closes it. */
  const behind = (open: number): number => {
    const closing = { '(': ')', '{': '}', '[': ']' }[tokens[open] ?? ''];
    const close = tokens.indexOf(closing ?? '', open);
    return close === -1 ? tokens.length : close + 1;
  };
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as string;
    const next = tokens[at + 1] ?? '';
    if (token === '{') {
      const end = behind(at);
      selectors.add(tokens.slice(at, end).join(''));
      at = end;
    } else if (token === '[') {
      reachMs += durationOf(next);
      at = behind(at);
    } else if (!NAME.test(token) || NO_METRIC.test(token)) {
      at += 1;
    } else if (LABEL_LIST.test(token)) {
      at = next === '(' ? behind(at + 1) : at + 1;
    } else if (next === '(' || /^(?:by|without)$/i.test(next)) {
      at += 1; // A function, or an aggregation with its labels first.
    } else {
      const end = next === '{' ? behind(at + 1) : at + 1;
      selectors.add(tokens.slice(at, end).join(''));
      at = end;
    }
  }
  return { selectors: [...selectors], reachMs };
}

/** `1h30m` in milliseconds; 0 for what is none. */
function durationOf(text: string): number {
  return [...text.matchAll(/(\d+)(ms|[smhdwy])/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNITS[unit] ?? 0),
    0,
  );
}
