import type { JsonObject } from '../../objects/index.ts';
import type { BuiltInKind, Check } from '../built-in-kind.ts';
import { labelOf } from '../checks.ts';
import { columns } from './columns.ts';
import { checkEndpoints } from './validation.ts';

/** L-23: the own controllers tell where processes of this machine listen. */
const isOwnEndpoints = (object: JsonObject): boolean =>
  labelOf(object, 'endpoints.kubernetes.io/managed-by') === 'endpoint-controller';

const endpointsCheck: Check = (report, object, old) => checkEndpoints(report, object, old, isOwnEndpoints(object));

export const endpoints: readonly BuiltInKind[] = [
  {
    name: 'endpoints',
    checks: { create: endpointsCheck },
    columns,
    defaults: {
      constants: {
        'core.v1.EndpointPort': { protocol: 'TCP' },
      },
    },
  },
];
