import { mkdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock, Cluster } from '@slipway/kube';
import { ServiceAccount } from '@slipway/kube/kinds';
import { claimNameOf } from '../../volumes/index.ts';
import type { Container, PodObject } from '../lifecycle/index.ts';
import type { ClaimFolders } from './claim-folders.ts';
import { configMapData, NotThere, secretData } from './environment.ts';
import { fieldValue, resourceValue } from './fields.ts';

type Volume = NonNullable<NonNullable<PodObject['spec']>['volumes']>[number];
type Projection = NonNullable<NonNullable<Volume['projected']>['sources']>[number];
type Item = { readonly key: string; readonly path: string; readonly mode?: number };
interface File {
  readonly content: Buffer | string;
  readonly mode?: number;
}
type Files = Record<string, File>;

/** A token is replaced once this part of its life has passed. */
const TOKEN_FRESHNESS = 0.8;

/** The volumes of one pod as folders: written before its containers start, and again when their sources change. */
export class Volumes {
  readonly #cluster: Cluster;
  readonly #clock: Clock;
  readonly #folder: string;
  readonly #addresses: { readonly podIP: string; readonly hostIP: string };
  readonly #claims: ClaimFolders;
  /** Of volumes that are claims, by their names. */
  readonly #claimed = new Map<string, string>();
  readonly #tokens = new Map<string, { readonly token: string; readonly renewAt: number }>();
  #writes = 0;

  constructor(
    cluster: Cluster,
    clock: Clock,
    folder: string,
    addresses: { readonly podIP: string; readonly hostIP: string },
    claims: ClaimFolders,
  ) {
    this.#claims = claims;
    this.#cluster = cluster;
    this.#clock = clock;
    this.#folder = folder;
    this.#addresses = addresses;
  }

  /** Brings every folder up to date. @throws NotThere where a source is missing */
  async write(pod: PodObject): Promise<void> {
    for (const volume of pod.spec?.volumes ?? []) {
      const claim = claimNameOf(pod, volume);
      if (claim !== undefined) this.#claimed.set(volume.name, await this.#claims.folderOf(pod, claim));
      const folder = this.#folderOf(volume.name);
      await mkdir(folder, { recursive: true });
      const files = await this.#filesOf(pod, volume);
      if (files) await this.#replace(folder, files);
    }
  }

  /** Puts a container's mounts below its root: `/etc/config` is `<root>/etc/config`. */
  async mount(container: Container, root: string): Promise<void> {
    await mkdir(root, { recursive: true });
    for (const { name, mountPath, subPath } of container.volumeMounts ?? []) {
      const path = join(root, mountPath);
      await mkdir(dirname(path), { recursive: true });
      await rm(path, { force: true, recursive: true });
      const target = join(this.#folderOf(name), subPath ?? '');
      if (this.#claimed.has(name)) await mkdir(target, { recursive: true });
      await symlink(target, path);
    }
  }

  #folderOf(volume: string): string {
    return this.#claimed.get(volume) ?? join(this.#folder, 'volumes', volume);
  }

  /** What is to be in a volume; nothing is written into one that belongs to its containers. */
  async #filesOf(pod: PodObject, volume: Volume): Promise<Files | undefined> {
    const { configMap, secret, projected, downwardAPI, hostPath } = volume;
    if (configMap) {
      const data = await configMapData(this.#cluster, pod, configMap.name ?? '', configMap.optional);
      return chosen(data, configMap.items, configMap.defaultMode);
    }
    if (secret) {
      const data = await secretData(this.#cluster, pod, secret.secretName ?? '', secret.optional);
      return chosen(data, secret.items, secret.defaultMode);
    }
    if (downwardAPI) return this.#downward(pod, downwardAPI.items ?? []);
    if (projected) {
      const parts: Files[] = [];
      for (const source of projected.sources ?? []) parts.push(await this.#project(pod, volume.name, source));
      return Object.assign({}, ...parts) as Files;
    }
    // A path of the host is not for a laptop to lend.
    if (hostPath) throw new NotThere(`hostPath volumes are not given to process pods`);
    return undefined;
  }

  async #project(pod: PodObject, volume: string, source: Projection): Promise<Files> {
    const { configMap, secret, downwardAPI, serviceAccountToken } = source;
    if (configMap) {
      const data = await configMapData(this.#cluster, pod, configMap.name ?? '', configMap.optional);
      return chosen(data, configMap.items, undefined);
    }
    if (secret) {
      const data = await secretData(this.#cluster, pod, secret.name ?? '', secret.optional);
      return chosen(data, secret.items, undefined);
    }
    if (downwardAPI) return this.#downward(pod, downwardAPI.items ?? []);
    if (!serviceAccountToken) return {};
    const { path, audience, expirationSeconds = 3600 } = serviceAccountToken;
    const content = await this.#token(pod, `${volume}/${path}`, audience, expirationSeconds);
    return { [path]: { content, mode: 0o600 } };
  }

  #downward(
    pod: PodObject,
    items: readonly {
      path: string;
      fieldRef?: { fieldPath: string };
      resourceFieldRef?: { containerName?: string; resource: string; divisor?: string };
    }[],
  ): Files {
    return Object.fromEntries(
      items.map(({ path, fieldRef, resourceFieldRef: ref }) => {
        const content = fieldRef
          ? fieldValue(pod, fieldRef.fieldPath, this.#addresses)
          : resourceValue(pod, ref?.containerName ?? '', ref?.resource ?? '', ref?.divisor);
        return [path, { content }];
      }),
    );
  }

  async #token(pod: PodObject, key: string, audience: string | undefined, seconds: number): Promise<string> {
    const known = this.#tokens.get(key);
    const now = this.#clock.wall();
    if (known && now < known.renewAt) return known.token;
    const { namespace, name: podName, uid } = pod.metadata;
    const name = pod.spec?.serviceAccountName ?? 'default';
    const answer = await this.#cluster.client
      .subresource<{ status: { token: string } }>(ServiceAccount, { namespace, name }, 'token')
      .create({
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        spec: {
          ...(audience && { audiences: [audience] }),
          expirationSeconds: seconds,
          boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: podName, uid },
        },
      });
    const { token } = answer.status;
    this.#tokens.set(key, { token, renewAt: now + seconds * 1000 * TOKEN_FRESHNESS });
    return token;
  }

  /** All files change at once, as a kubelet does it: they are links through one link that is moved. */
  async #replace(folder: string, files: Files): Promise<void> {
    const version = `..${this.#clock.wall()}.${this.#writes++}`;
    for (const [path, { content, mode = 0o644 }] of Object.entries(files)) {
      const target = join(folder, version, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content, { mode });
    }
    await mkdir(join(folder, version), { recursive: true });
    const link = join(folder, '..data');
    const old = await readlink(link).catch(() => undefined);
    await symlink(version, `${link}.new`);
    await rename(`${link}.new`, link);
    for (const name of new Set(Object.keys(files).map((path) => path.split('/')[0] ?? path))) {
      const isThere = (await readlink(join(folder, name)).catch(() => undefined)) !== undefined;
      if (!isThere) await symlink(join('..data', name), join(folder, name));
    }
    if (old) await rm(join(folder, old), { recursive: true, force: true });
  }
}

function chosen(
  data: Readonly<Record<string, Buffer>> | undefined,
  items: readonly Item[] | undefined,
  mode: number | undefined,
): Files {
  const all = items ?? Object.keys(data ?? {}).map((key): Item => ({ key, path: key }));
  return Object.fromEntries(
    all.flatMap((item) => {
      const content = data?.[item.key];
      const own = item.mode ?? mode;
      return content === undefined ? [] : [[item.path, { content, ...(own !== undefined && { mode: own }) }]];
    }),
  );
}
