import type { BreakingChangeResult, IBreakingChangeDetector, VersionRef } from '@gati-framework/contracts/deployment';
import type { Clock } from '@slipway/kube';
import type { VersionCatalogue } from './catalogue.ts';
import { diffSchemas } from './schema-diff.ts';

/** Compares the schemas that versions publish. Where two are not published it finds nothing, and declarations count. */
export class SchemaDetector implements IBreakingChangeDetector {
  readonly #versionsOf: VersionCatalogue;
  readonly #clock: Pick<Clock, 'wall'>;

  constructor(versionsOf: VersionCatalogue, clock: Pick<Clock, 'wall'>) {
    this.#versionsOf = versionsOf;
    this.#clock = clock;
  }

  async detect(from: VersionRef, to: VersionRef): Promise<BreakingChangeResult> {
    const versions = await this.#versionsOf(to);
    const schemaOf = ({ versionId }: VersionRef) => versions.find((one) => one.versionId === versionId)?.schema;
    const [older, newer] = [schemaOf(from), schemaOf(to)];
    const at = this.#clock.wall();
    if (!older || !newer) return { breaking: { value: false, at }, changes: [] };
    if (older.unknown !== undefined)
      return { breaking: { unknown: `${from.versionId}: ${older.unknown}` }, changes: [] };
    if (newer.unknown !== undefined) return { breaking: { unknown: `${to.versionId}: ${newer.unknown}` }, changes: [] };
    const { changes, unjudged } = diffSchemas(older.value, newer.value);
    // One change that breaks is certain, whatever the rest means.
    if (changes.some(({ breaking }) => breaking)) return { breaking: { value: true, at }, changes };
    if (unjudged.length > 0)
      return { breaking: { unknown: `changes without a rule: ${unjudged.join(', ')}` }, changes };
    return { breaking: { value: false, at }, changes };
  }
}
