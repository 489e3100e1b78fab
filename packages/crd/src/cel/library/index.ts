/**
 * @module
 * The functions that rules may call: CEL's own, the extensions the API server turns on, and those of
 * Kubernetes. One file for each library; each entry says its signature, what it does and what it costs.
 *
 * The set is that of Kubernetes 1.36. What later versions add is missing on purpose: a rule that uses it
 * is refused here as it is there.
 */
import type { Overload } from '../types/index.ts';
import { AUTHORIZATION } from './authorizer.ts';
import { CONVERSIONS } from './conversions.ts';
import { NAMED_FORMATS } from './formats.ts';
import { LISTS } from './lists.ts';
import { NETWORKS } from './networks.ts';
import { OPERATORS } from './operators.ts';
import { OPTIONALS } from './optionals.ts';
import { PATTERNS } from './patterns.ts';
import { QUANTITIES } from './quantity.ts';
import { SEMVERS } from './semver.ts';
import { SETS } from './sets.ts';
import { STRINGS, trimSpace } from './strings.ts';
import { TIMES } from './times.ts';
import { URLS } from './urls.ts';

/** In the order in which the server declares them: `indexOf` is a list's before it is a string's. */
const ALL = [
  OPERATORS,
  CONVERSIONS,
  TIMES,
  URLS,
  PATTERNS,
  LISTS,
  OPTIONALS,
  QUANTITIES,
  STRINGS,
  SETS,
  NETWORKS,
  NAMED_FORMATS,
  SEMVERS,
  AUTHORIZATION,
].flat();

/** Every function by name. */
export const FUNCTIONS: ReadonlyMap<string, readonly Overload[]> = byName(ALL);

function byName(overloads: readonly Overload[]): Map<string, Overload[]> {
  const functions = new Map<string, Overload[]>();
  for (const overload of overloads) {
    const known = functions.get(overload.name);
    if (known === undefined) functions.set(overload.name, [overload]);
    else known.push(overload);
  }
  return functions;
}

export { type AuthorizationQuestion, authorizerValue } from './authorizer.ts';
export { toDuration, toTimestamp } from './conversions.ts';
export { LIST_COST, MAP_COST, STRUCT_COST } from './costs.ts';
export { type ClauseName, clauseFault, parseFormat } from './format-string.ts';
export { COMPARABLE, selfCompareCost, sortByKeys } from './lists.ts';
export { PATCH_FUNCTIONS } from './patches.ts';
export { compilePattern } from './patterns.ts';
export { introducedIn } from './releases.ts';
export { trimSpace };
