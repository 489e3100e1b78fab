import { fieldAt, textAt } from '../../objects/index.ts';
import { column, labelsText, listAt, nameColumn } from '../../tables/index.ts';
import { checkPodTemplate, PLACES } from '../../validation/index.ts';
import type { BuiltInKind, Check } from '../built-in-kind.ts';
import { part } from '../checks.ts';

const template: Check = (report, object) => checkPodTemplate(report, part(object, 'template'), PLACES.template);

export const podTemplates: readonly BuiltInKind[] = [
  {
    name: 'podtemplates',
    checks: { create: template },
    columns: [
      nameColumn,
      column('Containers', (object) =>
        listAt(object, 'template.spec.containers')
          .map((one) => textAt(one, 'name'))
          .join(','),
      ),
      column('Images', (object) =>
        listAt(object, 'template.spec.containers')
          .map((one) => textAt(one, 'image'))
          .join(','),
      ),
      column('Pod Labels', (object) => labelsText(fieldAt(object, ['template', 'metadata', 'labels']))),
    ],
  },
];
