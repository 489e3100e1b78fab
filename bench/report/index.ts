/**
 * @module
 * What is written down: tables for people, with losses first, and the raw figures for everyone else.
 */

export { describeMachine, type Machine } from './machine.ts';
export { type Report, type Section, toMarkdown, writeReport } from './report.ts';
export { type Cell, formatBytes, formatMs, formatTable } from './table.ts';
