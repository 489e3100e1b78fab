import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or more, the longest first: one that begins last keeps all waiting while cores are idle. */
const LONG = [
  /\/storm\/storm\.long/,
  /\/stories\/(?:false-zero|ways-to-fail|edge-cases)/,
  /\/test\/foreign\//,
  /\/gati\/(?:operate|uninstall)/,
  /\/gati\/test\/targets\/(?:gitops|handover)/,
  /\/test\/(?:first-hour|delivery|targets|rights)\//,
  /\/(?:stories|storm)\//,
  /\/crash(?:es)?\b/,
  /\/replicas/,
  /\/gati-docs/,
  /\/differential\/(?:controllers|scheduler)/,
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONG.findIndex((path) => path.test(moduleId));
  return rank < 0 ? LONG.length : rank;
};

/** Long files first; a fresh clone has no memory of how long each took. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
