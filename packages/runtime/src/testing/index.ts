/**
 * @module
 * Test kit for operators: reference models and harnesses that this package's own tests use too.
 *
 * `crashAtEveryWrite` kills an operator before and after each of its writes, `expectStable` expects that
 * a reached state stays without a write, `ConsistencyDetector` compares caches with the server, and
 * `ModelQueue` says what the work queue must do. They run on localcluster and on any API server; faults
 * are made by the `FaultProxy` alone, so nothing in an operator knows of them.
 */
export { FakeClock, FaultProxy } from '@slipway/kube/testing';
export { ConsistencyDetector, type ConsistencyOptions } from './consistency-detector.ts';
export { type CrashOptions, type CrashReport, crashAtEveryWrite } from './crash-at-every-write.ts';
export type { CrashPoint } from './crash-point.ts';
export { type ExpectStableOptions, expectStable } from './expect-stable.ts';
export { ModelQueue } from './model-queue.ts';
export { type NormalState, normaliseState } from './normalise.ts';
export type { Observed } from './observed-state.ts';
export { openDefinition } from './open-definition.ts';
export type { OperatorSurroundings, StartOperator } from './operator-life.ts';
export type { RoleOf } from './role-peaks.ts';
export type { ScenarioContext, TrialOptions } from './trial.ts';
