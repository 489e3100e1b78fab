import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type TarEntry, writeTar } from '../archive/index.ts';

/** How a document or a layer is named: by what it holds. */
export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly platform?: { readonly architecture: string; readonly os: string };
  readonly annotations?: Readonly<Record<string, string>>;
  readonly artifactType?: string;
}

/** A layer, with the digest of what is in it before it was compressed. */
export interface Layer {
  readonly descriptor: Descriptor;
  readonly diffId: string;
}

export const MEDIA_TYPES = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
  empty: 'application/vnd.oci.empty.v1+json',
} as const;

/** The parts of an image, each kept once, by digest; written as one archive (`oci-archive`) at the end. */
export class OciArchive {
  readonly #blobs = new Map<string, Uint8Array>();

  add(mediaType: string, data: Uint8Array): Descriptor {
    const digest = digestOf(data);
    this.#blobs.set(digest, data);
    return { mediaType, digest, size: data.length };
  }

  addJson(mediaType: string, value: unknown): Descriptor {
    return this.add(mediaType, Buffer.from(JSON.stringify(value)));
  }

  async addLayer(entries: readonly TarEntry[], seconds: number): Promise<Layer> {
    const tar = writeTar(entries, seconds);
    // Node's gzip writes neither a name nor a time, so that the same files give the same digest.
    const descriptor = this.add(MEDIA_TYPES.layer, await compress(tar, { level: 9 }));
    return { descriptor, diffId: digestOf(tar) };
  }

  /** The archive: `index` is what a name refers to, for every platform. */
  write(index: Descriptor, name: string, seconds: number): Buffer {
    const [, tag = 'latest'] = /:([^:/]+)$/.exec(name) ?? [];
    const annotations = { 'org.opencontainers.image.ref.name': tag, 'io.containerd.image.name': name };
    const layout = [
      json('oci-layout', { imageLayoutVersion: '1.0.0' }),
      json('index.json', {
        schemaVersion: 2,
        mediaType: MEDIA_TYPES.index,
        manifests: [{ ...index, annotations }],
      }),
    ];
    const blobs = [...this.#blobs].map(
      ([digest, data]): TarEntry => ({ type: 'file', path: `blobs/${digest.replace(':', '/')}`, mode: 0o644, data }),
    );
    const folders = ['blobs', 'blobs/sha256'].map((path): TarEntry => ({ type: 'directory', path, mode: 0o755 }));
    return writeTar([...layout, ...folders, ...blobs], seconds);
  }
}

const compress = promisify<Uint8Array, { level: number }, Buffer>(gzip);

const digestOf = (data: Uint8Array): string => `sha256:${createHash('sha256').update(data).digest('hex')}`;

const json = (path: string, value: unknown): TarEntry => ({
  type: 'file',
  path,
  mode: 0o644,
  data: Buffer.from(JSON.stringify(value)),
});
