import { FAULTS, type Fault, type FaultName } from './faults.ts';
import type { RequestFacts } from './request-facts.ts';

/**
 * Which requests. What is left out matches all; lists match any of their members. Time is not here:
 * a schedule means the same on a slow machine (P-2).
 */
export interface RequestMatch {
  readonly verb?: string | readonly string[];
  /** Plural, with or without its group: `deployments`, `deployments.apps`. */
  readonly resource?: string | readonly string[];
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  /** A part of the user agent. */
  readonly userAgent?: string;
}

/** The occurrence that a fault strikes, counted from 1 over the requests that match; or a range of them. */
export type Occurrence = number | { readonly from: number; readonly to?: number };

export type ScheduledFault = Fault & {
  readonly match: RequestMatch;
  /** @default every one */
  readonly nth?: Occurrence;
};

export function matchesRequest(match: RequestMatch, facts: RequestFacts): boolean {
  const isOneOf = (wanted: string | readonly string[] | undefined, ...actual: string[]): boolean =>
    wanted === undefined ||
    actual.some((value) => wanted === value || (Array.isArray(wanted) && wanted.includes(value)));
  return (
    isOneOf(match.verb, facts.verb) &&
    isOneOf(match.resource, facts.resource, `${facts.resource}.${facts.group}`) &&
    isOneOf(match.subresource, facts.subresource) &&
    isOneOf(match.namespace, facts.namespace) &&
    isOneOf(match.name, facts.name) &&
    facts.userAgent.includes(match.userAgent ?? '')
  );
}

export function isOccurrence(nth: Occurrence | undefined, occurrence: number): boolean {
  if (nth === undefined) return true;
  if (typeof nth === 'number') return nth === occurrence;
  return occurrence >= nth.from && occurrence <= (nth.to ?? Infinity);
}

/** Faults and how often each has been matched: hands out those that strike a request. */
export class Schedule {
  #entries: { readonly fault: ScheduledFault; seen: number }[] = [];

  constructor(faults: readonly ScheduledFault[] = []) {
    for (const fault of faults) this.add(fault);
  }

  /** Counts occurrences from now on; the result takes the fault out again. */
  add(fault: ScheduledFault): () => void {
    const entry = { fault, seen: 0 };
    this.#entries.push(entry);
    return () => {
      this.#entries = this.#entries.filter((other) => other !== entry);
    };
  }

  clear(): void {
    this.#entries = [];
  }

  strike(facts: RequestFacts): ScheduledFault[] {
    const matching = this.#entries.filter(({ fault }) => matchesRequest(fault.match, facts));
    return matching.filter((entry) => isOccurrence(entry.fault.nth, ++entry.seen)).map(({ fault }) => fault);
  }
}

/** One fault per line: what is written after a failure and read for its replay. */
export function writeSchedule(faults: readonly ScheduledFault[]): string {
  return faults.map(({ match, nth, fault, args }) => `${JSON.stringify({ match, nth, fault, args })}\n`).join('');
}

export function readSchedule(text: string): ScheduledFault[] {
  return text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => {
      const value: unknown = JSON.parse(line);
      if (!isScheduledFault(value)) {
        throw new Error(
          `Line ${number} of the schedule is no fault: give match, nth, fault (${names.join(', ')}), args.`,
        );
      }
      return value;
    });
}

const names = Object.keys(FAULTS) as FaultName[];

function isScheduledFault(value: unknown): value is ScheduledFault {
  if (typeof value !== 'object' || value === null) return false;
  const { match, fault } = value as Partial<ScheduledFault>;
  return typeof match === 'object' && match !== null && fault !== undefined && names.includes(fault);
}
