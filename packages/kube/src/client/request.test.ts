import { describe, expect, it } from 'vitest';
import { KubeError } from '../errors.ts';
import { ConfigMap, Node } from '../kinds/index.ts';
import { deleteBody, isNotFoundOf, objectPath, patchFields, writeQuery } from './request.ts';

describe('requests', () => {
  it('R-8: a JSON Patch may be repeated when it has a test, any other patch only while unsent', () => {
    const replace = { op: 'replace', path: '/data', value: {} } as const;
    const test = { op: 'test', path: '/metadata/uid', value: 'u' } as const;
    expect(patchFields({ json: [replace] }).repeat).toBe('unsent');
    expect(patchFields({ json: [test, replace] }).repeat).toBe('safe');
    expect(patchFields({ merge: { data: null } })).toEqual({
      body: '{"data":null}',
      contentType: 'application/merge-patch+json',
      repeat: 'unsent',
    });
    expect(patchFields({ strategic: {} }).contentType).toBe('application/strategic-merge-patch+json');
  });

  it('R-50: a namespaced object without its namespace, or one without a name, is refused before it is sent', () => {
    expect(objectPath(Node, { namespace: 'ignored', name: 'n' })).toBe('/api/v1/nodes/n');
    expect(() => objectPath(ConfigMap, { name: 'a' })).toThrow(/metadata.namespace/);
    expect(() => objectPath(ConfigMap, { namespace: 'a', name: '' })).toThrow(/metadata.name/);
  });

  it('R-50: options of writes and deletes reach the server in its own words', () => {
    expect(writeQuery({ dryRun: true, fieldManager: 'm' })).toEqual({
      dryRun: 'All',
      fieldValidation: 'Strict',
      fieldManager: 'm',
    });
    expect(deleteBody({})).toBeUndefined();
    expect(JSON.parse(deleteBody({ uid: 'u', propagationPolicy: 'Foreground', dryRun: true }) ?? '')).toEqual({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      preconditions: { uid: 'u' },
      propagationPolicy: 'Foreground',
      dryRun: ['All'],
    });
  });

  it('R-43: a 404 that does not name the object does not say that it is absent', () => {
    const ref = { namespace: 'a', name: 'b' };
    const notFound = (details: object) => new KubeError('KUBE_NOT_FOUND', 'x', { status: 404, body: { details } });
    expect(isNotFoundOf(notFound({ name: 'b', kind: 'configmaps' }), ref)).toBe(true);
    expect(isNotFoundOf(notFound({}), ref)).toBe(false);
    expect(isNotFoundOf(new Error('x'), ref)).toBe(false);
  });
});
