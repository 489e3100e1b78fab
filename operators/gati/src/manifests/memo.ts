/**
 * A pure function that remembers its last result for each `subject` (G-134): the part of the input that is
 * large and, coming out of a cache, the same object until it changes. The rest is compared by content. What is
 * remembered goes with the subject, so there is nothing to bound or to clear.
 */
export function memoised<Input extends object, Output extends object>(
  make: (input: Input) => Output,
  subjectOf: (input: Input) => object,
): (input: Input) => Output {
  const results = new WeakMap<object, { readonly rest: string; readonly output: Output }>();
  return (input) => {
    const subject = subjectOf(input);
    const rest = JSON.stringify(input, (_, value: unknown) => (value === subject ? undefined : value));
    const known = results.get(subject);
    if (known?.rest === rest) return known.output;
    const output = frozen(make(input));
    results.set(subject, { rest, output });
    return output;
  };
}

/** Shared from now on: a caller that wants to change it takes a copy. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const content of Object.values(value)) frozen(content);
  return Object.freeze(value);
}
