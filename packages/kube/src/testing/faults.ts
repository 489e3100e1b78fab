import { connectionFaults } from './connection-faults.ts';
import type { Stage } from './exchange.ts';
import { requestFaults } from './request-faults.ts';
import { streamFaults } from './stream-faults.ts';
import { timeFaults } from './time-travel.ts';

/** Every fault by its name in a schedule. */
export const FAULTS = { ...requestFaults, ...streamFaults, ...connectionFaults, ...timeFaults };

export type FaultName = keyof typeof FAULTS;

type ArgsOf<Name extends FaultName> = Parameters<(typeof FAULTS)[Name]>[0];

/** A fault as data: its name, and arguments where it takes any. */
export type Fault = {
  [Name in FaultName]: { readonly fault: Name } & (undefined extends ArgsOf<Name>
    ? { readonly args?: NonNullable<ArgsOf<Name>> }
    : { readonly args: ArgsOf<Name> });
}[FaultName];

export function stageOf({ fault, args }: Fault): Stage {
  // Name and arguments belong together by the type of Fault; the table cannot tell the compiler so.
  const make = FAULTS[fault] as (args: unknown) => Stage;
  return make(args);
}
