import { expect, it } from 'vitest';
import { findPropertyFiles } from './property-files.ts';

it('finds properties by what a file imports, and leaves suites on a cluster to their own runs', async () => {
  const files = await findPropertyFiles();
  expect(files).toContain('operators/gati/src/modules/pods.test.ts');
  expect(files).toContain('packages/apimachinery/src/quantity/quantity.test.ts');
  expect(files).not.toContain('tools/property-files.test.ts');
  expect(files.filter((file) => /\.(?:cluster|kube)\.test\.ts$/.test(file))).toEqual([]);
});
