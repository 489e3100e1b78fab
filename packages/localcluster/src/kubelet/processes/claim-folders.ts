import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cache, Cluster, ObjectOf } from '@slipway/kube';
import { PersistentVolume, PersistentVolumeClaim } from '@slipway/kube/kinds';
import { isBound } from '../../volumes/index.ts';
import type { PodObject } from '../lifecycle/index.ts';
import { NotThere } from './environment.ts';

/** The folders of claims: one for each volume, shared by all pods that mount it, for as long as the volume exists. */
export class ClaimFolders {
  readonly #cluster: Cluster;
  readonly #folder: string;
  readonly #volumes: Cache<ObjectOf<typeof PersistentVolume>>;
  readonly #ending = new AbortController();
  #work: Promise<void>;

  constructor(cluster: Cluster, folder: string) {
    this.#cluster = cluster;
    this.#folder = folder;
    this.#volumes = cluster.cache(PersistentVolume);
    this.#volumes.onEvent(({ type, object }) => {
      if (type === 'deleted') this.#then(() => this.#remove(object.metadata.name));
    });
    this.#work = this.#sweep();
  }

  /** The folder of a claim, which is there. @throws NotThere while the claim has no volume */
  async folderOf({ metadata: { namespace } }: PodObject, name: string): Promise<string> {
    const claim = await this.#cluster.client.live.get(PersistentVolumeClaim, { namespace, name });
    if (!claim) throw new NotThere(`persistentvolumeclaim "${name}" not found`);
    if (!isBound(claim)) throw new NotThere(`persistentvolumeclaim "${name}" is not bound`);
    const folder = join(this.#folder, claim.spec?.volumeName ?? '');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#work;
  }

  /** Removes what is left of volumes that went while nobody looked. */
  async #sweep(): Promise<void> {
    try {
      await this.#volumes.waitForSync({ signal: this.#ending.signal });
    } catch {
      // The cluster is gone before it was read; what is left is swept the next time.
      return;
    }
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) if (!this.#volumes.get({ name })) await this.#remove(name);
  }

  async #remove(volume: string): Promise<void> {
    await rm(join(this.#folder, volume), { recursive: true, force: true, maxRetries: 3 });
  }

  #then(work: () => Promise<void>): void {
    // A folder that cannot be removed is tried again by the next sweep.
    this.#work = this.#work.then(work).catch(() => undefined);
  }
}
