/**
 * @module
 * What tests of an operator need: time that moves on command, and faults on the wire.
 *
 * Nothing else in the package imports this folder; it is published as `@slipway/kube/testing`.
 */
export { type AdvanceUntilOptions, FakeClock, type FakeClockOptions, type UntilOptions } from './fake-clock.ts';
