import { createHash } from 'node:crypto';
import type { DebianPackage } from './debian-files.ts';
import type { Platform } from './platform.ts';
import type { NpmPackage } from './program-files.ts';

/** What an image is made of. */
export interface Materials {
  readonly image: string;
  readonly version: string;
  readonly platform: Platform;
  readonly node: string;
  readonly debian: readonly DebianPackage[];
  readonly npm: readonly NpmPackage[];
}

interface Part {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly url: string;
}

/** The list of an image's parts as an SPDX 2.3 document. The same parts give the same bytes. */
export function billOfMaterials(materials: Materials, seconds: number): Record<string, unknown> {
  const { image, version, platform } = materials;
  const parts = partsOf(materials);
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  const packages = [{ name: image, version, licence: 'MIT', url: `pkg:oci/${image}?arch=${platform}` }, ...parts];
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: `${image}-${version}-${platform}`,
    documentNamespace: `urn:slipway:sbom:${image}:${version}:${platform}:${digest}`,
    creationInfo: {
      created: new Date(seconds * 1_000).toISOString().replace('.000', ''),
      creators: ['Tool: slipway-image'],
    },
    packages: packages.map(packageOf),
    relationships: packages.map((_, at) => ({
      spdxElementId: at === 0 ? 'SPDXRef-DOCUMENT' : idOf(0),
      relationshipType: at === 0 ? 'DESCRIBES' : 'CONTAINS',
      relatedSpdxElement: idOf(at),
    })),
  };
}

function partsOf({ node, debian, npm, platform }: Materials): Part[] {
  const debianParts = debian.map(({ name, version, architecture }) => ({
    name,
    version,
    licence: 'NOASSERTION',
    url: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`,
  }));
  const npmParts = npm.map(({ name, version, licence }) => ({
    name,
    version,
    licence,
    url: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  }));
  const runtime = { name: 'node', version: node, licence: 'MIT', url: `pkg:generic/node@${node}?arch=${platform}` };
  return [runtime, ...debianParts, ...npmParts].sort((a, b) => (a.url < b.url ? -1 : 1));
}

const idOf = (at: number): string => `SPDXRef-Package-${at}`;

function packageOf({ name, version, licence, url }: Part, at: number): Record<string, unknown> {
  return {
    SPDXID: idOf(at),
    name,
    versionInfo: version,
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    licenseConcluded: 'NOASSERTION',
    licenseDeclared: licence,
    copyrightText: 'NOASSERTION',
    externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: url }],
  };
}
