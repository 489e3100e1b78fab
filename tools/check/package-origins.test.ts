import { expect, it } from 'vitest';
import { checkPackageOrigins } from './package-origins.ts';

const url = 'git+https://github.com/gati-framework/slipway.git';
const manifest = (path: string, fields: object) => ({ path, text: JSON.stringify(fields) });
const licence = (path: string) => ({ path, text: 'MIT License' });

it('a published package has a repository and a LICENSE', () => {
  const repository = { type: 'git', url, directory: 'packages/a' };
  expect(
    checkPackageOrigins([manifest('packages/a/package.json', { repository }), licence('packages/a/LICENSE')]),
  ).toEqual([]);
  expect(checkPackageOrigins([manifest('packages/a/package.json', { repository })])).toEqual([
    'packages/a/LICENSE is missing: cp LICENSE packages/a/LICENSE',
  ]);
});

it('a repository without the folder of the package, or with that of another, is reported', () => {
  const of = (repository?: object) =>
    checkPackageOrigins([manifest('tools/package.json', { private: true, ...(repository && { repository }) })]);
  const finding = `tools/package.json: "repository" has to be {"type":"git","url":"${url}","directory":"tools"}`;
  expect(of()).toEqual([finding]);
  expect(of({ type: 'git', url })).toEqual([finding]);
  expect(of({ type: 'git', url, directory: 'packages/a' })).toEqual([finding]);
  expect(of({ type: 'git', url, directory: 'tools' })).toEqual([]);
});

it('the workspace itself is no folder of the repository', () => {
  expect(checkPackageOrigins([manifest('package.json', { private: true, repository: { type: 'git', url } })])).toEqual(
    [],
  );
});
