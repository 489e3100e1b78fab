import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { provideNpmExecutable } from '../binaries/index.ts';
import { npmExecutables } from '../versions.ts';
import { baseLayer, USER, withFolders } from './base-layer.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { debianPackages } from './debian-files.ts';
import { type Descriptor, type Layer, MEDIA_TYPES, OciArchive } from './oci.ts';
import { PLATFORMS, type Platform } from './platform.ts';
import { type ProgramFiles, programFiles } from './program-files.ts';

/** A program that is shipped as an image. */
export interface ImageSpec {
  readonly name: string;
  readonly description: string;
  /** Folder of the package that the program is of, below the repository; it gives the version. */
  readonly package: string;
  /** The program's source. */
  readonly entry: string;
  /** Files that the program starts as processes of their own. */
  readonly beside?: readonly string[];
  /** Node's own options. */
  readonly nodeOptions: readonly string[];
}

export interface BuiltImage {
  readonly archive: Buffer;
  /** Of the index: what a deployment pins. */
  readonly digest: string;
  readonly name: string;
  readonly parts: readonly { readonly platform: Platform; readonly layer: string; readonly bytes: number }[];
}

export interface BuildOptions {
  /** The time that everything in the image bears, in seconds after the epoch. */
  readonly seconds: number;
  readonly platforms?: readonly Platform[];
  readonly onProgress?: (line: string) => void;
}

/** Builds the image of a program for all platforms: the same sources, packages and time give the same bytes. */
export async function buildImage(root: string, spec: ImageSpec, options: BuildOptions): Promise<BuiltImage> {
  const { seconds, platforms = PLATFORMS, onProgress } = options;
  const { version } = JSON.parse(await readFile(join(root, spec.package, 'package.json'), 'utf8')) as {
    version: string;
  };
  const archive = new OciArchive();
  const program = await programFiles(root, spec.entry, spec.beside);
  const programLayer = await archive.addLayer(withFolders(program.files), seconds);
  const manifests: Descriptor[] = [];
  const parts: { platform: Platform; layer: string; bytes: number }[] = [];
  for (const platform of platforms) {
    onProgress?.(`${spec.name} for ${platform}`);
    const { manifest, attached, layers } = await addPlatform(
      archive,
      spec,
      version,
      platform,
      programLayer,
      program,
      options,
    );
    manifests.push(manifest, attached);
    for (const [layer, { descriptor }] of Object.entries(layers))
      parts.push({ platform, layer, bytes: descriptor.size });
  }
  const index = archive.addJson(MEDIA_TYPES.index, {
    schemaVersion: 2,
    mediaType: MEDIA_TYPES.index,
    manifests,
    annotations: labelsOf(spec, version),
  });
  const name = `${spec.name}:${version}`;
  return { archive: archive.write(index, name, seconds), digest: index.digest, name, parts };
}

async function addPlatform(
  archive: OciArchive,
  spec: ImageSpec,
  version: string,
  platform: Platform,
  program: Layer,
  { packages: npm }: ProgramFiles,
  { seconds, onProgress }: BuildOptions,
) {
  const executable = npmExecutables.imageNode[platform];
  const debian = await debianPackages(platform);
  const node = await readFile(await provideNpmExecutable(executable, { onProgress }));
  const layers = {
    'libraries and certificates': await archive.addLayer(baseLayer(debian), seconds),
    node: await archive.addLayer(
      withFolders([{ type: 'file', path: 'usr/bin/node', mode: 0o755, data: node }]),
      seconds,
    ),
    program,
  };
  const config = archive.addJson(MEDIA_TYPES.config, {
    created: new Date(seconds * 1_000).toISOString(),
    architecture: platform,
    os: 'linux',
    config: {
      User: `${USER}:${USER}`,
      Env: ['PATH=/usr/bin', 'NODE_ENV=production', 'SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt'],
      Entrypoint: ['/usr/bin/node', ...spec.nodeOptions, '/app/main.mjs'],
      WorkingDir: '/app',
      Labels: labelsOf(spec, version),
    },
    rootfs: { type: 'layers', diff_ids: Object.values(layers).map(({ diffId }) => diffId) },
    history: Object.keys(layers).map((layer) => ({ created_by: layer })),
  });
  const manifest = archive.addJson(MEDIA_TYPES.manifest, {
    schemaVersion: 2,
    mediaType: MEDIA_TYPES.manifest,
    config,
    layers: Object.values(layers).map(({ descriptor }) => descriptor),
    annotations: labelsOf(spec, version),
  });
  const materials = { image: spec.name, version, platform, node: executable.version, debian, npm };
  return {
    manifest: { ...manifest, platform: { architecture: platform, os: 'linux' } },
    attached: attach(archive, manifest, billOfMaterials(materials, seconds)),
    layers,
  };
}

const SPDX = 'application/spdx+json';

/** The bill of materials as an artifact whose subject is the image. It says of itself that it runs nowhere. */
function attach(archive: OciArchive, subject: Descriptor, document: unknown): Descriptor {
  const artifact = archive.addJson(MEDIA_TYPES.manifest, {
    schemaVersion: 2,
    mediaType: MEDIA_TYPES.manifest,
    artifactType: SPDX,
    config: archive.addJson(MEDIA_TYPES.empty, {}),
    layers: [archive.addJson(SPDX, document)],
    subject,
  });
  return { ...artifact, artifactType: SPDX, platform: { architecture: 'unknown', os: 'unknown' } };
}

function labelsOf({ name, description }: ImageSpec, version: string): Record<string, string> {
  return {
    'org.opencontainers.image.title': name,
    'org.opencontainers.image.description': description,
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.licenses': 'MIT',
  };
}
