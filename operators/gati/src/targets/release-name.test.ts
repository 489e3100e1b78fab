import fc from 'fast-check';
import { expect, test } from 'vitest';
import { releaseNameOf } from './release-name.ts';

const owner = (kind: string, name: string) => ({ kind, namespace: 'shop', name });

test('G-172: a release is called gati-<name>, and a handler and a module of one name have two', () => {
  expect(releaseNameOf(owner('GatiHandler', 'user-handler'))).toBe('gati-user-handler');
  expect(releaseNameOf(owner('GatiModule', 'user-handler'))).toBe('gati-module-user-handler');
  expect(releaseNameOf(owner('GatiHandler', 'module-user'))).toMatch(/^gati-module-user-[0-9a-f]{8}$/);
  expect(releaseNameOf(owner('GatiHandler', 'a.b'))).toMatch(/^gati-a-b-[0-9a-f]{8}$/);
});

test('G-172: any two owners have two releases, each with a name that helm takes', () => {
  const names = fc.oneof(
    fc.stringMatching(/^[a-z0-9]([a-z0-9.-]{0,90}[a-z0-9])?$/),
    fc.stringMatching(/^(module-)?[ab]([.-][ab]){0,2}$/),
    fc.stringMatching(/^a{45,55}b?$/),
  );
  const owners = fc.record({
    kind: fc.constantFrom('GatiHandler', 'GatiModule'),
    namespace: fc.constant('x'),
    name: names,
  });
  fc.assert(
    fc.property(owners, owners, (one, other) => {
      const release = releaseNameOf(one);
      expect(release).toMatch(/^gati-[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
      expect(release.length).toBeLessThanOrEqual(53);
      const isSame = one.kind === other.kind && one.name === other.name;
      expect(release === releaseNameOf(other)).toBe(isSame);
    }),
    { numRuns: 5000 },
  );
});
