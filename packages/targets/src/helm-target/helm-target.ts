import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  ApplyReport,
  DeploymentResource,
  IDeploymentTarget,
  Known,
  Ref,
  ResourceSet,
  TargetStatus,
  WatchCallback,
  WatchHandle,
  WatchOptions,
} from '@gati-framework/contracts/deployment';
import { apiVersionOf } from '@slipway/apimachinery/references';
import { codeAndMessage, TargetError, type TargetErrorCode } from '../errors.ts';
import { makeOwnFolder } from '../folders/index.ts';
import { HelmClient, type ReleaseRef } from '../helm/index.ts';
import { KubernetesTarget } from '../kubernetes/index.ts';
import { marked, setIdOf } from '../marks/index.ts';
import { describeRef, refOfResource, sameRef } from '../resources/index.ts';
import { Turns } from '../turns/index.ts';
import { writeChart } from './chart-folder.ts';
import { entriesOf } from './entry.ts';
import { claimOf, readAll, releaseOf, unclaimed } from './live-objects.ts';
import { resourcesIn } from './manifest.ts';
import { releaseOfObject, releaseOfSet } from './names.ts';
import { type HelmTargetOptions, helmTargetDefaults } from './options.ts';
import { recordsOf } from './release-records.ts';
import { statusOfRelease, statusOfWritten } from './release-status.ts';
import { Releases } from './releases.ts';
import { valuesResources } from './values-refs.ts';

interface Parts {
  readonly options: HelmTargetOptions;
  /** Where objects are read, watched, and removed that no release holds. */
  readonly cluster: KubernetesTarget;
  /** Absent where charts are only written. */
  readonly helm: HelmClient | undefined;
  readonly folder: string;
}

/** Everything that a release is to hold, or how that follows from what it holds. */
type Wanted = readonly DeploymentResource[] | ((held: readonly DeploymentResource[]) => readonly DeploymentResource[]);

/**
 * A Helm release per owner as target.
 *
 * **Expected flow.** As with every target: `applySet` with everything an owner wants.
 *
 * **Guarantees.** The same again runs no upgrade. A release that a killed helm left is repaired by the
 * next change. Templates that a person edited are kept. No Secret gets into a chart.
 *
 * **Assumptions.** One process at a time works for an owner.
 *
 * **Caveats.** Fields changed by hand come back with the next upgrade, not before; an object that is
 * missing brings one about. An object applied alone has a release of its own. Replicas that a resource
 * leaves to a scaler are those that helm found when it rendered the chart.
 */
export class HelmTarget implements IDeploymentTarget {
  readonly #parts: Parts;
  readonly #releases: Releases | undefined;
  readonly #turns = new Turns();

  static async open(options: HelmTargetOptions = {}): Promise<HelmTarget> {
    const { mode = helmTargetDefaults.mode, chartFolder, helmOptions, kubeconfig } = options;
    if (mode === 'write' && chartFolder === undefined) {
      throw new TargetError(
        'TARGET_CONFIG',
        'Charts are only to be written and there is no folder for them: set HELM_CHART_DIR.',
      );
    }
    const connect = kubeconfig === undefined ? options.connect : { ...options.connect, text: kubeconfig };
    const helm = mode === 'write' ? undefined : (options.helm ?? (await HelmClient.open(helmOptions)));
    try {
      const cluster = await KubernetesTarget.open({ ...options, ...(connect && { connect }) });
      const folder = chartFolder ?? (await makeOwnFolder('slipway-charts-'));
      return new HelmTarget({ options, cluster, helm, folder });
    } catch (error) {
      if (!options.helm) await helm?.close();
      throw error;
    }
  }

  private constructor(parts: Parts) {
    this.#parts = parts;
    const { helm, cluster, options } = parts;
    const { recoverAfterMs = helmTargetDefaults.recoverAfterMs } = options;
    this.#releases =
      helm &&
      new Releases({
        helm,
        history: (release) => recordsOf(cluster.cluster.client, release),
        clock: cluster.cluster.clock,
        recoverAfterMs,
        read: (ref) => cluster.read(ref),
        remove: (ref, uid) => cluster.remove(ref, uid),
        claim: (object, release) => this.#claim(object, release),
      });
  }

  applySet(set: ResourceSet): Promise<ApplyReport> {
    return this.#bring(this.#releaseFor(set.owner), set.owner, marked(set), setIdOf(set.owner));
  }

  /** Goes back to what a revision had put into the cluster: a new upgrade to the recorded manifests. */
  async restore(owner: Ref, revision: number): Promise<ApplyReport> {
    const release = this.#releaseFor(owner);
    const manifest = await this.#parts.helm?.manifest(release, { revision });
    if (manifest === undefined) {
      throw new TargetError(
        'HELM_RELEASE_NOT_FOUND',
        `There is no revision ${revision} for ${describeRef(owner)} to go back to.`,
      );
    }
    return this.#bring(release, owner, resourcesIn(manifest, release.namespace));
  }

  async apply(resource: DeploymentResource): Promise<void> {
    const ref = await this.#fullRef(refOfResource(resource));
    const release = (await this.#holderOf(ref)) ?? this.#ref(releaseOfObject(ref), ref.namespace);
    const { results } = await this.#bring(release, ref, (held) => [
      ...without(held, ref),
      { ...resource, ...typeOf(ref) },
    ]);
    const failed = results.find(({ outcome }) => outcome === 'failed')?.error;
    if (failed) throw new TargetError(failed.code as TargetErrorCode, failed.message);
  }

  async delete(kind: string, namespace: string, name: string, options: { uid?: string } = {}): Promise<void> {
    const ref = await this.#fullRef({ kind, namespace, name });
    const object = await this.#parts.cluster.read(ref);
    if (object && options.uid !== undefined && object.metadata.uid !== options.uid) return;
    const alone = this.#ref(releaseOfObject(ref), namespace);
    // Of an object that is gone, a release may be left.
    const release = object ? await this.#holderOf(ref) : alone;
    if (release && this.#releases) await this.#bring(release, ref, (held) => without(held, ref));
    else await this.#parts.cluster.remove(ref, options.uid);
  }

  get(kind: string, namespace: string, name: string): Promise<DeploymentResource | null> {
    return this.#parts.cluster.get(kind, namespace, name);
  }

  list(kind: string, namespace: string, labels?: Record<string, string>): Promise<DeploymentResource[]> {
    return this.#parts.cluster.list(kind, namespace, labels);
  }

  watch(kind: string, namespace: string, callback: WatchCallback, options?: WatchOptions): Promise<WatchHandle> {
    return this.#parts.cluster.watch(kind, namespace, callback, options);
  }

  applyStatus(resource: DeploymentResource): Promise<void> {
    return this.#parts.cluster.applyStatus(resource);
  }

  async syncStatus(owner: Ref): Promise<Known<TargetStatus>> {
    const { helm, cluster } = this.#parts;
    const release = this.#releaseFor(owner);
    const read = (ref: Ref): Promise<DeploymentResource | null> => cluster.read(ref);
    const at = cluster.cluster.clock.wall();
    try {
      if (helm)
        return await statusOfRelease((await recordsOf(cluster.cluster.client, release)).at(-1), release, read, at);
      return await statusOfWritten(this.#folderOf(release), read, at);
    } catch (error) {
      return { unknown: codeAndMessage(error).message };
    }
  }

  async close(): Promise<void> {
    const { options, helm, cluster, folder } = this.#parts;
    await cluster.close();
    if (!options.helm) await helm?.close();
    if (options.chartFolder === undefined) await rm(folder, { recursive: true, force: true });
  }

  /** Writes the chart of what is wanted, given what the release holds, and has it installed. */
  #bring(release: ReleaseRef, owner: Ref, wanted: Wanted, setId?: string): Promise<ApplyReport> {
    return this.#turns.run(`${release.namespace}/${release.name}`, async () => {
      const { cluster, helm } = this.#parts;
      const resources = typeof wanted === 'function' ? wanted(await this.#heldBy(release)) : wanted;
      const entries = await entriesOf(resources, release.namespace, cluster.kinds);
      const path = this.#folderOf(release);
      if (entries.length === 0 && this.#releases) {
        const report = await this.#releases.uninstall(release);
        await rm(path, { recursive: true, force: true });
        return report;
      }
      const before = await readFile(join(path, 'values.yaml'), 'utf8').catch(() => '');
      const digest = await writeChart(path, { release: release.name, owner, entries });
      if (helm && this.#releases) return this.#releases.upgrade(release, { path, digest, entries, setId });
      // A user who installs the chart finds objects that helm takes for the release's own.
      const refs = entries.map(({ ref }) => ref);
      const seen = await readAll(refs, (ref) => cluster.read(ref));
      for (const object of unclaimed(refs, seen, setId)) await this.#claim(object, release);
      const outcome = before === (await readFile(join(path, 'values.yaml'), 'utf8')) ? 'unchanged' : 'updated';
      return { revision: digest, results: refs.map((ref) => ({ ref, outcome })) };
    });
  }

  /** Of this very object: another of its name has another uid, which the server would refuse. */
  async #claim(object: DeploymentResource, release: ReleaseRef): Promise<void> {
    const { kinds, cluster } = this.#parts.cluster;
    const { namespace, name, uid } = object.metadata;
    const kind = await kinds.find(object);
    const ref = kind.scope === 'Namespaced' ? { namespace, name } : { name };
    await cluster.client.patch(kind, ref, { merge: { metadata: { uid, ...claimOf(release) } } });
  }

  async #fullRef(ref: Ref): Promise<Ref> {
    const kind = await this.#parts.cluster.kinds.find(ref);
    return { apiVersion: apiVersionOf(kind), kind: kind.kind, namespace: ref.namespace, name: ref.name };
  }

  /** What a release of ours was made of; nothing where there is none. */
  async #heldBy(release: ReleaseRef): Promise<DeploymentResource[]> {
    return valuesResources(await this.#parts.helm?.values(release, { all: true }));
  }

  /** The release of ours that holds an object. */
  async #holderOf(ref: Ref): Promise<ReleaseRef | undefined> {
    const holder = releaseOf(await this.#parts.cluster.read(ref));
    if (!holder) return undefined;
    const release = this.#ref(holder.name, holder.namespace);
    const held = await this.#heldBy(release);
    const isOurs = held.some((other) => sameRef(refOfResource(other), ref));
    return isOurs ? release : undefined;
  }

  #releaseFor(owner: Ref): ReleaseRef {
    return this.#ref((this.#parts.options.releaseName ?? releaseOfSet)(owner), owner.namespace);
  }

  #ref(name: string, namespace: string): ReleaseRef {
    const { options, cluster } = this.#parts;
    const { kubeconfig } = options;
    return { ...(kubeconfig !== undefined && { kubeconfig }), name, namespace: namespace || cluster.cluster.namespace };
  }

  #folderOf({ namespace, name }: ReleaseRef): string {
    return join(this.#parts.folder, namespace, name);
  }
}

function typeOf({ apiVersion, kind }: Ref): { apiVersion?: string; kind: string } {
  return apiVersion === undefined ? { kind } : { apiVersion, kind };
}

function without(resources: readonly DeploymentResource[], ref: Ref): DeploymentResource[] {
  return resources.filter((resource) => !sameRef(refOfResource(resource), ref));
}
