import { describe, expect, it } from 'vitest';
import { type AnyObject, defineKind, type ManagedFieldsEntry } from '../kinds/index.ts';
import { silentLogger } from '../log/index.ts';
import { type IntakeOptions, intake } from './intake.ts';
import { mutableCopy } from './mutable-copy.ts';
import { OwnedFieldSets } from './owned-fields.ts';

interface Widget extends AnyObject {
  spec?: { image?: string; tags?: string[] };
}

const kind = defineKind<unknown, unknown, Widget>({
  group: 'demo.io',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  scope: 'Namespaced',
});

function setUp(options: Partial<IntakeOptions<Widget>> = {}) {
  const ownedFields = new OwnedFieldSets();
  const prepare = intake<Widget>({
    kind,
    metadataOnly: false,
    keepManagedFields: false,
    ownedFields,
    freeze: true,
    logger: silentLogger,
    ...options,
  });
  return { ownedFields, prepare };
}

function entry(manager: string, fieldsV1: Record<string, unknown>, rest: ManagedFieldsEntry = {}): ManagedFieldsEntry {
  return { manager, operation: 'Apply', apiVersion: 'demo.io/v1', fieldsType: 'FieldsV1', fieldsV1, ...rest };
}

function widget(managedFields: ManagedFieldsEntry[] = []): Widget {
  const metadata = { name: 'x', namespace: 'a', uid: '1', resourceVersion: '7', managedFields };
  return { metadata, spec: { image: 'registry.example.com/team/app:v1', tags: ['one'] } };
}

describe('intake', () => {
  it('R-42: a write to an object from the cache throws at any depth, unless freezing is off', () => {
    const object = setUp().prepare(widget()) as Widget;
    expect(() => ((object.metadata as { name: string }).name = 'y')).toThrow(TypeError);
    expect(() => object.spec?.tags?.push('two')).toThrow(TypeError);
    const free = setUp({ freeze: false }).prepare(widget()) as Widget;
    expect(() => free.spec?.tags?.push('two')).not.toThrow();
  });

  it('R-42: a mutable copy can be changed and leaves the cached object as it is', () => {
    const cached = setUp().prepare(widget());
    const copy = mutableCopy(cached);
    copy.spec?.tags?.push('two');
    expect(copy).toEqual({ ...cached, spec: { ...cached.spec, tags: ['one', 'two'] } });
    expect(cached.spec?.tags).toEqual(['one']);
    const odd = JSON.parse('{"__proto__":{"a":1}}') as object;
    expect(JSON.stringify(mutableCopy(odd))).toBe('{"__proto__":{"a":1}}');
  });

  it('R-44: managedFields are removed by default and kept on request', () => {
    const managed = [entry('m', { 'f:spec': {} })];
    const stripped = setUp().prepare(widget(managed));
    expect(stripped.metadata).toEqual({ name: 'x', namespace: 'a', uid: '1', resourceVersion: '7' });
    const kept = setUp({ keepManagedFields: true }).prepare(widget(managed));
    expect(kept.metadata.managedFields).toEqual(managed);
  });

  it('R-44 R-106: what registered managers own by apply is kept beside the object, once for equal sets', () => {
    const { ownedFields, prepare } = setUp();
    ownedFields.register('demo.io/mine');
    const managed = (): ManagedFieldsEntry[] => [
      entry('demo.io/mine', { 'f:spec': { 'f:image': {} } }),
      entry('demo.io/mine', { 'f:status': {} }, { subresource: 'status' }),
      entry('demo.io/mine', { 'f:never': {} }, { operation: 'Update' }),
      entry('kubectl', { 'f:spec': {} }),
    ];
    const first = prepare(widget(managed()));
    const second = prepare(widget(managed()));
    expect(ownedFields.get(first, 'demo.io/mine')).toEqual({ 'f:spec': { 'f:image': {} } });
    expect(ownedFields.get(first, 'demo.io/mine', 'status')).toEqual({ 'f:status': {} });
    expect(ownedFields.get(first, 'kubectl')).toBeUndefined();
    expect(ownedFields.get(second, 'demo.io/mine')).toBe(ownedFields.get(first, 'demo.io/mine'));
    expect(ownedFields.get(prepare(widget()), 'demo.io/mine')).toBeUndefined();
    expect(Object.isFrozen(ownedFields.get(first, 'demo.io/mine')?.['f:spec'])).toBe(true);
  });

  it('R-44: a transform decides what is kept; one that throws loses no object', () => {
    const transform = ({ spec: _spec, ...rest }: Widget): Widget => rest;
    expect(setUp({ transform }).prepare(widget()).spec).toBeUndefined();
    const failing = (): never => {
      throw new Error('no');
    };
    expect(setUp({ transform: failing }).prepare(widget()).spec).toBeDefined();
  });

  it('R-45: a metadata-only cache holds metadata under the own kind, even where the server sent all', () => {
    const prepare = setUp({ metadataOnly: true }).prepare;
    const partial = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata: { name: 'x' } };
    expect(prepare(partial)).toEqual({ apiVersion: 'demo.io/v1', kind: 'Widget', metadata: { name: 'x' } });
    expect(Object.keys(prepare(widget()))).toEqual(['apiVersion', 'kind', 'metadata']);
  });

  it('R-40: items of a list get the kind that events have, and nothing else changes', () => {
    const fromList = setUp().prepare(widget());
    const fromEvent = setUp().prepare({ apiVersion: 'demo.io/v1', kind: 'Widget', ...widget() });
    expect(fromList).toEqual(fromEvent);
    expect(fromList).toMatchObject({ apiVersion: 'demo.io/v1', kind: 'Widget', spec: widget().spec });
  });
});
