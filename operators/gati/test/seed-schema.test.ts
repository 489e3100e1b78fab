import { celRules } from '@slipway/crd/cel';
import { compareCrds, RANK } from '@slipway/crd/compatibility';
import { expect, it } from 'vitest';
import { gatiHandlers, gatiModules, gatiVersions } from '../src/types/index.ts';
import { seedCrd } from './seed-schema.ts';

const CONTAINER = [
  'V13 spec.image minLength 1 added',
  'V10 spec.port maximum 65535 added',
  'V13 spec.port minimum 1 added',
  ...['limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'].map(
    (amount) => `S23 spec.resources.${amount} string became int-or-string`,
  ),
];
/** Categories, scale, and a spec at all: without one an object has none of the fields that it must have. */
const WHOLE = ['C04 categories [] became ["gati"]', 'S07 spec becomes required, without default'];
const SCALE = 'C19 scale subresource added; replicas below 0 or beyond 32 bits are refused';

it.each([
  [
    'GatiHandler',
    gatiHandlers.crd,
    [
      ...WHOLE,
      SCALE,
      ...CONTAINER,
      'V13 spec.handlerPath minLength 1 added',
      'V13 spec.version minLength 1 added',
      'V10 spec.timescape.routingWeight maximum 100 added',
      'V13 spec.timescape.routingWeight minimum 0 added',
      // Conditions are distinguished by their type (G-164).
      'X03 status.conditions list of type atomic became map',
      'S07 status.conditions.items.type becomes required, without default',
    ],
  ],
  [
    'GatiModule',
    gatiModules.crd,
    [...WHOLE, SCALE, ...CONTAINER, 'V13 spec.moduleName minLength 1 added', 'V13 spec.runtime minLength 1 added'],
  ],
  [
    'GatiVersion',
    gatiVersions.crd,
    [
      ...WHOLE,
      'V13 spec.versionId minLength 1 added',
      'X10 spec.versionId transition rule "self == oldSelf" added',
      // On fields that no earlier object has (G-15).
      'X10 spec transition rule "!has(oldSelf.handlerRef) || has(self.handlerRef)" added',
      'X10 spec transition rule "!has(oldSelf.template) || has(self.template)" added',
    ],
  ],
] as const)(
  'G-13: %s adds optional fields to the first schema, and no limit that a working object can break',
  (kind, crd, wanted) => {
    const { findings } = compareCrds(seedCrd(kind), crd, { compiler: celRules });
    const reported = findings
      .filter(({ verdict }) => RANK[verdict] > RANK.SAFE)
      .map(({ rule, path, message }) => [rule, path.join('.'), message].filter((part) => part !== '').join(' '));
    expect(reported.toSorted()).toEqual([...wanted].toSorted());
    const rest = findings.filter(({ verdict }) => RANK[verdict] <= RANK.SAFE);
    // Optional properties, with and without required children; descriptions; columns.
    expect(new Set(rest.map(({ rule }) => rule))).toEqual(new Set(['S03', 'S06', 'V33', 'C21']));
  },
);
