import type { ITransformerCoordinator, TransformerChain, VersionRef } from '@gati-framework/contracts/deployment';
import type { VersionCatalogue } from './catalogue.ts';
import { chainOf } from './chain.ts';

/** Finds chains in what versions declare. Nobody else is involved, so there is nobody to tell of a version. */
export class TransformerChains implements ITransformerCoordinator {
  readonly #versionsOf: VersionCatalogue;

  constructor(versionsOf: VersionCatalogue) {
    this.#versionsOf = versionsOf;
  }

  async chain(from: VersionRef, to: VersionRef): Promise<TransformerChain> {
    const versions = await this.#versionsOf(to);
    const order = versions.map(({ versionId }) => versionId);
    const entries = versions.flatMap(({ transformers }) => transformers);
    return chainOf(order, entries, from.versionId, to.versionId);
  }

  async announce(): Promise<void> {}

  async withdraw(): Promise<void> {}
}
