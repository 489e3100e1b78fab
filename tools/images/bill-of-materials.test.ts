import { expect, test } from 'vitest';
import { billOfMaterials, type Materials } from './bill-of-materials.ts';

const materials: Materials = {
  image: 'shop',
  version: '1.2.3',
  platform: 'arm64',
  node: '26.10.0',
  debian: [{ name: 'libc6', version: '2.36-9+deb12u14', architecture: 'arm64', control: '', files: [] }],
  npm: [
    { name: '@scope/part', version: '2.0.0', licence: 'ISC' },
    { name: 'yaml', version: '2.9.1', licence: 'ISC' },
  ],
};

test('a bill of materials names every part by its package address, and the image that contains it', () => {
  const { packages, relationships, creationInfo } = billOfMaterials(materials, 86_400) as {
    packages: { SPDXID: string; externalRefs: [{ referenceLocator: string }] }[];
    relationships: { relatedSpdxElement: string; relationshipType: string }[];
    creationInfo: unknown;
  };
  expect(packages.map(({ externalRefs: [{ referenceLocator }] }) => referenceLocator)).toEqual([
    'pkg:oci/shop?arch=arm64',
    'pkg:deb/debian/libc6@2.36-9%2Bdeb12u14?arch=arm64',
    'pkg:generic/node@26.10.0?arch=arm64',
    'pkg:npm/%40scope/part@2.0.0',
    'pkg:npm/yaml@2.9.1',
  ]);
  expect(relationships.map(({ relationshipType }) => relationshipType)).toEqual([
    'DESCRIBES',
    ...Array(4).fill('CONTAINS'),
  ]);
  expect(relationships.map(({ relatedSpdxElement }) => relatedSpdxElement)).toEqual(
    packages.map(({ SPDXID }) => SPDXID),
  );
  expect(creationInfo).toMatchObject({ created: '1970-01-02T00:00:00Z' });
});

test('the same parts give the same document, whatever their order; other parts another name', () => {
  const again = { ...materials, npm: materials.npm.toReversed() };
  expect(billOfMaterials(again, 0)).toEqual(billOfMaterials(materials, 0));
  const other = billOfMaterials({ ...materials, npm: [] }, 0);
  expect(other['documentNamespace']).not.toBe(billOfMaterials(materials, 0)['documentNamespace']);
});
