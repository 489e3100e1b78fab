import { canonicalJson } from '@slipway/apimachinery/json';
import type { ControllerRevision } from '@slipway/kube/kinds';
import { hashOf, isSame, type Read } from '../objects/index.ts';
import type { PodTemplate } from '../pods/index.ts';

export type Revision = Read<typeof ControllerRevision>;

/** What a revision keeps: a patch that puts the template back. */
interface Data {
  readonly spec?: { readonly template?: PodTemplate & { readonly $patch?: string } };
}

interface RevisionPlan {
  /** The revision of the template as it is, if it is kept already. */
  readonly found: Revision | undefined;
  /** Its number, counted on when an old template comes back. */
  readonly number: number;
  readonly hash: string;
  readonly data: Data;
}

/** Which of the kept revisions, in order of age, is that of the template, or what the new one is. */
export function planRevisions(
  template: PodTemplate,
  revisions: readonly Revision[],
  collisions: number | undefined,
): RevisionPlan {
  // In the order in which Go would print it: clients find the revision of a template by comparing bytes.
  const data = JSON.parse(canonicalJson({ spec: { template: { ...template, $patch: 'replace' } } })) as Data;
  const newest = revisions.at(-1);
  const found = revisions.findLast((revision) => isSame(revision.data, data));
  const number = found && found === newest ? found.revision : (newest?.revision ?? 0) + 1;
  return { found, number, hash: hashOf(data, collisions), data };
}

/** The template that a revision keeps. */
export function templateOf(revision: Revision): PodTemplate {
  const { $patch: _patch, ...template } = (revision.data as Data)?.spec?.template ?? {};
  return template;
}
