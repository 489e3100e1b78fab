import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or more: one that begins last keeps everybody waiting while the other cores are idle. */
const LONG = /test\/foreign\/|\/crashes\b|\/stories\/|\/test\/targets\/|\/rights\/|\/replicas|gati\/operate|gati-docs/;

/** Long files first; a fresh clone has no memory of how long each took. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isShort = ({ moduleId }: TestSpecification): number => (LONG.test(moduleId) ? 0 : 1);
    return sorted.toSorted((a, b) => isShort(a) - isShort(b));
  }
}
