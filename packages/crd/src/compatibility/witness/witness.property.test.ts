import { stderr } from 'node:process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedCrd } from '../../../test/oracle/crd-changes.ts';
import { randomCrd } from '../../../test/oracle/random-crd.ts';
import { randomSchemaChange } from '../../../test/oracle/schema-changes.ts';
import { Random } from '../../../test/random.ts';
import { randomChange } from '../../../test/random-change.ts';
import { widgetWith } from '../../../test/widget.ts';
import { celRules } from '../../cel/index.ts';
import { type Crd, parseCrd } from '../../schema/index.ts';
import { compareCrds, withWitnesses } from '../index.ts';

/** `npm run test:long` has more. */
const RUNS = 150;

/** Of these there are many breaks in one. */
const FEWER = 10;

type Pair = readonly [old: Crd, now: Crd];

/**
 * Where changes come from, and the share of breaks that carry an object rather than a reason, at least: a rule speaks up
 * where it cannot exclude that something breaks, so that a good part of its findings can have none.
 */
const SOURCES: Readonly<Record<string, readonly [least: number, make: (random: Random) => Pair]>> = {
  'schemas that servers take': [
    0.7,
    (random) => {
      const change = randomSchemaChange(random);
      return [widgetWith({ field: change.old }), widgetWith({ field: change.new })];
    },
  ],
  'whole CRDs that servers take': [
    0.7,
    (random) => {
      const crd = randomCrd(random, 'orders');
      return [parseCrd(crd), parseCrd(changedCrd(crd, random))];
    },
  ],
  // Servers take none of these.
  'keywords thrown together': [
    0,
    (random) => {
      const change = randomChange(random, 2);
      return [parseCrd(change.old), parseCrd(change.new)];
    },
  ],
};

describe('witnesses of random changes', () => {
  test.each(Object.entries(SOURCES))(
    'CRD-15: every break of %s has a witness or says why not',
    (name, [least, make]) => {
      const counts = { witnesses: 0, reasons: 0 };
      fc.assert(
        fc.property(fc.nat(2 ** 31), (seed) => {
          const [old, now] = make(new Random(seed));
          const report = compareCrds(old, now, { compiler: celRules, mainStatusWriters: true });
          for (const finding of withWitnesses(report, old, now, celRules).findings) {
            if (finding.verdict !== 'BREAK') continue;
            const { rule, version, path, witness, noWitness } = finding;
            const known = [witness, noWitness].filter((one) => one !== undefined);
            expect([rule, version, ...path, known.length]).toEqual([rule, version, ...path, 1]);
            counts[witness === undefined ? 'reasons' : 'witnesses']++;
          }
        }),
        { numRuns: Math.ceil(least === 0 ? RUNS / FEWER : RUNS) },
      );
      const total = counts.witnesses + counts.reasons;
      stderr.write(`${name}: ${counts.witnesses} of ${total} breaks have a witness, the others a reason\n`);
      expect(total).toBeGreaterThan(0);
      expect(counts.witnesses).toBeGreaterThanOrEqual(total * least);
    },
  );
});
