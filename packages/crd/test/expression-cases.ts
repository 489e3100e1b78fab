import type { JsonObject } from '../src/schema/index.ts';

const text: JsonObject = { type: 'string', maxLength: 10 };

/** A schema with rules. */
function ruled(schema: JsonObject, ...rules: (string | JsonObject)[]): JsonObject {
  return {
    ...schema,
    'x-kubernetes-validations': rules.map((rule) => (typeof rule === 'string' ? { rule } : rule)),
  };
}

const list = (maxItems: number, rule: string): JsonObject =>
  ruled({ type: 'array', maxItems, items: { type: 'integer' } }, rule);
const parent = (child: JsonObject): JsonObject =>
  ruled({ type: 'object', properties: { child }, required: ['child'] }, 'nonsense');
const quadratic = 'self.all(a, self.all(b, a != b))';
const unequal = ruled(text, 'self == oldSelf');

/** Root properties of CRDs whose rules the API server refuses, or not, for reasons that stand beside each other. */
export const EXPRESSION_CASES = {
  faults: { a: ruled(text, 'self >', 'size(self)', { rule: 'true', messageExpression: '1' }) },
  uncorrelatable: { list: { type: 'array', maxItems: 10, items: unequal } },
  correlatable: { map: { type: 'object', maxProperties: 10, additionalProperties: unequal } },
  pointlessOption: { a: ruled(text, { rule: 'self != ""', optionalOldSelf: false }) },
  cheap: { list: list(100, quadratic) },
  dear: { list: list(10_000, quadratic) },
  together: Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`p${at}`, list(1_600_000, 'self.all(x, x == 1)')]),
  ),
  dearMessage: {
    list: ruled(
      { type: 'array', maxItems: 10_000, items: { type: 'integer' } },
      { rule: 'true', messageExpression: `${quadratic} ? "a" : "b"` },
    ),
  },
  ruleBelow: { parent: parent(ruled(text, 'nonsense')), other: ruled(text, 'nonsense') },
  schemaBelow: { parent: parent({ ...text, 'x-kubernetes-map-type': 'atomic' }), other: ruled(text, 'nonsense') },
  costBesideFault: { list: list(10_000, quadratic), other: { ...text, uniqueItems: true } },
  named: { properties: { type: 'object', properties: { properties: list(5000, quadratic) } } },
} as const satisfies Readonly<Record<string, JsonObject>>;
