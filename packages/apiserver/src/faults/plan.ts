import { type Fault, type FaultMatch, type FaultRule, type FaultSubject, isAbout } from './fault.ts';

/** A rule in force. */
export interface FaultHandle {
  /** Requests that the rule was about so far. */
  readonly matched: number;
  /** How often it struck. */
  readonly struck: number;
  remove(): void;
}

/** An open watch, as the plan can end it. */
export interface OpenWatch {
  readonly subject: FaultSubject;
  end(): void;
  cut(): void;
}

class Rule implements FaultHandle {
  readonly rule: FaultRule;
  readonly #forget: (rule: Rule) => void;
  matched = 0;
  struck = 0;

  constructor(rule: FaultRule, forget: (rule: Rule) => void) {
    this.rule = rule;
    this.#forget = forget;
  }

  strike(subject: FaultSubject): Fault | undefined {
    const { rule } = this;
    if (!isAbout(rule, subject)) return undefined;
    this.matched++;
    if (this.matched <= (rule.after ?? 0) || this.struck >= (rule.times ?? Number.POSITIVE_INFINITY)) return undefined;
    this.struck++;
    return rule.fault;
  }

  remove(): void {
    this.#forget(this);
  }
}

/**
 * Faults on demand (L-24): rules by verb, resource and count. Every rule that matches a request
 * strikes, in the order in which they were added.
 */
export class FaultPlan {
  readonly #rules = new Set<Rule>();
  readonly #watches = new Set<OpenWatch>();

  add(rule: FaultRule): FaultHandle {
    const held = new Rule(rule, (gone) => this.#rules.delete(gone));
    this.#rules.add(held);
    return held;
  }

  /** Removes every rule. */
  clear(): void {
    this.#rules.clear();
  }

  /** Ends the open watches that match, and tells how many those were. */
  cutWatches(match: FaultMatch = {}, how: 'clean' | 'abrupt' = 'abrupt'): number {
    const hit = [...this.#watches].filter((watch) => isAbout(match, watch.subject));
    for (const watch of hit) {
      if (how === 'clean') watch.end();
      else watch.cut();
    }
    return hit.length;
  }

  /** @internal The faults that strike a request. */
  strike(subject: FaultSubject): readonly Fault[] {
    if (this.#rules.size === 0) return [];
    return [...this.#rules].flatMap((rule) => rule.strike(subject) ?? []);
  }

  /** @internal Makes an open watch known until the returned function is called. */
  track(watch: OpenWatch): () => void {
    this.#watches.add(watch);
    return () => this.#watches.delete(watch);
  }
}
