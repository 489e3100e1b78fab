import { readerOf } from '../../selectors/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';

export const resourceSlices: readonly BuiltInKind[] = [
  {
    name: 'resourceslices.resource.k8s.io',
    selectableFields: { 'spec.nodeName': readerOf('spec.nodeName'), 'spec.driver': readerOf('spec.driver') },
  },
];
