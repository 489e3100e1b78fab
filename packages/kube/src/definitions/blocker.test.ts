import { expect, it } from 'vitest';
import type { CustomResourceDefinition, ObjectOf } from '../kinds/index.ts';
import { establishmentBlocker } from './blocker.ts';

type Definition = ObjectOf<typeof CustomResourceDefinition>;
type Conditions = NonNullable<NonNullable<Definition['status']>['conditions']>;

const names = { kind: 'Widget', plural: 'widgets' };
const definition = (conditions: Conditions, metadata: Definition['metadata'] = {}): Definition => ({
  metadata: { name: 'widgets.example.dev', ...metadata },
  spec: { group: 'example.dev', scope: 'Namespaced', names, versions: [] },
  status: { acceptedNames: names, storedVersions: ['v1'], conditions },
});
const established = { type: 'Established', status: 'True', reason: 'InitialNamesAccepted', message: '' };
const refused = { type: 'NamesAccepted', status: 'False', reason: 'PluralConflict', message: '"widgets" is in use' };

it('an established definition is blocked by nothing', () => {
  expect(establishmentBlocker(definition([established]))).toBeUndefined();
});

it('a definition that nothing has looked at is not taken for established', () => {
  expect(establishmentBlocker(definition([]))).toContain('has not looked at it yet');
});

it('names that another definition has are named, also where the definition was established before', () => {
  expect(establishmentBlocker(definition([established, refused]))).toContain('PluralConflict: "widgets" is in use');
});

it('a definition that ends counts as blocked although it is still established', () => {
  const deletionTimestamp = '2026-01-01T00:00:00Z';
  const finalizers = ['customresourcecleanup.apiextensions.k8s.io'];
  const reason = establishmentBlocker(definition([established], { deletionTimestamp, finalizers }));
  expect(reason).toContain('being deleted since 2026-01-01T00:00:00Z');
  expect(reason).toContain('customresourcecleanup.apiextensions.k8s.io');
});
