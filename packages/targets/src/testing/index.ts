/**
 * @module
 * The contract of deployment targets as a suite: every target passes it, and so can yours.
 *
 * It belongs to no test framework. Each case has a title and a function that rejects when the target
 * breaks its promise:
 *
 * ```ts
 * for (const { title, run } of targetContract) test(title, () => run(world));
 * ```
 */
export { type ContractCase, type ContractContext, targetContract } from './contract.ts';
