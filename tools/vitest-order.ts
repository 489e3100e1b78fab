import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or more: one that begins last keeps everybody waiting while the other cores are idle. */
const LONG = [
  /\/test\/(?:foreign|delivery|targets|rights)\//,
  /\/(?:stories|storm)\//,
  /\/crash(?:es)?\b/,
  /\/replicas/,
  /\/(?:convert|compare|decide|step)\.property/,
  /\/gati\/(?:operate|uninstall)/,
  /\/gati-docs/,
  /\/differential\/(?:controllers|scheduler)/,
];

/** Long files first; a fresh clone has no memory of how long each took. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isShort = ({ moduleId }: TestSpecification): number => (LONG.some((path) => path.test(moduleId)) ? 0 : 1);
    return sorted.toSorted((a, b) => isShort(a) - isShort(b));
  }
}
