import { expect, it } from 'vitest';
import { checkLicences } from './licences.ts';

const faults = (license: string | undefined, dev = false, installed?: string) =>
  checkLicences({ 'node_modules/a': { ...(license && { license }), dev } }, () => installed);

it('permissive licences pass, also in expressions', () => {
  for (const licence of ['MIT', 'Apache-2.0', '(MIT OR GPL-3.0)', 'MIT AND ISC', 'BlueOak-1.0.0']) {
    expect(faults(licence)).toEqual([]);
  }
});

it('others fail with the name of the package', () => {
  expect(faults('GPL-3.0')).toEqual([expect.stringContaining('a has the licence GPL-3.0')]);
  expect(faults('MIT AND GPL-3.0')).toHaveLength(1);
  expect(faults('SEE LICENSE IN LICENSE.md')).toHaveLength(1);
});

it('MPL-2.0 is for tools only', () => {
  expect(faults('MPL-2.0', true)).toEqual([]);
  expect(faults('MPL-2.0', false)).toHaveLength(1);
});

it('a package that the lock file knows no licence of is asked itself', () => {
  expect(faults(undefined, false, 'MIT')).toEqual([]);
  expect(faults(undefined)).toEqual(['a names no licence']);
});

it('packages of the workspace are not dependencies', () => {
  expect(checkLicences({ 'node_modules/@slipway/kube': { link: true }, 'packages/kube': {} }, () => undefined)).toEqual(
    [],
  );
});
