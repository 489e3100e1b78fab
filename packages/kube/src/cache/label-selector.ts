import { type Labels, MalformedSelector, parseLabelSelector as parse } from '@slipway/apimachinery/selectors';
import { KubeError } from '../errors.ts';

/** Reads a label selector as the API writes it: `app=web,tier in (a, b),!canary`. Absent labels differ from every value. */
export function parseLabelSelector(selector: string): (labels: Labels | undefined) => boolean {
  try {
    return parse(selector) ?? (() => true);
  } catch (error) {
    if (!(error instanceof MalformedSelector)) throw error;
    throw new KubeError(
      'KUBE_INVALID',
      `"${selector}" is not a label selector (${error.message}). Write key=value, key!=value, key in (a,b), key or !key.`,
      { cause: error },
    );
  }
}
