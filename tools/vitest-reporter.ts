import type { Reporter, TestModule, TestSuite } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    notRun?: string;
  }
}

/** Options for `describe.skip`: why the suite is not run, for the list at the end of a run. */
export function notRun(reason: string): { meta: { notRun: string } } {
  return { meta: { notRun: reason } };
}

/**
 * Ends a run with what failed, what was left out and why, and with one plain line that a person or a script reads:
 * `412 passed, 0 failed, 31 skipped`. A file that cannot be loaded and a hook that throws count as
 * failed, so that `0 failed` means what it says.
 */
export class EndReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    process.stdout.write(`${endOfRun(modules, unhandledErrors.length).join('\n')}\n`);
  }
}

export function endOfRun(modules: readonly TestModule[], unhandledErrors: number): string[] {
  const count = { passed: 0, failed: unhandledErrors, skipped: 0 };
  const left: string[] = [];
  const broken: string[] = [];
  const fail = (title: string, errors: readonly { readonly message: string }[] = []) => {
    count.failed++;
    broken.push(`  ${title}: ${firstLine(errors[0]?.message ?? 'not run to its end')}`);
  };
  for (const module of modules) {
    if (module.errors().length > 0) fail(module.relativeModuleId, module.errors());
    for (const suite of module.children.allSuites()) {
      if (suite.errors().length > 0) fail(titleOf(module, suite), suite.errors());
      const reason = suite.meta().notRun;
      if (reason !== undefined) left.push(`  ${titleOf(module, suite)}: ${reason}`);
    }
    for (const test of module.children.allTests()) {
      const result = test.result();
      // A test that never began, in a run that was cut short, has not passed either.
      if (result.state === 'failed' || result.state === 'pending') fail(titleOf(module, test), result.errors);
      else count[result.state]++;
      if (result.state === 'skipped' && result.note) left.push(`  ${titleOf(module, test)}: ${result.note}`);
    }
  }
  const skipped = count.skipped === 0 ? '' : `, ${count.skipped} skipped`;
  return [
    ...(broken.length === 0 ? [] : ['Failed:', ...broken]),
    ...(left.length === 0 ? [] : ['Not run:', ...left]),
    `${count.passed} passed, ${count.failed} failed${skipped}`,
  ];
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.slice(0, 300) ?? '';
}

function titleOf(module: TestModule, task: Pick<TestSuite, 'fullName'>): string {
  return `${module.relativeModuleId} > ${task.fullName}`;
}
