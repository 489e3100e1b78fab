import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

it('a client of Gati loads neither definitions nor what makes them', async () => {
  const { metafile } = await build({
    entryPoints: [join(import.meta.dirname, 'index.ts')],
    bundle: true,
    // What is not used is loaded all the same by who runs the sources.
    treeShaking: false,
    write: false,
    metafile: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
  });
  const packages = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external).map(({ path }) => path.split('/').slice(0, 2).join('/')),
  );
  expect([...new Set(packages)].sort()).toEqual(['@slipway/apimachinery', '@slipway/delivery', '@slipway/kube']);
  expect(Object.keys(metafile.inputs).filter((path) => path.endsWith('.crd.ts'))).toEqual([]);
});
