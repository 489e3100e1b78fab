import { describe, expect, test } from 'vitest';
import { builtInResources } from '../resources/built-in.ts';
import { apiVersion } from '../resources/index.ts';
import { builtInType, customType, decoded, emptyObject, type Type } from './index.ts';

const deployment = builtInType('apps/v1', 'Deployment') as Type;
const at = (type: Type | undefined, ...path: string[]): Type | undefined =>
  path.reduce<Type | undefined>(
    (one, name) => (name === '[]' ? one?.list?.item : one?.map?.fields.get(name)?.type),
    type,
  );

describe('types of built-in kinds', () => {
  test('L-6: every kind that is served has one, with metadata and nothing unresolved', () => {
    const seen = new Set<Type>();
    const visit = (type: Type | undefined): void => {
      if (!type || seen.has(type)) return;
      seen.add(type);
      for (const field of type.map?.fields.values() ?? []) visit(field.type);
      visit(type.map?.item);
      visit(type.list?.item);
    };
    for (const { group, kind, versions } of builtInResources) {
      for (const { version } of versions) {
        const type = builtInType(apiVersion(group, version), kind);
        expect([kind, type?.map?.fields.has('metadata')]).toEqual([kind, true]);
        visit(type);
      }
    }
    expect(seen.size).toBeGreaterThan(400);
  });

  test('L-6: lists have the types that the API server publishes', () => {
    const pod = at(deployment, 'spec', 'template', 'spec');
    expect(at(pod, 'containers')?.list).toMatchObject({ relation: 'map', keys: ['name'] });
    expect(at(pod, 'containers', '[]', 'ports')?.list).toMatchObject({ keys: ['containerPort', 'protocol'] });
    expect(at(pod, 'containers', '[]', 'args')?.list).toMatchObject({ relation: 'atomic' });
    expect(at(deployment, 'metadata', 'finalizers')?.list).toMatchObject({ relation: 'set' });
    expect(at(deployment, 'spec', 'selector')?.map?.isAtomic).toBe(true);
    const ports = at(pod, 'containers', '[]', 'ports', '[]');
    expect(ports?.map?.fields.get('protocol')?.default).toBe('TCP');
    expect(pod?.map?.fields.get('volumes')?.patch).toEqual({ merges: true, mergeKey: 'name', retainsKeys: true });
  });

  test('K-78: the empty object shows the structs that are always there', () => {
    expect(emptyObject(deployment)).toEqual({
      metadata: {},
      spec: { strategy: {}, template: { metadata: {}, spec: { containers: null } } },
      status: {},
    });
  });

  test('K-72: decoding drops what the kind does not have and tells where it was', () => {
    const unknown: string[] = [];
    const body = {
      spec: { zzz: 1, template: { spec: { containers: [{ name: 'a', nope: 1, args: [], env: null }] } } },
    };
    const { spec } = decoded(body, deployment, (path) => unknown.push(path));
    expect(unknown).toEqual(['spec.zzz', 'spec.template.spec.containers[0].nope']);
    expect(spec).toEqual({
      strategy: {},
      template: { metadata: {}, spec: { containers: [{ name: 'a', resources: {} }] } },
    });
  });
});

describe('types of custom kinds', () => {
  test('L-9: without a schema everything is owned field by field', () => {
    const type = customType(undefined);
    expect(type.map?.fields.has('metadata')).toBe(true);
    expect(type.map?.item?.map?.isAtomic).toBe(false);
    expect(type.map?.item?.list?.relation).toBe('atomic');
  });

  test('L-9: a part that keeps unknown fields hands that down', () => {
    const properties = { spec: { type: 'object', properties: { known: { type: 'object', properties: { a: {} } } } } };
    const closed = customType({ type: 'object', properties });
    expect(at(closed, 'spec', 'known')?.map?.item).toBeUndefined();
    const open = customType({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties });
    expect(at(open, 'spec', 'known')?.map?.item).toBeDefined();
  });
});
