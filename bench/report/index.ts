/**
 * @module
 * What is written down: tables for people, with losses first, and the raw figures for everyone else.
 */

export { type Bounded, boundsTable } from './bounds.ts';
export { describeMachine, type Machine } from './machine.ts';
export { type Ratio, ratioTable } from './ratios.ts';
export { type Report, type Section, toMarkdown, writeReport } from './report.ts';
export { selfTimeTable } from './self-time-table.ts';
export { type Cell, formatBytes, formatMs, formatTable } from './table.ts';
