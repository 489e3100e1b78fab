import { ANNOTATIONS } from '../../src/names/index.ts';
import type { GatiHandlerSpec } from '../../src/types/index.ts';

export interface HandlerRef {
  readonly namespace: string;
  readonly name: string;
}

/** What a person does to one handler. */
export type Act =
  | { readonly verb: 'create'; readonly ref: HandlerRef; readonly spec: GatiHandlerSpec }
  | { readonly verb: 'change'; readonly ref: HandlerRef; readonly merge: object }
  | { readonly verb: 'delete'; readonly ref: HandlerRef };

/** Pods of this image never become ready. */
export const BAD_IMAGE = 'storm:bad';
const DELETIONS = 0.12;
const COMMANDS = ['pause', 'resume', 'promote', 'abort', 'retry', 'rollback'];

const specOf = ({ name }: HandlerRef, interval: string): GatiHandlerSpec => ({
  handlerPath: `/${name}`,
  version: 'v0',
  replicas: 1,
  image: 'storm:v0',
  port: 8080,
  preStopSleepSeconds: 1,
  versionHistoryLimit: 2,
  rollout: {
    steps: [
      { weight: 50, pause: '1s' },
      { weight: 100, pause: '1s' },
    ],
    progressDeadline: '30s',
    rollbackWindow: '1s',
    failedRetention: '5s',
  },
  traffic: { source: 'prometheus', interval },
  decommission: { gracePeriod: '2s', zeroSamples: 1 },
});

/** The last word of all people: what counts when the storm is over, whatever was tried before. */
export const LAST_VERSION = 'end';
export const LAST_WORD = {
  metadata: { annotations: { [ANNOTATIONS.command]: null, [ANNOTATIONS.commandId]: null } },
  spec: {
    version: LAST_VERSION,
    image: 'storm:end',
    replicas: 1,
    env: null,
    scaling: null,
    // A busy machine is no reason to go back.
    rollout: { paused: null, progressDeadline: '30m' },
  },
};

/** People who create, change and delete handlers and never look at what became of them: the same for the same seed. */
export class People {
  readonly #refs: readonly HandlerRef[];
  readonly #random: () => number;
  readonly #interval: string;
  readonly #present = new Set<HandlerRef>();
  #count = 0;

  constructor(refs: readonly HandlerRef[], random: () => number, sampleInterval: string) {
    this.#refs = refs;
    this.#random = random;
    this.#interval = sampleInterval;
  }

  next(): Act {
    // First all of them, then at random.
    const ref = this.#refs[this.#count < this.#refs.length ? this.#count : this.#below(this.#refs.length)];
    if (!ref) throw new Error('a storm needs handlers');
    this.#count += 1;
    if (!this.#present.has(ref)) {
      this.#present.add(ref);
      return { verb: 'create', ref, spec: specOf(ref, this.#interval) };
    }
    if (this.#random() < DELETIONS) {
      this.#present.delete(ref);
      return { verb: 'delete', ref };
    }
    return { verb: 'change', ref, merge: this.#change() };
  }

  #change(): object {
    const version = `v${this.#count}`;
    const bump = { spec: { version, image: `storm:${version}` } };
    const command = COMMANDS[this.#below(COMMANDS.length)] ?? 'pause';
    const changes = [
      bump,
      bump,
      bump,
      { spec: { version, image: BAD_IMAGE } },
      { spec: { replicas: this.#below(4) } },
      { spec: { env: { COLOUR: `number ${this.#below(5)}` } } },
      { spec: { scaling: this.#below(2) === 0 ? null : { minReplicas: 1, maxReplicas: 3, cpu: 70 } } },
      { spec: { rollout: { paused: this.#below(2) === 0 } } },
      { metadata: { annotations: { [ANNOTATIONS.command]: command } } },
    ];
    return changes[this.#below(changes.length)] ?? bump;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }
}
