import type { KubeObject } from '../objects/index.ts';
import type { Rounds } from '../operations/index.ts';

/** Which webhooks or policies take part in the second round: those that wish it and after which the object changed. */
export class Reinvocations {
  readonly #asked = new Set<string>();
  readonly #due = new Set<string>();
  lastOutput: KubeObject | undefined;

  /** One that wishes to see later changes has had its turn. */
  asked(id: string): void {
    this.#asked.add(id);
  }

  isDue(id: string): boolean {
    return this.#due.has(id);
  }

  changed(): void {
    for (const id of this.#asked) this.#due.add(id);
    this.#asked.clear();
  }
}

/** What one plugin remembers of each write between its rounds. */
export class ReinvocationMemory {
  readonly #memories = new WeakMap<Rounds, Reinvocations>();

  of(rounds: Rounds): Reinvocations {
    let memory = this.#memories.get(rounds);
    if (!memory) this.#memories.set(rounds, (memory = new Reinvocations()));
    return memory;
  }
}
