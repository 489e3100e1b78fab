/**
 * @module
 * The operator as a process: a connection, a target, a manager with its controllers, and their end.
 *
 * ```ts
 * await runOperator(settingsOf(process.env));
 * ```
 */
export { createOperator, type Operator, type OperatorOptions, runOperator } from './operator.ts';
