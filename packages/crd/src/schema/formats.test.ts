import { describe, expect, it } from 'vitest';
import { stringFormat } from './formats.ts';

/** Each was put to a real API server 1.36. */
const CASES: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['date', ['2024-02-29', '0000-01-01'], ['2023-02-29', '2024-1-1', '2024-13-01', '']],
  [
    'date-time',
    ['2024-01-02T03:04:05Z', '2024-01-02t03:04:05.1+01:00', '2024-01-02T03:04:05x1z'],
    ['2024-01-02', '2024-01-02T24:00:00Z', '2024-01-02T03:04:60Z'],
  ],
  ['duration', ['1h30m', '-1.5h', '0', '2 weeks', 'x5days', '1µs'], ['', '1', 'h', '99999999999999999999 s']],
  ['ipv4', ['1.2.3.4', '010.0.0.1', '::ffff:1.2.3.4'], ['1.2.3', '1.2.3.256', '::1', '1.2.3.4.5']],
  ['ipv6', ['::1', '::ffff:1.2.3.4', '2001:db8::'], ['1.2.3.4', 'fe80::1%eth0', ':::']],
  ['cidr', ['10.0.0.0/8', '::/0', '010.0.0.0/8'], ['10.0.0.0', '10.0.0.0/33', '10.0.0.0/-1', '::/129']],
  ['mac', ['01:23:45:67:89:ab', '01-23-45-67-89-AB', '0123.4567.89ab'], ['01:23:45:67:89', '01:23-45:67:89:ab', '']],
  [
    'uuid',
    ['123e4567-e89b-12d3-a456-426614174000', '123E4567E89B12D3A456426614174000'],
    ['123e4567', 'g23e4567-e89b-12d3-a456-426614174000'],
  ],
  ['uuid4', ['123e4567-e89b-42d3-a456-426614174000'], ['123e4567-e89b-12d3-a456-426614174000']],
  ['byte', ['aGVsbG8=', 'YQ=='], ['', 'aGVsbG8', 'a-_=']],
  ['email', ['me@example.com', 'Me <me@example.com>', '"a b"@example.com'], ['no at', 'a@', '<a@b', 'x'.repeat(5000)]],
  ['uri', ['https://example.com/a?b#c', '/path', 'mailto:x', '*'], ['', 'a/b', 'http://a b/', '/%zz', '://x']],
  ['hostname', ['example.com', 'a', 'bücher.example'], ['a_b', '-a', 'a..b', '']],
  ['hexcolor', ['#fff', 'FFFFFF'], ['#ffff', 'red']],
  ['rgbcolor', ['rgb(1, 2, 255)'], ['rgb(1,2,256)', 'rgb(1,2)']],
  ['isbn', ['0321751043', '978-0321751041'], ['0321751044', '']],
  ['creditcard', ['4111 1111 1111 1111'], ['4111111111111112']],
  ['ssn', ['111-11-1111'], ['111111111', '111-11-11111']],
  ['bsonobjectid', ['507f1f77bcf86cd799439011'], ['507f1f77bcf86cd79943901']],
  ['k8s-short-name', ['my-name'], ['My-name', 'a.b', '-a', 'x'.repeat(64)]],
  ['k8s-long-name', ['my.long-name'], ['My.name', 'a..b', 'x'.repeat(254)]],
  ['password', ['', 'anything'], []],
];

describe('CRD-V02: string formats', () => {
  it.each(CASES)('%s', (name, valid, wrong) => {
    const check = stringFormat(name);
    expect(valid.filter((text) => check?.(text) !== true)).toEqual([]);
    expect(wrong.filter((text) => check?.(text) !== false)).toEqual([]);
  });

  it('CRD-N12: dashes do not count, and unknown formats are no formats', () => {
    expect(stringFormat('datetime')).toBe(stringFormat('date-time'));
    expect(['int32', 'time', 'regex', '', 'toString'].map(stringFormat)).toEqual(Array(5).fill(undefined));
  });
});
