import type { VersionRef } from '@gati-framework/contracts/deployment';
import { keyOfObject } from '@slipway/apimachinery/references';
import type { ClusterPort } from '../cluster/index.ts';
import type { GatiHandler, GatiVersion, GatiVersionStatus } from '../types/index.ts';
import { handlerNameOf } from './version-view.ts';

/** Versions and their status, in the cluster; in memory only those that were never stored there. */
export class VersionStore {
  readonly #cluster: ClusterPort;
  readonly #unstored = new Map<string, GatiVersionStatus>();

  constructor(cluster: ClusterPort) {
    this.#cluster = cluster;
  }

  /** As it is now: what the caller holds may be old. */
  async current(version: GatiVersion): Promise<GatiVersion> {
    const { namespace = '', name = '' } = version.metadata;
    const stored = await this.#cluster.live.get('GatiVersion', namespace, name);
    if (stored) return stored;
    const status = this.#unstored.get(keyOfObject(version));
    return status === undefined ? version : { ...version, status };
  }

  async write(version: GatiVersion, status: GatiVersionStatus): Promise<GatiVersion> {
    const { namespace = '', name = '' } = version.metadata;
    const written = { ...version, status };
    if (await this.#cluster.live.get('GatiVersion', namespace, name))
      await this.#cluster.applyStatus({
        apiVersion: 'gati.dev/v1alpha1',
        kind: 'GatiVersion',
        metadata: { ...version.metadata, namespace, name },
        spec: version.spec,
        status,
      });
    else this.#unstored.set(keyOfObject(version), status);
    return written;
  }

  async siblings({ metadata: { namespace = '' } }: GatiVersion): Promise<GatiVersion[]> {
    return this.#cluster.live.list('GatiVersion', namespace);
  }

  async handlerOf(version: GatiVersion): Promise<GatiHandler | undefined> {
    const name = handlerNameOf(version);
    if (name === undefined) return undefined;
    const found = await this.#cluster.live.get('GatiHandler', version.metadata.namespace ?? '', name);
    return found ?? undefined;
  }
}

/** By which a version's history is kept: names repeat from namespace to namespace. */
export function refTo(version: GatiVersion): VersionRef {
  const { namespace = '', name = '' } = version.metadata;
  return { namespace, name, handler: handlerNameOf(version) ?? '', versionId: version.spec.versionId };
}
