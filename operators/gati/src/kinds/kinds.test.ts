import { expect, it } from 'vitest';
import {
  GatiHandlerKind,
  GatiModuleKind,
  GatiVersionKind,
  gatiHandlers,
  gatiModules,
  gatiVersions,
} from '../types/index.ts';

it.each([
  [GatiHandlerKind, gatiHandlers],
  [GatiModuleKind, gatiModules],
  [GatiVersionKind, gatiVersions],
])('$kind is served where its definition says', (served, { kinds }) => {
  const { group, version, kind, plural, scope } = kinds.v1alpha1;
  expect(served).toMatchObject({ group, version, kind, plural, scope });
});
