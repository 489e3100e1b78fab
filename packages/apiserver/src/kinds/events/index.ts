import { fieldAt } from '../../objects/index.ts';
import { readersBelow, readersOf, shownText } from '../../selectors/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { eventColumns } from './columns.ts';
import { reportingController } from './selectable-fields.ts';
import { checkEvent } from './validation.ts';

export const events: readonly BuiltInKind[] = [
  {
    name: 'events',
    checks: { create: checkEvent },
    columns: eventColumns,
    selectableFields: {
      ...readersOf('type', 'reason'),
      ...readersBelow('involvedObject', 'involvedObject', [
        'kind',
        'namespace',
        'name',
        'uid',
        'apiVersion',
        'resourceVersion',
        'fieldPath',
      ]),
      reportingComponent: reportingController,
      source: (object) => shownText(fieldAt(object, ['source', 'component']), '') || reportingController(object),
    },
  },
  {
    name: 'events.events.k8s.io',
    columns: eventColumns,
    selectableFields: {
      ...readersOf('type', 'reason'),
      ...readersBelow('regarding', 'involvedObject', ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'fieldPath']),
      reportingController,
    },
  },
];
