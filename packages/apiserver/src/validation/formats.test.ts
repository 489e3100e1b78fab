import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressBits, addressComplaints, cidrComplaints, portNameComplaints } from './formats.ts';
import { isEmptySelector, isUsableSelector, selects } from './selectors.ts';

describe('formats', () => {
  test('K-88: every IPv4 address is one, and a network only where no bit is beyond its length', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 0, max: 32 }), (address, length) => {
        expect(addressComplaints(address)).toEqual([]);
        const rest = addressBits(address) & ((1n << BigInt(32 - length)) - 1n);
        expect(cidrComplaints(`${address}/${length}`)).toHaveLength(rest === 0n ? 0 : 1);
      }),
    );
  });

  test('K-88: every IPv6 address is one, whatever its spelling', () => {
    fc.assert(fc.property(fc.ipV6(), (address) => addressBits(address) >= 0n && addressBits(address) < 1n << 128n));
    expect([addressBits('::1'), addressBits('1::'), addressBits('::ffff:1.2.3.4')]).toEqual([
      1n,
      1n << 112n,
      0xffff_0102_0304n,
    ]);
  });

  test('K-88: the short way to a good port name agrees with the long one', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'z', '0', '9', '-', 'A', '_'), maxLength: 17 });
    fc.assert(
      fc.property(letters, (name) => {
        const isGood = name.length <= 15 && /^[-a-z0-9]+$/.test(name) && /[a-z]/.test(name) && !/--|^-|-$/.test(name);
        expect(portNameComplaints(name).length === 0).toBe(isGood);
      }),
    );
  });

  test('L-8: a selector of labels selects what has them', () => {
    const labels = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y'));
    fc.assert(
      fc.property(labels, labels, (matchLabels, own) => {
        const isMatch = Object.entries(matchLabels).every(([key, value]) => own[key] === value);
        expect(selects({ matchLabels }, own)).toBe(isMatch);
        expect(isUsableSelector({ matchLabels })).toBe(true);
        expect(isEmptySelector({ matchLabels })).toBe(Object.keys(matchLabels).length === 0);
      }),
    );
  });
});
