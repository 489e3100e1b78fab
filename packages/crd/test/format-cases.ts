/** Format, texts that have it and texts that do not; a real API server is asked about each, too. */
export const FORMAT_CASES: readonly (readonly [string, readonly string[], readonly string[]])[] = [
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
  [
    'mac',
    ['01:23:45:67:89:ab', '01-23-45-67-89-AB', '0123.4567.89ab', '0123456789ab', '0123456789abcdef'],
    ['01:23:45:67:89', '01:23-45:67:89:ab', ''],
  ],
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

/** More of what people write for addresses, times and names, right and wrong; parted by bars. */
export const FORMAT_TEXTS: readonly string[] = [
  '1.2.3.04|1.2.3.4 |1..2.3|256.1.1.1|1.2.3.4/24|1.2.3.4/024|::1/128|::1/|1::2::3|::ffff:010.1.1.1|[::1]|:|0:0:0:0:0:0:0:1',
  'http://|http:|http://a:80|http://a:x|http://[::1]:80/|http://a%20b/|http://ü/|http://a@b/|a:b|//a|?a|#a|/a b|/a%2',
  'HTTP://A|1http://a|http://a<b|a@b|a@b.c|a.b@c|.a@b|a.@b|a@b@c|<a@b>|A B <a@b>|"A, B" <a@b>|A. B <a@b>|ä@b|a@[1.2.3.4]',
  'a b@c|a@b,c@d|a@b |a@-b|"a"@b|1|0|-1h|1h-1m|1.5h|.5h|5.h|1d|1 day|1 DAY|3 months|10sec|1 week 2 days|5 fortnights|+1s',
  '1e3s|1ns1us|1hour|1.5 days|2024-01-01T00:00:00|2024-01-01T00:00:00+0100|2024-01-01 00:00:00Z|2024-1-1T00:00:00Z',
  '2024-01-01T00:00:00,5Z|2024-01-01T00:00:00Ztrue|24-01-01|2024-00-10|2024-12-32|2100-02-29|a.b.c|a-|a--b|A|a.1|1.a|a.b-',
  `x.co|x.c|★|a★.com|localhost|EXAMPLE.com|${'a'.repeat(63)}.com|${'a'.repeat(64)}.com|AAAA|AAA=|AA==|A===|AA=A|AAAA\n|+/+/`,
  '00-00-00-00-00-00|00:00:00:00:00:00:00:00|0000.0000.0000|00:00|#12345|#123456|rgb(0,0,0)|rgb( 1 , 2 , 3 )|rgb(01,2,3)',
  '123-45-6789|123456789|123 45 6789|5555555555554444|378282246310005|080442957X|0-8044-2957-X|9780306406157|9780306406158',
  '5F7F1F77BCF86CD799439011|507f1f77bcf86cd79943901g',
].flatMap((line) => line.split('|'));
