import { fieldAt } from '../../objects/index.ts';
import {
  age,
  ageColumn,
  at,
  boolean,
  column,
  containersOf,
  integer,
  listAt,
  NONE,
  nameColumn,
  selectorText,
  wide,
} from '../../tables/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { checkCronJob } from './validation.ts';

export const cronJobs: readonly BuiltInKind[] = [
  {
    name: 'cronjobs.batch',
    checks: { create: checkCronJob },
    columns: [
      nameColumn,
      column('Schedule', at('spec.schedule')),
      column('Timezone', at('spec.timeZone', NONE)),
      boolean('Suspend', (job) => (fieldAt(job, ['spec', 'suspend']) === true ? 'True' : 'False')),
      integer('Active', (job) => listAt(job, 'status.active').length),
      column('Last Schedule', (job, now) => {
        const last = fieldAt(job, ['status', 'lastScheduleTime']);
        return last === undefined ? NONE : age(last, now);
      }),
      ageColumn,
      ...containersOf('spec.jobTemplate.spec.template.spec.containers'),
      wide('Selector', (job) => selectorText(fieldAt(job, ['spec', 'jobTemplate', 'spec', 'selector']))),
    ],
    defaults: {
      constants: {
        'batch.v1.CronJobSpec': {
          concurrencyPolicy: 'Allow',
          suspend: false,
          successfulJobsHistoryLimit: 3,
          failedJobsHistoryLimit: 1,
        },
      },
    },
  },
];
