const TOKEN =
  /#[^\n]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|(?:\d+(?:ms|[smhdwy]))+|[\d.][\w.]*|[a-z_:][\w:]*|\s+|./giy;
const LABEL_LIST = /^(?:by|without|on|ignoring|group_left|group_right)$/i;
const NO_METRIC = /^(?:and|or|unless|atan2|bool|offset|inf|nan)$/i;
const NAME = /^[a-z_:]/i;

/**
 * The selectors of an expression of PromQL, each once: `requests_total{job="a"}`, without range, offset and `@`. A lexer,
 * not a parser: what the server would refuse gives selectors of no meaning, and the server's own answer counts.
 */
export function selectorsOf(expression: string): readonly string[] {
  const tokens = (expression.match(TOKEN) ?? []).filter((token) => !/^(?:\s|#)/.test(token));
  const selectors = new Set<string>();
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
  return [...selectors];
}
