import { apiVersionOf } from '@slipway/apimachinery/references';
import { describe, expect, expectTypeOf, it } from 'vitest';
import * as kinds from './index.ts';
import { type ObjectOf, resourceName, resourcePath } from './index.ts';

describe('kinds', () => {
  it('R-17: built-in kinds carry the types of their objects and nothing at run time', () => {
    expectTypeOf<ObjectOf<typeof kinds.Deployment>['spec']>().not.toBeAny();
    expectTypeOf<NonNullable<ObjectOf<typeof kinds.Deployment>['spec']>['replicas']>().toEqualTypeOf<
      number | undefined
    >();
    expectTypeOf<ObjectOf<typeof kinds.ConfigMap>['data']>().toEqualTypeOf<Record<string, string> | undefined>();
    expect(kinds.Deployment).toEqual({
      group: 'apps',
      version: 'v1',
      kind: 'Deployment',
      plural: 'deployments',
      scope: 'Namespaced',
    });
  });

  it('R-50: paths name collection, object and subresource, and escape what users type', () => {
    expect(resourcePath(kinds.ConfigMap)).toBe('/api/v1/configmaps');
    expect(resourcePath(kinds.Deployment, { namespace: 'a', name: 'b', subresource: 'scale' })).toBe(
      '/apis/apps/v1/namespaces/a/deployments/b/scale',
    );
    expect(resourcePath(kinds.Node, { name: 'a/../b' })).toBe('/api/v1/nodes/a%2F..%2Fb');
    expect(apiVersionOf(kinds.Pod)).toBe('v1');
    expect(resourceName(kinds.Lease)).toBe('leases.coordination.k8s.io');
  });
});
