import type { JsonSchema, JsonValue } from '../../src/schema/index.ts';
import type { Random } from '../random.ts';

/** The value that random rules look at. */
export const RANDOM_SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    i: { type: 'integer' },
    j: { type: 'integer' },
    d: { type: 'number' },
    s: { type: 'string', maxLength: 20 },
    t: { type: 'string', maxLength: 20 },
    b: { type: 'boolean' },
    u: { 'x-kubernetes-int-or-string': true, maxLength: 5 },
    li: { type: 'array', maxItems: 5, items: { type: 'integer' } },
    ls: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 20 } },
    ss: { type: 'array', maxItems: 5, 'x-kubernetes-list-type': 'set', items: { type: 'string', maxLength: 20 } },
    m: { type: 'object', maxProperties: 5, additionalProperties: { type: 'integer' } },
    o: { type: 'object', properties: { i: { type: 'integer' }, s: { type: 'string', maxLength: 20, nullable: true } } },
    w: { type: 'string', format: 'date-time' },
    p: { type: 'string', format: 'duration' },
    x: { type: 'string', format: 'byte', maxLength: 20 },
  },
};

export const RANDOM_SELF: JsonValue = {
  i: 7,
  j: -3,
  d: 2.5,
  s: 'héllo 1Gi',
  t: '10.0.0.1',
  b: true,
  u: 5,
  li: [3, 1, 2],
  ls: ['b', 'a😀', ''],
  ss: ['x', 'y'],
  m: { a: 1, 'b.c': 2 },
  o: { s: null },
  w: '2024-02-29T12:30:00.25Z',
  p: '90m',
  x: 'AQL+',
};

type Kind =
  | 'bool'
  | 'int'
  | 'double'
  | 'string'
  | 'ints'
  | 'strings'
  | 'map'
  | 'time'
  | 'span'
  | 'bytes'
  | 'dyn'
  | 'optional';

const LEAVES: Readonly<Record<Kind, readonly string[]>> = {
  bool: ['true', 'false', 'self.b', 'has(self.o.i)', 'has(self.o.s)', 'has(self.m.a)'],
  int: [
    '0',
    '1',
    '-2',
    '9223372036854775807',
    'self.i',
    'self.j',
    'self.o.i',
    'self.li[0]',
    'self.m.a',
    "self.m['zz']",
  ],
  double: ['0.0', '1.5', '-2.25', '1e300', 'self.d', 'double(self.i)'],
  string: [
    "''",
    "'a'",
    "'l'",
    "'héllo'",
    "'😀'",
    "'1Gi'",
    "'10.0.0.0/8'",
    'self.s',
    'self.t',
    'self.ls[1]',
    'self.o.s',
    'self.ss[0]',
  ],
  ints: ['[]', '[1, 2]', '[3, 1, 2]', 'self.li'],
  strings: ['[]', "['a', 'b']", "['y', 'x']", 'self.ls', 'self.ss'],
  map: ['{}', "{'a': 1}", 'self.m', "{'a': 1, 'b.c': 2}"],
  time: ['self.w', "timestamp('2024-02-29T12:30:00Z')", "timestamp('9999-12-31T23:59:59Z')"],
  span: ['self.p', "duration('1h30m')", "duration('-1s')", "duration('0')"],
  bytes: ['self.x', "b''", "b'\\x01\\x02\\xff'", "bytes('é')"],
  dyn: ['self.u', 'dyn(1)', "dyn('5')", 'dyn(1.0)', 'dyn(null)', 'dyn([1])'],
  optional: ['optional.none()', 'optional.of(1)', 'self.o.?i', 'self.m[?"a"]', 'self.li[?9]', 'self.?i'],
};

const COMPARED: readonly Kind[] = ['int', 'double', 'string', 'bool', 'time', 'span', 'bytes'];
const ALL: readonly Kind[] = [
  'bool',
  'int',
  'double',
  'string',
  'ints',
  'strings',
  'map',
  'time',
  'span',
  'bytes',
  'dyn',
  'optional',
];

/**
 * `$int` stands for a random expression of that kind. A list made of a map is sorted, and no step over a map may fail
 * for one key alone: the server walks its maps in a random order.
 */
const SHAPES: Readonly<Record<Kind, readonly string[]>> = {
  bool: [
    '$bool && $bool',
    '$bool || $bool',
    '!$bool',
    '$bool ? $bool : $bool',
    '$same',
    '$order',
    '$int in $ints',
    '$string in $strings',
    '$string in $map',
    '$string.contains($string)',
    '$string.startsWith($string)',
    '$string.endsWith($string)',
    '$string.matches($string)',
    '$ints.all(v, v > $int)',
    '$ints.exists(v, v == $int)',
    '$ints.exists_one(v, v != $int)',
    '$strings.all(v, v < $string)',
    '$strings.exists(v, v.contains($string))',
    '$map.all(v, v != $string)',
    '$map.exists(k, v, v > $int)',
    '$ints.all(k, v, k < v)',
    '$ints.isSorted()',
    '$strings.isSorted()',
    'sets.contains($ints, $ints)',
    'sets.intersects($strings, $strings)',
    'sets.equivalent($ints, $ints)',
    'isQuantity($string)',
    'isIP($string)',
    'isCIDR($string)',
    'isURL($string)',
    'isSemver($string)',
    'ip($string).isGlobalUnicast()',
    "cidr('10.0.0.0/8').containsIP($string)",
    'quantity($string).isInteger()',
    "quantity($string).isLessThan(quantity('2Gi'))",
    '$optional.hasValue()',
    '$optional == $optional',
    'type($dyn) == int',
    '$dyn == $dyn',
    '$dyn == $int',
    '$dyn < $int',
    '$bytes == $bytes',
    '$map == $map',
    '$ints == $ints',
    '$strings == $strings',
    '$int < $double',
    'self.ss == $strings',
  ],
  int: [
    '$int + $int',
    '$int - $int',
    '$int * $int',
    '$int / $int',
    '$int % $int',
    '-$int',
    '$bool ? $int : $int',
    'size($string)',
    '$strings.size()',
    'size($map)',
    '$bytes.size()',
    'int($double)',
    'int($string)',
    'int($time)',
    'int($span)',
    '$ints[$int]',
    '$map[$string]',
    '$ints.sum()',
    '$ints.min()',
    '$ints.max()',
    '$ints.indexOf($int)',
    '$strings.lastIndexOf($string)',
    '$string.indexOf($string)',
    '$string.lastIndexOf($string)',
    '$string.indexOf($string, $int)',
    '$time.getHours()',
    '$time.getDayOfYear()',
    "$time.getHours('-05:30')",
    '$span.getMinutes()',
    '$optional.orValue($int)',
    '$optional.value()',
    '$optional.optMap(v, v + $int).orValue($int)',
    'int($dyn)',
    'quantity($string).asInteger()',
  ],
  double: [
    '$double + $double',
    '$double - $double',
    '$double * $double',
    '$double / $double',
    '-$double',
    'double($int)',
    'double($string)',
    '$bool ? $double : $double',
  ],
  string: [
    '$string + $string',
    '$bool ? $string : $string',
    'string($int)',
    'string($double)',
    'string($bool)',
    'string($time)',
    'string($span)',
    'string($bytes)',
    '$string.lowerAscii()',
    '$string.upperAscii()',
    '$string.trim()',
    '$string.substring($int)',
    '$string.substring($int, $int)',
    '$string.charAt($int)',
    "$string.replace($string, 'q')",
    "$string.replace($string, 'q', $int)",
    '$strings[$int]',
    "$string.find('[a-z]+')",
    "'%s|%d|%x'.format([$string, $int, $int])",
    "'%s %s %s'.format([$dyn, $ints, $map])",
    "'%.3f %s'.format([$double, $double])",
    'strings.quote($string)',
  ],
  ints: [
    '$ints + $ints',
    '$ints.map(v, v + $int)',
    '$ints.filter(v, v > $int)',
    '$ints.map(v, v > 1, v * 2)',
    '[$int, $int]',
    '$ints.sort()',
    '$ints.reverse()',
    '$ints.distinct()',
    '$ints.slice(0, 1)',
    '$ints.transformList(k, v, k + v)',
    '$strings.map(v, size(v))',
    '$ints.sortBy(v, -v)',
    '[?$optional, $int]',
    '[$ints, $ints].flatten()',
    'lists.range(3)',
    '$map.map(v, size(v)).sort()',
  ],
  strings: [
    '$strings + $strings',
    '$strings.map(v, v + $string)',
    '$strings.filter(v, v != $string)',
    "$string.split('l')",
    "$string.split('', $int)",
    '[$string, $string]',
    "$string.findAll('.')",
    '$map.map(v, v).sort()',
    '$strings.distinct()',
    '$strings.reverse()',
    '$strings.sort()',
  ],
  map: [
    '{$string: $int}',
    "{'a': $int, 'b': $int}",
    '$map.transformMap(k, v, v + $int)',
    '$strings.transformMapEntry(k, v, {v: k})',
    "{?'a': $optional}",
  ],
  time: ['$time + $span', '$time - $span', '$bool ? $time : $time'],
  span: ['$span + $span', '$span - $span', '$time - $time', '$bool ? $span : $span'],
  bytes: ['$bytes + $bytes', 'bytes($string)'],
  dyn: ['dyn($int)', 'dyn($string)', 'dyn($double)', '$bool ? dyn($int) : dyn($string)', 'dyn($ints)'],
  optional: [
    'optional.of($int)',
    'optional.ofNonZeroValue($int)',
    '$map[?$string]',
    '$ints[?$int]',
    '$optional.or($optional)',
    '$ints.first()',
    '$optional.optMap(v, v + $int)',
  ],
};

/** A rule that is likely, not certain, to compile. */
export function randomRule(random: Random, depth = 3): string {
  return expression(random, 'bool', depth);
}

function expression(random: Random, kind: Kind, depth: number): string {
  if (depth <= 0 || random.chance(0.15)) return random.pick(LEAVES[kind]);
  const shape = random.pick(SHAPES[kind]);
  if (shape === '$same' || shape === '$order') {
    const type = random.pick(shape === '$same' ? ALL : COMPARED);
    const sign = random.pick(shape === '$same' ? ['==', '!='] : ['<', '<=', '>', '>=']);
    return `${wrapped(random, type, depth)} ${sign} ${wrapped(random, type, depth)}`;
  }
  return shape.replaceAll(/\$([a-z]+)/g, (_text, name: string) => wrapped(random, name as Kind, depth));
}

function wrapped(random: Random, kind: Kind, depth: number): string {
  const text = expression(random, kind, depth - 1);
  return /^[\w.'[\]"]*$/.test(text) ? text : `(${text})`;
}
