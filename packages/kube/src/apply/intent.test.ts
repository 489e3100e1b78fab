import { describe, expect, it } from 'vitest';
import { ConfigMap, Deployment, Namespace, type ObjectOf } from '../kinds/index.ts';
import { checkManager, type Intent, ownerReferenceTo, trackedPart } from './intent.ts';

describe('intents', () => {
  it('R-104: the type of an intent admits no object that was read, and no status', () => {
    const good: Intent<typeof ConfigMap> = { metadata: { name: 'a', namespace: 'b' }, data: { x: '1' } };
    const read = {} as ObjectOf<typeof ConfigMap>;
    // @ts-expect-error: a read object may carry a resourceVersion, a uid and managedFields
    const bad: Intent<typeof ConfigMap> = read;
    // @ts-expect-error: status goes through applyStatus
    const status: Intent<typeof Deployment> = { metadata: { name: 'a' }, status: { replicas: 1 } };
    expect([good, bad, status]).toHaveLength(3);
  });

  it('R-103: a field manager needs a name of at most 121 printable characters', () => {
    expect(checkManager('demo.io/website')).toBe('demo.io/website');
    expect(checkManager('m'.repeat(121))).toHaveLength(121);
    for (const bad of ['', 'm'.repeat(122), 'a\nb']) {
      expect(() => checkManager(bad)).toThrow(expect.objectContaining({ code: 'KUBE_INVALID' }));
    }
  });

  it('R-109: an owner in another namespace is refused, one at cluster scope is not', () => {
    const child = { namespace: 'a', name: 'child' };
    const owner = (namespace?: string) => ({ metadata: { name: 'o', uid: 'u', ...(namespace && { namespace }) } });
    expect(ownerReferenceTo({ kind: Deployment, object: owner('a') }, child, ConfigMap)).toEqual({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      name: 'o',
      uid: 'u',
      controller: true,
      blockOwnerDeletion: true,
    });
    expect(ownerReferenceTo({ kind: Namespace, object: owner() }, child, ConfigMap).kind).toBe('Namespace');
    expect(() => ownerReferenceTo({ kind: Deployment, object: owner('b') }, child, ConfigMap)).toThrow(
      /another namespace/,
    );
    expect(() => ownerReferenceTo({ kind: Deployment, object: owner('a') }, { name: 'n' }, Namespace)).toThrow(
      expect.objectContaining({ code: 'KUBE_INVALID' }),
    );
    expect(() => ownerReferenceTo({ kind: Deployment, object: {} }, child, ConfigMap)).toThrow(/no uid/);
  });

  it('R-106: an address is not a tracked field, so an intent without metadata of its own compares bare', () => {
    expect(trackedPart({ apiVersion: 'v1', kind: 'X', metadata: { name: 'a', namespace: 'b' } })).toEqual({});
    expect(trackedPart({ metadata: { name: 'a', labels: { l: '1' } } })).toEqual({ metadata: { labels: { l: '1' } } });
  });
});
