/** Milliseconds since 1970. */
export type Instant = number;

/** Milliseconds. */
export type Duration = number;

/**
 * What was observed and when, or why it was not. There is no third form: something absent, stale,
 * ambiguous or failed is unknown, and unknown is never read as zero, healthy or compatible.
 *
 * ```ts
 * if (requests.unknown === undefined) use(requests.value, requests.at);
 * else blockedBy(requests.unknown);
 * ```
 */
export type Known<T> =
  | { readonly value: T; readonly at: Instant; readonly unknown?: never }
  | { readonly unknown: string; readonly value?: never; readonly at?: never };
