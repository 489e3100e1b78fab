/**
 * @module
 * A report as text, for people and for programs. Pure: equal reports give equal bytes.
 */
export { conditionMessage } from './condition.ts';
export { type ExitCode, exitCodeOf } from './exit-code.ts';
export { printGithub } from './github.ts';
export { printJson } from './json.ts';
export { printMarkdown } from './markdown.ts';
export { type LineOf, printSarif } from './sarif.ts';
export { printTable } from './table.ts';
