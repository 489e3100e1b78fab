import { expect, it } from 'vitest';
import { checkErrorCodes } from './error-codes.ts';

const source = {
  path: 'packages/kube/src/errors.ts',
  text: "export type Code =\n  | 'KUBE_GONE'\n  | 'KUBE_CONFIG';\n",
};
const page = (...codes: string[]) => ({
  path: 'docs/errors.md',
  text: codes.map((code) => `| \`${code}\` | meaning |`).join('\n'),
});

it('passes when both sides name the same codes', () => {
  expect(checkErrorCodes([source, page('KUBE_GONE', 'KUBE_CONFIG')])).toEqual([]);
});

it('names a code without a line', () => {
  expect(checkErrorCodes([source, page('KUBE_GONE')])).toEqual([
    'packages/kube/src/errors.ts: KUBE_CONFIG has no line in docs/errors.md',
  ]);
});

it('names a line without a code', () => {
  expect(checkErrorCodes([source, page('KUBE_GONE', 'KUBE_CONFIG', 'KUBE_OLD')])).toEqual([
    'docs/errors.md: KUBE_OLD is thrown by no package',
  ]);
});
