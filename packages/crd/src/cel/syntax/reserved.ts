/** Words that no variable may have as a name. Fields may: `self.namespace`. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);
