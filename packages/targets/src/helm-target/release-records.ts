import { gunzipSync } from 'node:zlib';
import type { Client, ObjectOf } from '@slipway/kube';
import { Secret } from '@slipway/kube/kinds';
import { TargetError } from '../errors.ts';
import type { HistoryEntry } from '../helm/index.ts';

/** A revision with what it put into the cluster. */
export interface ReleaseRecord extends HistoryEntry {
  readonly manifest: string;
}

/** What helm writes down of a revision, as far as it is of interest here. */
interface Stored {
  readonly version: number;
  readonly manifest?: string;
  readonly info: {
    readonly status: HistoryEntry['status'];
    readonly last_deployed?: string;
    readonly description?: string;
  };
  readonly chart?: {
    readonly metadata?: { readonly name?: string; readonly version?: string; readonly appVersion?: string };
  };
}

export interface Release {
  readonly namespace: string;
  readonly name: string;
}

/**
 * The longest record that is unpacked, in bytes. A Secret holds 1 MiB, which may unpack to a thousand times as much; who
 * may write Secrets of the namespace may not fill the memory of this process by one.
 */
const MAX_RECORD_BYTES = 64 * 1024 * 1024;

/** The Secrets that helm keeps the revisions of a release in. */
export function releaseSecrets(client: Client, { namespace, name }: Release): Promise<ObjectOf<typeof Secret>[]> {
  return client.live.listAll(Secret, { namespace, labelSelector: `owner=helm,name=${name}` });
}

/**
 * All recorded revisions, oldest first, read where helm keeps them. A look at a release costs one request so, where
 * helm would be a process for each question; it is asked by every reconcile.
 */
export async function recordsOf(client: Client, release: Release): Promise<ReleaseRecord[]> {
  const secrets = await releaseSecrets(client, release);
  return secrets.map(readRecord).toSorted((a, b) => a.revision - b.revision);
}

/** Helm keeps JSON, packed, in base64 inside of the Secret's own. */
export function readRecord({ metadata, data }: ObjectOf<typeof Secret>): ReleaseRecord {
  try {
    const packed = Buffer.from(Buffer.from(data?.['release'] ?? '', 'base64').toString(), 'base64');
    const {
      version,
      manifest = '',
      info,
      chart,
    } = JSON.parse(gunzipSync(packed, { maxOutputLength: MAX_RECORD_BYTES }).toString()) as Stored;
    const { name = '', version: chartVersion = '', appVersion = '' } = chart?.metadata ?? {};
    return {
      revision: version,
      status: info.status,
      updated: info.last_deployed ?? '',
      chart: `${name}-${chartVersion}`,
      appVersion,
      description: info.description ?? '',
      manifest,
    };
  } catch (cause) {
    // Taken for none it would let go of what the revision made. Without the text: it may hold values.
    throw new TargetError(
      'TARGET_RECORD',
      `Secret "${metadata.name}" in namespace "${metadata.namespace}" records a revision of a release and cannot be ` +
        'read. Nothing was changed. Restore it, or delete it if helm cannot read it either.',
      { cause },
    );
  }
}
