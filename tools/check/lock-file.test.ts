import { expect, it } from 'vitest';
import { checkLockFile, type LockedPackages, missingEntries } from './lock-file.ts';

const packages: LockedPackages = {
  'node_modules/linter': {
    version: '1.2.3',
    dev: true,
    license: 'MIT',
    optionalDependencies: { '@linter/linux-x64-gnu': '1.2.3', '@linter/darwin-arm64': '1.2.3', peer: '^2' },
  },
  'node_modules/@linter/linux-x64-gnu': { version: '1.2.3', optional: true },
};

it('names the builds for other platforms that the lock file lacks', () => {
  expect(missingEntries(packages)).toEqual({
    'node_modules/@linter/darwin-arm64': {
      version: '1.2.3',
      license: 'MIT',
      cpu: ['arm64'],
      os: ['darwin'],
      dev: true,
      optional: true,
    },
  });
  expect(checkLockFile(packages)).toHaveLength(1);
});

it('is content once they are there', () => {
  expect(checkLockFile({ ...packages, ...missingEntries(packages) })).toEqual([]);
});
