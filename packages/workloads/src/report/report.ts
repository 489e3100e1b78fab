import type { Problem, ProblemCode } from '../errors.ts';

/** Takes note of a problem. Builders go on with the value as it is; their result is then thrown away. */
export type Report = (code: ProblemCode, field: string, message: string) => void;

export interface Notebook {
  readonly report: Report;
  readonly problems: readonly Problem[];
}

export function openNotebook(): Notebook {
  const problems: Problem[] = [];
  return { problems, report: (code, field, message) => void problems.push({ code, field, message }) };
}
