/**
 * @module
 * Time is handed in: packages whose rules speak of time read it from a `Clock`, and no test sleeps.
 */
import { isTest, lineAt, type SourceFile } from './source-file.ts';

const CLOCKED = /^packages\/(?:kube|runtime|delivery|workloads|crd)\/src\//;
const THE_REAL_CLOCK = 'packages/kube/src/clock/clock.ts';

const PLATFORM_TIME = /\b(?:Date\.now|performance\.now|setTimeout|setInterval)\b|\bnew Date\(\)|['"](?:node:)?timers/;
const SLEEP = /\bsetTimeout\b|['"](?:node:)?timers\/promises['"]|\brealClock\.sleep\(/;

export function checkRealTime(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    // A clock for tests may be made of the real one.
    if (isTest(file.path) && file.path.endsWith('-clock.ts')) return [];
    if (isTest(file.path)) return fault(file, SLEEP, 'a test sleeps: move a FakeClock, or wait for a condition');
    if (!CLOCKED.test(file.path) || file.path === THE_REAL_CLOCK) return [];
    return fault(file, PLATFORM_TIME, 'time comes from the Clock that is handed in');
  });
}

function fault(file: SourceFile, pattern: RegExp, message: string): string[] {
  const code = withoutComments(file.text);
  const match = pattern.exec(code);
  return match === null ? [] : [`${file.path}:${lineAt(code, match.index)}: ${match[0]}: ${message}`];
}

/** Blanks whole-line comments, where such words are prose, and keeps the lines. */
const withoutComments = (text: string): string => text.replaceAll(/^[ \t]*(?:\*|\/\/|\/\*).*$/gm, '');
