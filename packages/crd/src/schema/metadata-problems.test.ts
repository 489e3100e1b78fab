import { describe, expect, it } from 'vitest';
import { admitMetadata, type JsonValue, printProblem } from './index.ts';

function reported(metadata: JsonValue): string[] {
  const { problems, undecodable } = admitMetadata({ metadata });
  return (undecodable === undefined ? problems : [undecodable]).map(printProblem);
}

const SUBDOMAIN =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

describe('the metadata of an object', () => {
  it.each<[string, JsonValue, string[]]>([
    ['a name', { name: 'web-1.example' }, []],
    ['a prefix of a name', { generateName: 'web-' }, []],
    ['no metadata', null, ['metadata.name: Required value: name or generateName is required']],
    ['a name in capitals', { name: 'Web_1' }, [`metadata.name: Invalid value: "Web_1": ${SUBDOMAIN}`]],
    ['a prefix in capitals', { generateName: 'A-' }, [`metadata.generateName: Invalid value: "A-": ${SUBDOMAIN}`]],
    [
      'a name that is too long',
      { name: 'a'.repeat(254) },
      [`metadata.name: Invalid value: "${'a'.repeat(254)}": must be no more than 253 characters`],
    ],
    [
      'an owner without version and uid',
      { name: 'x', ownerReferences: [{ kind: 'A', name: 'b' }] },
      [
        'metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty',
        'metadata.ownerReferences.uid: Invalid value: "": must not be empty',
      ],
    ],
    [
      'annotations without end',
      { name: 'x', annotations: { big: 'x'.repeat(262_144) } },
      ['metadata.annotations: Too long: may not be more than 262144 bytes'],
    ],
    ['what the server sets itself', { name: 'x', generation: -1, managedFields: [{ operation: 'X' }], uid: 'u' }, []],
    [
      'a label that is no text',
      { name: 'x', labels: { a: 1 } },
      ['metadata: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string'],
    ],
    ['text', 'x', ['metadata: json: cannot unmarshal string into Go value of type v1.ObjectMeta']],
    [
      'a time that is none',
      { name: 'x', creationTimestamp: 'x' },
      ['metadata: parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"'],
    ],
  ])('L-9: %s is judged as the server does', (_title, metadata, expected) => {
    expect(reported(metadata)).toEqual(expected);
  });

  it('L-9: keys and values of labels, keys of annotations, finalizers', () => {
    const fields = (metadata: JsonValue) => reported(metadata).map((line) => line.split(': ', 3).join(': '));
    expect(fields({ name: 'x', labels: { 'a b': 'x', ok: 'x y' } })).toEqual([
      'metadata.labels: Invalid value: "a b"',
      'metadata.labels: Invalid value: "x y"',
    ]);
    expect(fields({ name: 'x', annotations: { 'a b': 'x', 'A/b': 'y' } })).toEqual([
      'metadata.annotations: Invalid value: "a b"',
    ]);
    expect(fields({ name: 'x', finalizers: ['x y', 'plain', 'a/b'] })).toEqual([
      'metadata.finalizers: Invalid value: "x y"',
    ]);
  });

  it('L-9: fields that metadata does not have are dropped and named', () => {
    const { metadata, unknownFields } = admitMetadata({
      metadata: {
        name: 'x',
        colour: 1,
        ownerReferences: [{ apiVersion: 'v1', kind: 'A', name: 'b', uid: 'u', foo: 1 }],
      },
    });
    expect(unknownFields).toEqual(['metadata.colour', 'metadata.ownerReferences[0].foo']);
    expect(metadata).toEqual({
      name: 'x',
      ownerReferences: [{ apiVersion: 'v1', kind: 'A', name: 'b', uid: 'u' }],
    });
  });
});
