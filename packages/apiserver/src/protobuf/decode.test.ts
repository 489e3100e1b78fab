import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isJsonObject } from '../objects/index.ts';
import { decodeProtobuf, MalformedProtobuf } from './index.ts';

/** A Lease as a real API server wrote it. */
const RECORDED = Buffer.from(
  'azhzAAofChZjb29yZGluYXRpb24uazhzLmlvL3YxEgVMZWFzZRLEAQq7AQoCbDESABoLa3ViZS1zeXN0ZW0iACokYmViYWJlZWItNTI5My00ZjY5LWI2NWQtZDRmZDA1MGUwMjQ3MgM4MTI4AEIICJvH5tcGEACKAWwKDmt1YmVjdGwtY3JlYXRlEgZVcGRhdGUaFmNvb3JkaW5hdGlvbi5rOHMuaW8vdjEiCAibx+bXBhAAMghGaWVsZHNWMTokCiJ7ImY6c3BlYyI6eyJmOmhvbGRlcklkZW50aXR5Ijp7fX19QgASBAoCbWUaACIA',
  'base64',
);

type Part = readonly [number: number, value: string | number | Buffer];

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(rest)]);
}

function message(...parts: readonly Part[]): Buffer {
  return Buffer.concat(
    parts.flatMap(([number, value]) => {
      if (typeof value === 'number') return [varint(BigInt(number) << 3n), varint(BigInt(value))];
      const bytes = Buffer.from(value as string);
      return [varint((BigInt(number) << 3n) | 2n), varint(BigInt(bytes.length)), bytes];
    }),
  );
}

const body = (apiVersion: string, kind: string, object: Buffer): Buffer =>
  Buffer.concat([Buffer.from('k8s\0', 'latin1'), message([1, message([1, apiVersion], [2, kind])], [2, object])]);

describe('a protobuf body', () => {
  test('K-4: what a real server wrote is read as its JSON form', () => {
    const lease = decodeProtobuf(RECORDED);
    expect(lease).toMatchObject({
      kind: 'Lease',
      apiVersion: 'coordination.k8s.io/v1',
      metadata: {
        name: 'l1',
        namespace: 'kube-system',
        managedFields: [{ manager: 'kubectl-create', fieldsType: 'FieldsV1' }],
      },
      spec: { holderIdentity: 'me' },
    });
  });

  test('K-5: zeros of values are dropped, zeros behind pointers and of required fields stay', () => {
    const metadata = message([1, 'd'], [2, ''], [3, ''], [5, ''], [7, 0], [8, '']);
    const spec = message([1, 0], [5, 0], [7, 0]);
    const deployment = decodeProtobuf(
      body('apps/v1', 'Deployment', message([1, metadata], [2, spec], [3, message([1, 0])])),
    );
    expect(deployment).toEqual({
      kind: 'Deployment',
      apiVersion: 'apps/v1',
      metadata: { name: 'd' },
      spec: { replicas: 0 },
    });
    const port = message([1, ''], [3, 0], [4, message([1, 0], [2, 0], [3, ''])]);
    const service = decodeProtobuf(body('v1', 'Service', message([1, message([1, 's'])], [2, message([1, port])])));
    expect(service).toMatchObject({ spec: { ports: [{ port: 0 }] } });
  });

  test('K-6: quantities, ports, times, maps and binary values have their JSON forms', () => {
    const secret = message(
      [1, message([1, 's'], [8, message([1, 0])], [11, message([1, 'k'], [2, 'v'])])],
      [2, message([1, 'a'], [2, 'xyz'])],
      [2, message([1, 'empty'], [2, ''])],
    );
    expect(decodeProtobuf(body('v1', 'Secret', secret))).toEqual({
      kind: 'Secret',
      apiVersion: 'v1',
      metadata: { name: 's', creationTimestamp: '1970-01-01T00:00:00Z', labels: { k: 'v' } },
      data: { a: 'eHl6', empty: '' },
    });
    const budget = (value: Buffer): unknown =>
      decodeProtobuf(body('policy/v1', 'PodDisruptionBudget', message([2, message([1, value])])));
    expect(budget(message([1, 1], [2, 0], [3, '50%']))).toMatchObject({ spec: { minAvailable: '50%' } });
    expect(budget(message([1, 0], [2, 3], [3, '']))).toMatchObject({ spec: { minAvailable: 3 } });
    const renewed = message([1, 1_700_000_000], [2, 123_456_000]);
    expect(decodeProtobuf(body('coordination.k8s.io/v1', 'Lease', message([2, message([4, renewed])])))).toMatchObject({
      spec: { renewTime: '2023-11-14T22:13:20.123456Z' },
    });
    const quota = message([2, message([1, message([1, 'cpu'], [2, message([1, '500m'])])])]);
    expect(decodeProtobuf(body('v1', 'ResourceQuota', quota))).toMatchObject({ spec: { hard: { cpu: '500m' } } });
  });

  test('K-7: options of a deletion come under the apiVersion of what is deleted', () => {
    const options = message([1, 0], [2, message([1, 'u'])], [4, 'Background'], [5, 'All']);
    expect(decodeProtobuf(body('apps/v1', 'DeleteOptions', options))).toEqual({
      kind: 'DeleteOptions',
      apiVersion: 'apps/v1',
      gracePeriodSeconds: 0,
      preconditions: { uid: 'u' },
      propagationPolicy: 'Background',
      dryRun: ['All'],
    });
  });

  test('K-6: fields of an inlined message stand in the one around it', () => {
    const volume = message([1, 'v'], [2, message([2, message([1, ''])])]);
    const pod = decodeProtobuf(body('v1', 'Pod', message([2, message([1, volume])])));
    expect(pod).toMatchObject({ spec: { volumes: [{ name: 'v', emptyDir: {} }] } });
  });

  test('L-13: a key named __proto__ is data', () => {
    const map = message([1, message([1, 'm'])], [2, message([1, '__proto__'], [2, 'x'])]);
    const decoded = decodeProtobuf(body('v1', 'ConfigMap', map)) as { data: object };
    expect(Object.getOwnPropertyNames(decoded.data)).toEqual(['__proto__']);
  });

  test('L-13: a kind that is not known is reported by name', () => {
    expect(() => decodeProtobuf(body('demo.io/v1', 'Widget', message()))).toThrow(
      'Widget in demo.io/v1 has no protobuf form here',
    );
    expect(() => decodeProtobuf(body('v1', 'constructor', message()))).toThrow(MalformedProtobuf);
  });

  test('L-13: a body as large as bodies may be, of nothing but tiny entries, is read', () => {
    const count = 500_000;
    const finalizers = Buffer.concat(Array.from({ length: count }, () => Buffer.from([0x72, 0x01, 0x61])));
    const decoded = decodeProtobuf(body('v1', 'ConfigMap', message([1, finalizers])));
    expect((decoded as { metadata: { finalizers: string[] } }).metadata.finalizers).toHaveLength(count);
  });

  test('L-13: any bytes are either an object or malformed, never anything worse', () => {
    const damaged = fc
      .array(fc.tuple(fc.nat(RECORDED.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
      .map((changes) => {
        const bytes = Buffer.from(RECORDED);
        for (const [at, value] of changes) bytes[at] = value;
        return bytes;
      });
    const cut = fc.nat(RECORDED.length).map((length) => RECORDED.subarray(0, length));
    const anything = fc.uint8Array({ maxLength: 200 }).map((bytes) => body('v1', 'Pod', Buffer.from(bytes)));
    fc.assert(
      fc.property(fc.oneof(damaged, cut, anything), (bytes) => {
        try {
          expect(isJsonObject(decodeProtobuf(bytes))).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedProtobuf);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
