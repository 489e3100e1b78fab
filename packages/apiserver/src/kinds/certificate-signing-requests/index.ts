import { readersOf } from '../../selectors/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { columns } from './columns.ts';

export const certificateSigningRequests: readonly BuiltInKind[] = [
  {
    name: 'certificatesigningrequests.certificates.k8s.io',
    columns,
    selectableFields: readersOf('spec.signerName'),
  },
];

export { certificateRequester } from './requester.ts';
