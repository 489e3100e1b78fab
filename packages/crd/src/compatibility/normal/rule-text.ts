/** Strings with their prefix, triple quoted ones first; then comments, words and space. */
const TOKEN =
  /(?:[rR][bB]?|[bB][rR])(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"[^"\n]*"|'[^'\n]*')|[bB]?(?:"""(?:\\[\s\S]|[\s\S])*?"""|'''(?:\\[\s\S]|[\s\S])*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\/\/[^\n]*|[\w.]+|\s+|[\s\S]/g;

function tokens(rule: string): string[] {
  return (rule.match(TOKEN) ?? []).filter((token) => !/^(?:\s|\/\/)/.test(token));
}

/** The rule without space and comments that mean nothing (N10). */
export function normalRule(rule: string): string {
  let text = '';
  for (const token of tokens(rule)) {
    text += /[\w]$/.test(text) && /^[\w"']/.test(token) ? ` ${token}` : token;
  }
  return text;
}

/** Whether the rule reads `oldSelf`; the word inside a string does not count. */
export function usesOldSelf(rule: string): boolean {
  return tokens(rule).some((token) => /^oldSelf(?:\.|$)/.test(token));
}
