import { isJsonObject, type Json, type KubeObject, without } from '../../objects/index.ts';
import type { KindRules } from '../built-in-kind.ts';
import { emptyAsNull } from '../empty-list.ts';

/** A field of older versions that this one only reads. */
function withoutTopology(slice: KubeObject): KubeObject {
  const { endpoints } = slice as { readonly endpoints?: Json };
  if (!Array.isArray(endpoints)) return slice;
  const isOld = (endpoint: Json): boolean => isJsonObject(endpoint) && endpoint['deprecatedTopology'] !== undefined;
  if (!endpoints.some(isOld)) return slice;
  return {
    ...slice,
    endpoints: endpoints.map((one: Json) => (isOld(one) ? without(one as object, 'deprecatedTopology') : one)),
  };
}

export const endpointSliceRules: KindRules = {
  canonicalize: emptyAsNull('endpoints'),
  prepareCreate: withoutTopology,
  prepareUpdate: withoutTopology,
};
