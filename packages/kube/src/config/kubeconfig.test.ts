import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeKubeconfigs, parseKubeconfig } from './kubeconfig.ts';

test('R-16: of any list of kubeconfigs, the first that names an entry or a context gives it, and nothing is lost', () => {
  const name = fc.constantFrom<string[]>('a', 'b', 'c', 'd');
  const document = fc.record({
    current: fc.option(name, { nil: undefined }),
    clusters: fc.uniqueArray(name),
    users: fc.uniqueArray(name),
  });
  fc.assert(
    fc.property(fc.array(document, { minLength: 1, maxLength: 5 }), (documents) => {
      const configs = documents.map(({ current, clusters, users }, index) =>
        parseKubeconfig(
          {
            'current-context': current,
            clusters: clusters.map((entry) => ({ name: entry, cluster: { server: `https://${index}.test` } })),
            users: users.map((entry) => ({ name: entry, user: { token: String(index) } })),
          },
          `/${index}/config`,
        ),
      );
      const merged = mergeKubeconfigs(configs);
      expect(merged.currentContext).toBe(documents.find(({ current }) => current !== undefined)?.current);
      for (const list of ['clusters', 'users'] as const) {
        expect(new Set(merged[list].keys())).toEqual(new Set(documents.flatMap((one) => one[list])));
        for (const [entry, { folder }] of merged[list]) {
          expect(folder).toBe(`/${documents.findIndex((one) => one[list].includes(entry))}`);
        }
      }
    }),
  );
});
