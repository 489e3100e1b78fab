import { fieldAt, type KubeObject, textAt } from '../../objects/index.ts';
import {
  ageColumn,
  type CellOf,
  column,
  conditionStatus,
  humanDuration,
  nameColumn,
  numberAt,
  type TableColumn,
  workload,
} from '../../tables/index.ts';

const completions: CellOf = (job) => {
  const succeeded = numberAt(job, 'status.succeeded');
  const wanted = fieldAt(job, ['spec', 'completions']);
  if (typeof wanted === 'number') return `${succeeded}/${wanted}`;
  const parallelism = numberAt(job, 'spec.parallelism');
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
};

const jobDuration: CellOf = (job, now) => {
  const start = Date.parse(textAt(job, 'status', 'startTime'));
  const end = Date.parse(textAt(job, 'status', 'completionTime'));
  return Number.isNaN(start) ? '' : humanDuration((Number.isNaN(end) ? now : end) - start);
};

function jobStatus(job: KubeObject): string {
  const is = (type: string): boolean => conditionStatus(job, type) === 'True';
  if (is('Complete')) return 'Complete';
  if (is('Failed')) return 'Failed';
  if (job.metadata.deletionTimestamp !== undefined) return 'Terminating';
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find(is) ?? 'Running';
}

export const columns: readonly TableColumn[] = [
  nameColumn,
  column('Status', jobStatus),
  column('Completions', completions),
  column('Duration', jobDuration),
  ageColumn,
  ...workload,
];
