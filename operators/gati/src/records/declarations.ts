import { canonicalJson } from '@slipway/apimachinery/json';

import type { ReadHandler, ReadVersion } from '../cluster/index.ts';
import type { GatiVersionSpec } from '../types/index.ts';

type DeclaredFields = Pick<GatiVersionSpec, 'transformers' | 'schema' | 'schemaRef' | 'tags'>;

/** What is known of a version beside what runs. */
export interface Declarations extends DeclaredFields {
  readonly breaking: boolean;
  /** Where handler and version say different things about it. */
  readonly disagreements: readonly Disagreement[];
}

/** For the handler's condition `Conflicted`: both values, and which counts. */
export interface Disagreement {
  readonly reason: 'BreakingConflict';
  readonly message: string;
}

const DECLARED = ['transformers', 'schema', 'schemaRef', 'tags'] as const satisfies readonly (keyof DeclaredFields)[];

/**
 * What counts for the target version, of which handler and record may both tell. Breaking is what either calls so;
 * of the rest the record's word counts, and the handler's where the record says nothing.
 */
export function declarationsOf({ spec }: ReadHandler, record: ReadVersion): Declarations {
  const { versionId, breaking } = record.spec;
  const says = (field: string, ours: unknown, theirs: unknown, counts: string): Disagreement => ({
    reason: 'BreakingConflict',
    message: `${field} of ${versionId}: the handler says ${canonicalJson(ours)}, GatiVersion ${record.metadata.name} says ${canonicalJson(theirs)}; ${counts}.`,
  });
  const declared = spec.timescape?.breaking;
  const disagreements =
    declared === undefined || declared === breaking ? [] : [says('breaking', declared, breaking, 'true counts')];
  const values: DeclaredFields = {};
  for (const field of DECLARED) {
    const [ours, theirs] = [spec[field], record.spec[field]];
    Object.assign(values, theirs === undefined ? ours !== undefined && { [field]: ours } : { [field]: theirs });
    if (ours === undefined || theirs === undefined || field === 'tags') continue;
    if (canonicalJson(ours) !== canonicalJson(theirs))
      disagreements.push(says(field, ours, theirs, 'the GatiVersion counts'));
  }
  return { ...values, breaking: breaking || declared === true, disagreements };
}

/** What the operator keeps on a record of its own: the handler's word is the only one there. */
export function declarationsFor({ spec }: ReadHandler): DeclaredFields & Pick<GatiVersionSpec, 'breaking'> {
  const values = Object.fromEntries(DECLARED.map((field) => [field, spec[field]])) as DeclaredFields;
  return { breaking: spec.timescape?.breaking ?? false, ...values };
}
