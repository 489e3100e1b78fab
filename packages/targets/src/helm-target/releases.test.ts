import type { DeploymentResource, Ref } from '@gati-framework/contracts/deployment';
import { FakeClock } from '@slipway/kube/testing';
import { describe, expect, test } from 'vitest';
import type { ReleaseStatus } from '../helm/index.ts';
import type { ReleaseRecord } from './release-records.ts';
import { Releases } from './releases.ts';

const release = { namespace: 'shop', name: 'cart' };
const manifest = (...names: string[]): string =>
  names.map((name) => `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`).join('');

/** A release whose newest revision another helm made a second ago, or is making now. */
function world(status: ReleaseStatus): { readonly releases: Releases; readonly removed: string[] } {
  const clock = new FakeClock();
  const removed: string[] = [];
  const record = (revision: number, of: ReleaseStatus, text: string): ReleaseRecord => ({
    revision,
    status: of,
    updated: new Date(clock.wall() - 1_000).toISOString(),
    chart: 'cart-1.0.0',
    appVersion: '',
    description: '',
    manifest: text,
  });
  const object = ({ kind, namespace, name }: Ref): DeploymentResource => ({
    kind,
    metadata: {
      namespace,
      name,
      annotations: { 'meta.helm.sh/release-name': 'cart', 'meta.helm.sh/release-namespace': 'shop' },
    },
    spec: {},
  });
  const releases = new Releases({
    helm: { upgrade: async () => ({ revision: 3 }), uninstall: async () => undefined } as never,
    history: async () => [record(1, 'deployed', manifest('a')), record(2, status, manifest('a', 'b'))],
    clock,
    recoverAfterMs: 60_000,
    read: async (ref) => object(ref),
    remove: async ({ name }) => void removed.push(name),
    claim: async () => undefined,
  });
  return { releases, removed };
}

const entry = { ref: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'a' } };
const chart = { path: 'nowhere', digest: 'new', entries: [entry as never], setId: undefined };

describe('a release that another helm is changing', () => {
  test('S-81: is left alone, with what that helm has made so far', async () => {
    const { releases, removed } = world('pending-upgrade');
    await expect(releases.upgrade(release, chart)).rejects.toMatchObject({ code: 'HELM_RELEASE_PENDING' });
    await expect(releases.uninstall(release)).rejects.toMatchObject({ code: 'HELM_RELEASE_PENDING' });
    expect(removed).toEqual([]);
  });

  test('S-81: what one that failed has left goes', async () => {
    const { releases, removed } = world('failed');
    await releases.upgrade(release, chart);
    expect(removed).toEqual(['b']);
  });
});
