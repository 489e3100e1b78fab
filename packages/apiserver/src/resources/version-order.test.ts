import { expect, test } from 'vitest';
import { compareVersions } from './version-order.ts';

test('K-22: versions are in order of preference: stable before beta before alpha, newer before older', () => {
  const versions = ['v1alpha1', 'foo', 'v1', 'v11beta2', 'v2', 'v1beta1', 'bar', 'v10', 'v10beta3'];
  const ordered = ['v10', 'v2', 'v1', 'v11beta2', 'v10beta3', 'v1beta1', 'v1alpha1', 'bar', 'foo'];
  expect(versions.sort(compareVersions)).toEqual(ordered);
});
