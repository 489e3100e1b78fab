import { expect, it } from 'vitest';
import { contextsOf } from './completion/context.ts';
import { createProgram } from './program.ts';

const printing = contextsOf(createProgram(() => undefined)).flatMap(({ path, flags }) =>
  flags.filter(({ long }) => long === 'output').map(({ values }) => ({ path, values })),
);

it.each(printing)('slipway $path -o takes what kubectl takes', ({ values }) => {
  expect(values).toEqual(expect.arrayContaining(['wide', 'json', 'yaml', 'name']));
});

it('looks at every command that prints in formats', () => {
  expect(printing.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['crd diff', 'crd validate', 'local list', 'gati list', 'gati status', 'gati convert']),
  );
});
