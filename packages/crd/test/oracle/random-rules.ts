import type { JsonObject } from '../../src/schema/index.ts';
import type { Random } from '../random.ts';
import type { SchemaKind } from '../random-schema.ts';

/** Rules that servers take on a schema of this kind; none of them depends on the order of a map. */
const GOOD: Readonly<Partial<Record<SchemaKind, readonly string[]>>> = {
  string: [
    "self != 'a'",
    'self.size() < 4',
    "self.startsWith('a') || self == ''",
    'self == oldSelf',
    "self.matches('^[a-z]*$')",
    "self in ['a', 'b', 'ab']",
    "self == 'oldSelf'",
  ],
  integer: ['self > 2', 'self >= oldSelf', 'self % 2 == 0', 'self in [1, 2, 3]', '10 / self > 1'],
  number: ['self > 1.5', 'self < 100.0', 'self == oldSelf', 'double(self) >= 0.5'],
  boolean: ['self', '!self', 'self == oldSelf'],
  object: ['has(self.a)', '!has(self.b) || has(self.c)', 'self == oldSelf', 'has(self.name) == has(oldSelf.name)'],
  map: ['size(self) < 3', "!('k' in self)", 'size(self) >= size(oldSelf)'],
  list: [
    'self.size() < 3',
    'self.size() >= oldSelf.size()',
    'self == oldSelf',
    'self.size() == 0 || self[0] == self[0]',
  ],
  set: ['self.size() < 3', 'oldSelf.all(x, x in self)', 'self.all(x, x == x)', "self.exists(x, string(x) == 'a')"],
};

const BAD = ['self +', 'nothing', 'self.nowhere == 1', '1', '', 'true\n', 'self.matches(1)', 'has(self)'];

/** With `optionalOldSelf` the old value is an optional. */
const OPTIONAL = ['!oldSelf.hasValue() || self == oldSelf.value()', 'oldSelf.orValue(self) == self'];

/** A rule that compiles whether the old value is an optional or not. */
export const EITHER_WAY = 'oldSelf == oldSelf';

const EXTRAS: readonly JsonObject[] = [
  {},
  {},
  {},
  { message: 'no' },
  { message: 'never' },
  { reason: 'FieldValueForbidden' },
  { reason: 'FieldValueDuplicate' },
  { messageExpression: "'a' + 'b'" },
  { messageExpression: 'string(self)' },
  { fieldPath: '.a' },
];

/** Up to two rules, seldom one that servers refuse. */
export function randomRules(kind: SchemaKind, random: Random): JsonObject[] {
  return Array.from({ length: random.below(3) }, (): JsonObject => {
    if (random.chance(0.15)) return { rule: random.pick(OPTIONAL), optionalOldSelf: random.chance(0.9) };
    if (random.chance(0.1)) return { rule: EITHER_WAY };
    return { rule: random.pick(random.chance(0.1) ? BAD : (GOOD[kind] ?? ['true'])), ...random.pick(EXTRAS) };
  });
}
