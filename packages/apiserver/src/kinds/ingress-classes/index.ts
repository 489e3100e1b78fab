import { textAt } from '../../objects/index.ts';
import { ageColumn, at, column, NONE, nameColumn } from '../../tables/index.ts';
import { immutableFields, PLACES } from '../../validation/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { changeThenCheck, part } from '../checks.ts';
import { checkIngressClass } from './validation.ts';

export const ingressClasses: readonly BuiltInKind[] = [
  {
    name: 'ingressclasses.networking.k8s.io',
    checks: {
      create: checkIngressClass,
      change: changeThenCheck((report, object, old) => {
        immutableFields(report, part(object, 'spec'), part(old, 'spec'), 'controller', PLACES.spec);
      }, checkIngressClass),
    },
    columns: [
      nameColumn,
      column('Controller', at('spec.controller')),
      column('Parameters', (object) => {
        const group = textAt(object, 'spec', 'parameters', 'apiGroup');
        const kind = textAt(object, 'spec', 'parameters', 'kind');
        return kind ? `${kind}${group ? `.${group}` : ''}/${textAt(object, 'spec', 'parameters', 'name')}` : NONE;
      }),
      ageColumn,
    ],
    defaults: {
      constants: {
        'networking.v1.IngressClassParametersReference': { scope: 'Cluster' },
      },
    },
  },
];
