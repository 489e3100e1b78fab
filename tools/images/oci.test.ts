import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readTar, type TarEntry } from '../archive/index.ts';
import { type Descriptor, MEDIA_TYPES, OciArchive } from './oci.ts';

const FILES: TarEntry[] = [
  { type: 'directory', path: 'app', mode: 0o755 },
  { type: 'file', path: 'app/main.mjs', mode: 0o644, data: Buffer.from('console.log(1)') },
];

async function archiveOf(files: readonly TarEntry[]): Promise<Map<string, Buffer>> {
  const archive = new OciArchive();
  const { descriptor, diffId } = await archive.addLayer(files, 60);
  const config = archive.addJson(MEDIA_TYPES.config, { rootfs: { diff_ids: [diffId] } });
  const manifest = archive.addJson(MEDIA_TYPES.manifest, { config, layers: [descriptor] });
  const index = archive.addJson(MEDIA_TYPES.index, { manifests: [manifest] });
  const entries = [...readTar(archive.write(index, 'shop:1.2.3', 60))];
  return new Map(entries.flatMap((entry) => (entry.type === 'file' ? [[entry.path, Buffer.from(entry.data)]] : [])));
}

const sha256 = (data: Buffer): string => createHash('sha256').update(data).digest('hex');

describe('an OCI archive', () => {
  test('every part lies under the digest of what it holds, and is of the size that refers to it', async () => {
    const files = await archiveOf(FILES);
    const blob = ({ digest, size }: Descriptor): Buffer => {
      const data = files.get(`blobs/${digest.replace(':', '/')}`) ?? Buffer.alloc(0);
      expect([sha256(data), data.length]).toEqual([digest.slice('sha256:'.length), size]);
      return data;
    };
    const read = (data: Buffer | undefined) =>
      JSON.parse(String(data)) as {
        manifests: [Descriptor];
        config: Descriptor;
        layers: [Descriptor];
        rootfs: { diff_ids: [string] };
      };
    const manifest = read(blob(read(blob(read(files.get('index.json')).manifests[0])).manifests[0]));
    const layer = gunzipSync(blob(manifest.layers[0]));
    expect(`sha256:${sha256(layer)}`).toBe(read(blob(manifest.config)).rootfs.diff_ids[0]);
    expect([...readTar(layer)]).toEqual(FILES);
    expect(files.size).toBe(6);
  });

  test('the name is where engines look for it', async () => {
    const files = await archiveOf(FILES);
    expect(JSON.parse(String(files.get('oci-layout')))).toEqual({ imageLayoutVersion: '1.0.0' });
    expect(JSON.parse(String(files.get('index.json')))).toMatchObject({
      manifests: [
        {
          annotations: {
            'org.opencontainers.image.ref.name': '1.2.3',
            'io.containerd.image.name': 'shop:1.2.3',
          },
        },
      ],
    });
  });

  test('the same files give the same bytes, in whatever order they are given', async () => {
    expect(await archiveOf(FILES.toReversed())).toEqual(await archiveOf(FILES));
  });
});
