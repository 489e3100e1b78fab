import { reasonOutOfReach } from './reach.ts';
import type { Spec } from './spec.ts';

/** Each conformance spec stands in one of the lists. */
export interface Comparison {
  readonly passed: readonly string[];
  /** Passed by the real control plane, and not by localcluster. */
  readonly failed: readonly string[];
  /** Within reach by our list, and not passed by the real control plane: nothing follows for localcluster. */
  readonly undecided: readonly string[];
  readonly outOfReach: readonly string[];
}

export function compare(names: readonly string[], local: readonly Spec[], real: readonly Spec[]): Comparison {
  const [passed, failed, undecided, outOfReach] = [[], [], [], []] as [string[], string[], string[], string[]];
  const [ours, judges] = [byName(local), byName(real)];
  for (const name of names) {
    const reason = reasonOutOfReach(name);
    const [spec, judge] = [ours.get(name), judges.get(name)];
    if (reason !== undefined) outOfReach.push(`${name}: ${reason}`);
    else if (!hasRun(spec) || !hasRun(judge)) failed.push(`${name}: not run`);
    else if (judge.state === 'failed') undecided.push(`${name}: ${outcomeOf(judge)}; on localcluster: ${spec.state}`);
    else if (spec.state === 'passed') passed.push(name);
    else failed.push(`${name}: ${outcomeOf(spec)}`);
  }
  return { passed, failed, undecided, outOfReach };
}

/** What a person reads, and at its end the line that a script reads. */
export function linesOf({ passed, failed, undecided, outOfReach }: Comparison): string[] {
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
  const skipped = undecided.length + outOfReach.length;
  return [
    ...section('Passed on both:', passed),
    ...section('Not run, out of reach:', outOfReach),
    ...section('Not passed by the real control plane in this run:', undecided),
    ...section('Failed:', failed),
    `${passed.length} passed, ${failed.length} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`,
  ];
}

const byName = (specs: readonly Spec[]): Map<string, Spec> => new Map(specs.map((spec) => [spec.name, spec]));

/** One that the suite itself left out, or never came to, has not passed. */
const hasRun = (spec: Spec | undefined): spec is Spec => spec !== undefined && spec.state !== 'not run';

const outcomeOf = ({ failure, state }: Spec): string =>
  failure.split('\n').slice(0, 3).join(' ').slice(0, 300) || state;
