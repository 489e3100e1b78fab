import { type JsonObject, textAt } from '../../objects/index.ts';
import { ageColumn, at, column, listAt, nameColumn, numberAt, shortened } from '../../tables/index.ts';
import type { BuiltInKind, Check } from '../built-in-kind.ts';
import { labelOf } from '../checks.ts';
import { endpointSliceRules } from './rules.ts';
import { checkEndpointSlice } from './validation.ts';

/** L-23: the own controllers tell where processes of this machine listen. */
const isOwnSlice = (object: JsonObject): boolean =>
  labelOf(object, 'endpointslice.kubernetes.io/managed-by') === 'endpointslice-controller.k8s.io';

const slice: Check = (report, object, old) => checkEndpointSlice(report, object, old, isOwnSlice(object));

export const endpointSlices: readonly BuiltInKind[] = [
  {
    name: 'endpointslices.discovery.k8s.io',
    checks: { create: slice },
    rules: endpointSliceRules,
    columns: [
      nameColumn,
      column('AddressType', at('addressType')),
      column('Ports', (slice) => {
        const ports = listAt(slice, 'ports').map((port) =>
          (numberAt(port, 'port') || textAt(port, 'name') || '*').toString(),
        );
        return shortened(ports, '<unset>');
      }),
      column('Endpoints', (slice) => {
        const addresses = listAt(slice, 'endpoints').flatMap((endpoint) => listAt(endpoint, 'addresses').map(String));
        return shortened(addresses, '<unset>');
      }),
      ageColumn,
    ],
    defaults: {
      constants: {
        'discovery.v1.EndpointPort': { name: '', protocol: 'TCP' },
      },
    },
  },
];
