/**
 * @module
 * Gates: a run collects measurements and has one of four outcomes. Pass goes on, Fail runs the failure policy,
 * Inconclusive goes to a person, Error is retried until the gate's deadline and then is Inconclusive. Too few
 * samples never pass.
 */
export { type Conditions, gateWords, judgeConditions, judgeRun } from './index.ts';
