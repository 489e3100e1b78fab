/**
 * @module
 * The rules that compare, one small function for each cause, in tables by subject.
 *
 * A rule sees normalised sides and answers with drafts: rule, verdict, who is affected, what was and what
 * is. It knows nothing of policies, waivers or evidence, and rules do not know each other; which of
 * them speak at a place is decided by the walk alone.
 */
import type { CrdPair } from '../crd-pair.ts';
import type { Draft } from '../finding.ts';
import { type CrdRule, nameRules } from './crd-names.ts';
import { subresourceRules } from './crd-subresources.ts';
import { versionRules } from './crd-versions.ts';
import { unknownKeywords } from './unknown-keywords.ts';

export { isApproval, isProtectedGroup, sizeOf } from './crd-names.ts';
export { both } from './crd-versions.ts';
export type { NodeOptions } from './node-change.ts';
export { compareSchemas } from './schema-walk.ts';

const crdRules: readonly CrdRule[] = [...nameRules, ...versionRules, ...subresourceRules, unknownKeywords];

/** What the rules about the whole CRD say, C01–C29 and V35. */
export function compareWholes(pair: CrdPair): Draft[] {
  return crdRules.flatMap((rule) => [rule(pair) ?? []].flat());
}
