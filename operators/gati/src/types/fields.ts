import { DURATION } from '@slipway/apimachinery/durations';
import { cel } from '@slipway/crd';
import { z } from 'zod';

/** A text that says something. */
export const text = () => z.string().min(1);

export const portNumber = () => z.int().min(1).max(65_535);

/** A share of the traffic in percent. */
export const weight = () => z.int().min(0).max(100);

export const texts = () => z.record(z.string(), z.string());

/** Rules are charged by the longest text there can be. */
const LONGEST_DURATION = 32;

/** `90s`, `5m`, `1h30m`. A rule rather than a pattern, so that the answer tells what to write. */
export function durationText() {
  return z
    .string()
    .max(LONGEST_DURATION)
    .meta(cel({ rule: `self.matches('${DURATION}')`, message: 'must be a length of time such as 90s, 5m or 1h30m' }));
}

/** A length of time, or `manual`: until a person says so. */
export function pauseText() {
  return z
    .string()
    .max(LONGEST_DURATION)
    .meta(
      cel({
        rule: `self == 'manual' || self.matches('${DURATION}')`,
        message: 'must be manual, or a length of time such as 90s, 5m or 1h30m',
      }),
    );
}

/** An amount that is written as text only: `64Mi`. */
export const quantityText = () => z.string().regex(/^[+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([KMGTPE]i|[numkMGTPE])?$/);

/** The object of this name in the same namespace. */
export const nameReference = () => z.object({ name: text() });
