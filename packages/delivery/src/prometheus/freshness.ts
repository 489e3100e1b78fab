import type { Duration } from '@gati-framework/contracts/deployment';
import { selectorsOf } from './selectors.ts';

/**
 * Whether the samples behind an answer are young enough.
 *
 * An answer carries the time that was asked for, not that of its samples, and an aggregation has none of its own. A
 * Prometheus that has lost its scrape configuration goes on with the last samples: five minutes for `x`, the whole range
 * for `rate(x[10m])`. So each selector of the expression is asked for beside it: whether it has a sample in the last
 * `maxAgeMs`, and, where it has not, whether it has older ones that nothing has ended. `last_over_time` looks at samples
 * as they are; it keeps the name of the metric, so that a selector of several names works too.
 *
 * The expression has data if at least one selector has a young sample and none has old ones that should have been
 * followed by others. A selector without any does not count against it: a counter of failures begins with the first
 * failure. Nor does one whose series have ended, as they do with the pod that had them. Where none is young, nothing
 * shows that anything is still measured, and `or vector(0)` is no measurement.
 */
export interface Freshness {
  readonly query: string;
  /** Undefined where the data are young enough, else why they are not. */
  judge(
    samples: readonly { readonly value: number; readonly labels: Readonly<Record<string, string>> }[],
  ): string | undefined;
}

const LABEL = 'slipway_selector';
const SHOWN_SELECTORS = 3;
const SHOWN_LENGTH = 80;
/**
 * A target that goes is waited for before its series are ended, 2.1 scrape intervals after the last sample. With a
 * maximum age of one and a half scrape intervals or more, by this factor of it they are.
 */
const ENDED_AFTER = 1.5;

/** Undefined where the expression reads no series, so that nothing of it ages. */
export function freshnessOf(expression: string, maxAgeMs: Duration): Freshness | undefined {
  const selectors = selectorsOf(expression);
  if (selectors.length === 0) return undefined;
  const within = `in the last ${maxAgeMs / 1000} s`;
  return {
    query: selectors.map((selector, index) => youngOrOld(selector, index, maxAgeMs)).join(' or '),
    judge(samples) {
      const old = samples
        .filter(({ value }) => value === 0)
        .map(({ labels }) => selectors[Number(labels[LABEL])] ?? '');
      if (old.length > 0) return `no sample of ${shown(old)} ${within}, only older ones: is it still scraped?`;
      return samples.length > 0 ? undefined : `no sample of ${shown(selectors)} ${within}`;
    },
  };
}

/** How many series have a young sample; 0 where old ones are seen that have not ended; else nothing. */
function youngOrOld(selector: string, index: number, maxAgeMs: Duration): string {
  const within = (ms: number): string => `count(last_over_time(${selector}[${Math.max(1, Math.round(ms))}ms]))`;
  const old = `(count(${selector}) unless ${within(maxAgeMs * ENDED_AFTER)})`;
  return `label_replace(${within(maxAgeMs)} or 0 * ${old}, "${LABEL}", "${index}", "", "")`;
}

function shown(selectors: readonly string[]): string {
  const texts = selectors
    .slice(0, SHOWN_SELECTORS)
    .map((text) => (text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text));
  const more = selectors.length - texts.length;
  return texts.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
