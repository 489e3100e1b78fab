import type { Source } from '@slipway/runtime/source';

export interface Certificate {
  readonly name: string;
  readonly renewAt: number;
}

/** A source of one's own: every certificate at its time, and those that are overdue before all others. */
export function renewals(certificates: readonly Certificate[], now: number): Source<string> {
  return {
    synced: Promise.resolve(),
    start(sink) {
      for (const { name, renewAt } of certificates) {
        if (renewAt < now) sink.add(name, { priority: 10 });
        else sink.add(name, { afterMs: renewAt - now });
      }
    },
  };
}
