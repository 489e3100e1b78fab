import { fieldAt, textAt } from '../objects/index.ts';
import { type CellOf, labelsText, listAt, numberAt, selectorText, type TableColumn, wide } from './column.ts';

export const podTemplate = 'spec.template.spec.containers';

export const containersOf = (path: string): TableColumn[] => [
  wide('Containers', (object) =>
    listAt(object, path)
      .map((container) => textAt(container, 'name'))
      .join(','),
  ),
  wide('Images', (object) =>
    listAt(object, path)
      .map((container) => textAt(container, 'image'))
      .join(','),
  ),
];

const selectorColumn = wide('Selector', (object) => selectorText(fieldAt(object, ['spec', 'selector'])));

export const labelSelectorColumn = wide('Selector', (object) => labelsText(fieldAt(object, ['spec', 'selector'])));

export const workload = [...containersOf(podTemplate), selectorColumn];

export const ofDesired =
  (path: string): CellOf =>
  (object) =>
    `${numberAt(object, path)}/${numberAt(object, 'spec.replicas')}`;
