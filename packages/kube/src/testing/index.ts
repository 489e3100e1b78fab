/**
 * @module
 * What tests of an operator need: time that moves on command, and faults on the wire.
 *
 * `FakeClock` stands still until it is moved. `FaultProxy` stands between any client and any
 * API server and does to their traffic what networks, load balancers and dying servers do. Its faults
 * are data, chosen by a seed, replayed from a file and shrunk to the few that matter.
 *
 * Nothing else in the package imports this folder; it is published as `@slipway/kube/testing`.
 */
export type { Place } from './body-stages.ts';
export type { Ending } from './exchange.ts';
export { type AdvanceUntilOptions, FakeClock, type FakeClockOptions, type UntilOptions } from './fake-clock.ts';
export { FaultProxy, type FaultProxyOptions, type ProxyCertificate } from './fault-proxy.ts';
export type { Fault, FaultName } from './faults.ts';
export { type FaultChoice, faultSeed, randomSchedule, seededRandom } from './random.ts';
export { CHANGING_VERBS, type RequestFacts } from './request-facts.ts';
export type { AnswerArgs } from './request-faults.ts';
export type { LoggedRequest, RequestLog } from './request-log.ts';
export {
  matchesRequest,
  type Occurrence,
  type RequestMatch,
  readSchedule,
  type ScheduledFault,
  writeSchedule,
} from './schedule.ts';
export { type RandomFaultsOptions, runWithRandomFaults, shrinkSchedule } from './shrink.ts';
export type { EventRange } from './stream-faults.ts';
export { TcpRelay } from './tcp-relay.ts';
export type { PastArgs } from './time-travel.ts';
