import { expect, it } from 'vitest';
import { gatiDefinitions } from '../types/index.ts';
import { GatiHandlerKind, GatiModuleKind, GatiVersionKind } from './index.ts';

it('every kind is served where its definition says', () => {
  const defined = gatiDefinitions.map(({ kinds }) => {
    const { group, version, kind, plural, scope } = kinds.v1alpha1;
    return { group, version, kind, plural, scope };
  });
  expect([GatiHandlerKind, GatiModuleKind, GatiVersionKind]).toMatchObject(defined);
});
