/**
 * @module
 * Time is handed in: packages whose rules speak of time read it from a `Clock`, and no test sleeps.
 */
import { importsOf } from './imports.ts';
import { isTest, lineAt, type SourceFile } from './source-file.ts';

const CLOCKED = /^packages\/(?:apimachinery|kube|runtime|delivery|workloads|crd)\/src\//;
const THE_REAL_CLOCK = 'packages/apimachinery/src/clock/clock.ts';

const PLATFORM_TIME = /\b(?:Date\.now|performance\.now|setTimeout|setInterval)\b|\bnew Date\(\)/;
const SLEEP = /\bsetTimeout\b|\brealClock\.sleep\(/;

export function checkRealTime(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    // A clock for tests may be made of the real one.
    if (isTest(file.path) && file.path.endsWith('-clock.ts')) return [];
    if (isTest(file.path)) return faults(file, SLEEP, 'a test sleeps: move a FakeClock, or wait for a condition');
    if (!CLOCKED.test(file.path) || file.path === THE_REAL_CLOCK) return [];
    return faults(file, PLATFORM_TIME, 'time comes from the Clock that is handed in');
  });
}

function faults(file: SourceFile, pattern: RegExp, message: string): string[] {
  const code = codeOf(file.text);
  const match = pattern.exec(code);
  return [
    ...(match === null ? [] : [`${file.path}:${lineAt(code, match.index)}: ${match[0]}: ${message}`]),
    ...importsOf(file)
      .filter(({ specifier }) => /^(?:node:)?timers(?:\/promises)?$/.test(specifier))
      .map(({ specifier, line }) => `${file.path}:${line}: ${specifier}: ${message}`),
  ];
}

/** Blanks comments that fill a line, and texts, where such words are not code; keeps the lines. */
function codeOf(text: string): string {
  return text
    .replaceAll(/^[ \t]*(?:\*|\/\/|\/\*).*$/gm, '')
    .replaceAll(/`(?:\\.|[^`\\])*`|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, (literal) =>
      literal.replaceAll(/[^\n]/g, ' '),
    );
}
