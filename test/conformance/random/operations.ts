import fc from 'fast-check';
import type { TYPES } from '../../clusters/media-types.ts';
import { metadata as anyMetadata, odd, type Subject, word } from './subjects.ts';

/**
 * One request. Its strings may hold `$<uid a>`, `$<version a>` and `$<first a>` (what the server last
 * and first learned of object `a`), `$<continue>` and `$<index>` (of the request): each server gets its own.
 */
export interface Operation {
  readonly method: string;
  /** Below the collection: `/a/status?dryRun=All`. */
  readonly at: string;
  readonly type?: keyof typeof TYPES;
  readonly body?: unknown;
  readonly accept?: string;
}

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const PARTIAL = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';
const PARTIAL_LIST = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';

const name = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom('a', 'a', 'a', 'b', 'c') },
  { weight: 1, arbitrary: fc.constantFrom('Bad_Name', 'none', '-x', 'x'.repeat(254)) },
);

type Query = Readonly<Record<string, string | undefined>>;

function query(parameters: Query): string {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return given.length === 0 ? '' : `?${given.map(([key, value]) => `${key}=${value}`).join('&')}`;
}

/** `value` once in `among`, else nothing. */
const rarely = <T>(value: fc.Arbitrary<T>, among: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: among - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

// Three managers, three places to write and one entry for what came before: as many as are never joined.
const writing = fc.record({
  fieldManager: fc.oneof({ weight: 9, arbitrary: fc.constantFrom('one', 'two', 'twin') }, fc.constant(undefined)),
  dryRun: rarely(fc.constantFrom('All', 'All', 'All', 'Some'), 8),
  fieldValidation: rarely(fc.constantFrom('Strict', 'Warn', 'Ignore', 'Loose'), 4),
});

export const labelSelectors = ['a=a', 'a!=b', 'a in (a,b)', 'a', '!never', 'a notin (c)'];
const labelSelector = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...labelSelectors, 'b', 'b=b,a', '!a') },
  { weight: 1, arbitrary: fc.constantFrom('a=', 'a==a', '=', 'a in', 'a>1', 'A b') },
);

function selectors({ fieldSelectors = [] }: Subject) {
  return fc.record({
    labelSelector: rarely(labelSelector.map(encodeURIComponent), 2),
    fieldSelector: rarely(
      fc.constantFrom('metadata.name=a', 'metadata.name!=b', 'spec.nope=x', ...fieldSelectors).map(encodeURIComponent),
      3,
    ),
  });
}

const deleteOptions = fc.record(
  {
    propagationPolicy: odd(fc.constantFrom('Background', 'Foreground', 'Orphan')),
    gracePeriodSeconds: odd(fc.constantFrom(0, 1, 30)),
    preconditions: fc.record(
      { uid: fc.constantFrom('$<uid a>', '$<uid b>'), resourceVersion: fc.constantFrom('$<version a>', '$<first a>') },
      { requiredKeys: [] },
    ),
    // A real server loses sight of an object that it only tries to delete at a version.
    dryRun: fc.constantFrom([], ['Some']),
  },
  { requiredKeys: [] },
);

/** Any request to objects of one kind. */
export function operation(subject: Subject): fc.Arbitrary<Operation> {
  const { group, version, kind, content, hasScale, pointers, metadata = anyMetadata } = subject;
  const status = subject.status ?? fc.constant({ phase: 'x' });
  const typed = { apiVersion: group === '' ? version : `${group}/${version}`, kind };
  const isCustom = kind === 'Gadget';
  const named = (value: Readonly<Record<string, unknown>>, more: object): object => {
    const given = value['metadata'];
    const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
    return { ...value, metadata: given === undefined || isObject ? { ...given, ...more } : given };
  };
  const types = isCustom
    ? fc.constant(typed)
    : fc.oneof({ weight: 15, arbitrary: fc.constant(typed) }, fc.constantFrom({}, { ...typed, kind: 'Other' }));
  const whole = fc.record({ value: content, types, called: name });
  const place = fc.oneof(
    { weight: 5, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constant('/status') },
    { weight: hasScale ? 1 : 0, arbitrary: fc.constant('/scale') },
  );

  const create = fc.record({ whole, writing }).map(({ whole: { value, types: type, called }, writing: asked }) => ({
    method: 'POST',
    at: query(asked),
    body: { ...type, ...named(value, { name: called }) },
  }));
  const generate = fc.record({ value: content, writing }).map(({ value, writing: asked }) => ({
    method: 'POST',
    at: query(asked),
    body: { ...typed, ...named(value, { generateName: 'gen-$<index>-' }) },
  }));
  const condition = fc.record(
    {
      resourceVersion: fc.constantFrom('$<version a>', '$<version a>', '$<version b>', '$<first a>'),
      uid: fc.constantFrom('$<uid a>', '$<uid a>', '$<uid b>'),
    },
    { requiredKeys: [] },
  );
  const put = fc
    .record({
      whole,
      writing,
      condition,
      at: fc.oneof({ weight: 9, arbitrary: fc.constant('a') }, name),
      stated: status,
    })
    .map(({ whole: { value, types: type }, writing: asked, condition: wanted, at, stated }) => ({
      method: 'PUT',
      at: `/${at}${query(asked)}`,
      // An object that a dry run would create keeps the version it came with on a real server.
      body: {
        ...type,
        ...named(value, { name: at, ...(!asked.dryRun && wanted) }),
        ...(asked.dryRun && { status: stated }),
      },
    }));
  const putStatus = fc.record({ whole, writing, stated: status, wanted: condition }).map((parts) => ({
    method: 'PUT',
    at: `/a/status${query(parts.writing)}`,
    body: {
      ...parts.whole.types,
      // Whatever else is wrong in a custom object makes a real server forget who owns its fields.
      ...named(isCustom ? {} : parts.whole.value, { name: 'a', ...parts.wanted }),
      status: parts.stated,
    },
  }));
  const putScale = fc
    .record({
      writing,
      replicas: isCustom ? fc.constantFrom(0, 1, 7) : odd(fc.constantFrom(0, 1, 7)),
      wanted: condition,
    })
    .map((parts) => ({
      method: 'PUT',
      at: `/a/scale${query(parts.writing)}`,
      body: {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'a', ...parts.wanted },
        spec: { replicas: parts.replicas },
      },
    }));

  const nulled = fc
    .record({
      value: content,
      keys: fc.array(fc.constantFrom('data', 'rules', ...(subject.metadata ? [] : ['metadata', 'spec']))),
    })
    .map(({ value, keys }) => {
      const patch: Record<string, unknown> = { ...value };
      for (const key of keys) if (key in patch) patch[key] = withNulls(patch[key]);
      return patch;
    });
  const patchBody = fc.oneof(
    { weight: 4, arbitrary: nulled },
    { weight: 2, arbitrary: fc.record({ metadata }) },
    { weight: 2, arbitrary: status.map((stated) => ({ status: stated })) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>('x', 1, null, {}, { spec: { replicas: 3 } }) },
  );
  const scaled = fc.constantFrom<unknown>({}, { spec: { replicas: 3 } }, { spec: { replicas: 0 } }, { spec: null });
  const patch = (type: 'merge' | 'strategic') =>
    fc
      .record({ writing, body: patchBody, place, at: name, stated: status, scaled })
      .map(({ writing: asked, body, place: where, at, stated, scaled: replicas }) => ({
        method: 'PATCH',
        at: `/${at}${where}${query(asked)}`,
        type,
        // Whatever else is wrong in a custom object makes a real server forget who owns its fields.
        body: where === '/scale' ? replicas : isCustom && where === '/status' ? { status: stated } : body,
      }));
  const directive = fc.constantFrom<unknown>(
    { metadata: { labels: { $patch: 'replace', a: 'c' } } },
    ...(subject.metadata ? [] : [{ metadata: { labels: { $patch: 'delete' } } }]),
    { metadata: { '$deleteFromPrimitiveList/finalizers': ['x.io/a'] } },
    { metadata: { finalizers: ['x.io/b'], '$setElementOrder/finalizers': ['x.io/b', 'x.io/a'] } },
    { metadata: { ownerReferences: [{ uid: '11111111-1111-1111-1111-111111111111', $patch: 'delete' }] } },
    { metadata: { uid: '$<uid a>' } },
    ...(kind === 'Job' ? [] : [{ metadata: { uid: 'bad' } }]),
    { metadata: { resourceVersion: '$<version a>', labels: { v: '1' } } },
    { metadata: { resourceVersion: '$<first a>', labels: { v: '1' } } },
    { metadata: { managedFields: [{}] } },
    ...(kind === 'Job' ? [] : [{ spec: { $retainKeys: ['selector'], selector: { a: 'a' } } }]),
    { spec: { containers: [{ name: 'a', $patch: 'delete' }] } },
    {
      spec: {
        template: {
          spec: {
            containers: [
              { name: 'a', image: 'y' },
              { name: 'd', image: 'z' },
            ],
          },
        },
      },
    },
    {
      spec: {
        ports: [
          { port: 80, name: 'changed' },
          { port: 90, name: 'new' },
        ],
      },
    },
    ...(kind === 'Job' ? [] : [{ $patch: 'replace', metadata: { name: 'a' } }]),
  );
  const directed = fc
    .record({
      writing,
      body: directive,
      place: fc.constantFrom('', '', '/status'),
      type: fc.constantFrom('strategic', 'strategic', 'merge'),
    })
    .map(({ writing: asked, body, place: where, type }) => ({
      method: 'PATCH',
      at: `/a${where}${query(asked)}`,
      type: type as 'strategic',
      body,
    }));
  const pointer = fc.constantFrom(...pointers);
  const jsonOperation = fc.record(
    {
      op: fc.constantFrom('add', 'add', 'add', 'remove', 'replace', 'replace', 'test', 'copy', 'move', 'jump', ''),
      path: pointer,
      from: pointer,
      value: fc.oneof<fc.Arbitrary<unknown>[]>(
        word,
        fc.constantFrom<unknown>(1, 5, {}, [], null, { a: 'b' }, 'x.io/c', true),
      ),
    },
    { requiredKeys: ['op', 'path'] },
  );
  const jsonPatch = fc
    .record({
      writing,
      place: isCustom ? fc.constant('') : place,
      at: name,
      body: odd(fc.array(jsonOperation, { minLength: 1, maxLength: 3 })),
    })
    .map(({ writing: asked, place: where, at, body }) => ({
      method: 'PATCH',
      at: `/${at}${where}${query(asked)}`,
      type: 'jsonPatch' as const,
      body,
    }));
  const apply = fc
    .record({
      whole,
      writing,
      // A real server makes a Service of a status that is applied to none.
      place: kind === 'Service' ? fc.constant('') : place,
      force: rarely(fc.constantFrom('true', 'true', 'false', 'maybe'), 2),
      stated: status,
    })
    .map(({ whole: { value, types: type, called }, writing: asked, place: where, force, stated }) => ({
      method: 'PATCH',
      at: `/${called}${where}${query({ ...asked, force })}`,
      type: 'apply' as const,
      body: { ...type, ...named(value, { name: called }), ...(where === '/status' && { status: stated }) },
    }));

  const get = fc
    .record({ at: name, place, accept: rarely(fc.constantFrom(TABLE, PARTIAL), 3) })
    .map(({ at, place: where, accept }) => ({
      method: 'GET',
      at: `/${at}${where}`,
      ...(accept && where === '' && { accept }),
    }));
  const list = fc
    .record({
      chosen: selectors(subject),
      limit: rarely(fc.constantFrom('1', '2', '0', '-1', 'x'), 3),
      continue: rarely(fc.constantFrom('$<continue>', '$<continue>', '$<continue>', 'nonsense'), 3),
      resourceVersion: rarely(fc.constantFrom('0', '$<version a>', '-1', 'x'), 6),
      resourceVersionMatch: rarely(fc.constantFrom('NotOlderThan', 'Exact', 'Other'), 10),
      accept: rarely(fc.constantFrom(TABLE, PARTIAL_LIST), 3),
    })
    .map(({ chosen, accept, ...paging }) => ({
      method: 'GET',
      at: query({ ...chosen, ...paging }),
      ...(accept && { accept }),
    }));
  const remove = fc
    .record({
      at: name,
      options: rarely(deleteOptions, 2),
      inQuery: rarely(fc.constantFrom('Foreground', 'Orphan', 'x'), 4),
    })
    .map(({ at, options, inQuery }) => ({
      method: 'DELETE',
      at: `/${at}${query({ propagationPolicy: inQuery })}`,
      ...(options && { body: { kind: 'DeleteOptions', apiVersion: 'v1', ...options } }),
    }));
  const removeAll = fc
    .record({ chosen: selectors(subject), options: rarely(deleteOptions, 2) })
    .map(({ chosen, options }) => ({
      method: 'DELETE',
      at: query(chosen),
      ...(options && { body: options }),
    }));

  return fc.oneof(
    { weight: 8, arbitrary: create },
    { weight: 1, arbitrary: generate },
    { weight: 8, arbitrary: put },
    { weight: kind === 'Service' ? 0 : 2, arbitrary: putStatus },
    { weight: hasScale ? 2 : 0, arbitrary: putScale },
    { weight: 7, arbitrary: patch('merge') },
    { weight: isCustom ? 1 : 5, arbitrary: patch('strategic') },
    { weight: 4, arbitrary: directed },
    { weight: 7, arbitrary: jsonPatch },
    { weight: 12, arbitrary: apply },
    { weight: 5, arbitrary: get },
    { weight: 8, arbitrary: list },
    { weight: 6, arbitrary: remove },
    { weight: 1, arbitrary: removeAll },
  );
}

/** The same with its leaves gone: what a merge patch takes away. */
function withNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.keys(value).map((key) => [key, null]));
}
