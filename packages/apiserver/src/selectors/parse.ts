import {
  type FieldReaders,
  type FieldSelector,
  type LabelMatcher,
  MalformedSelector,
  parseFieldSelector as parseFields,
  parseLabelSelector as parseLabels,
} from '@slipway/apimachinery/selectors';
import type { KubeObject } from '../objects/index.ts';
import { badRequest } from '../status/index.ts';

/** A malformed selector is a 400. */
export const parseLabelSelector = (text: string | undefined): LabelMatcher | undefined =>
  answered(() => parseLabels(text));

/** A malformed selector or an unknown field is a 400; `unknownField` makes its message, which differs from kind to kind. */
export const parseFieldSelector = (
  text: string | undefined,
  readers: FieldReaders<KubeObject>,
  unknownField: (field: string) => string,
): FieldSelector<KubeObject> | undefined => answered(() => parseFields(text, readers, unknownField));

function answered<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof MalformedSelector ? badRequest(error.message) : error;
  }
}
