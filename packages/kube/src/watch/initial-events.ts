import type { Replacement } from './target.ts';
import type { WatchEvent } from './watch-stream.ts';

const END_MARK = 'k8s.io/initial-events-end';

/** What an event means while the objects of a WatchList are still arriving. */
type Verdict = 'more' | 'plain-bookmark' | { readonly completeAt: string };

/**
 * The first part of a WatchList stream: every object as ADDED, then a bookmark that says so. They go to a
 * content that nobody sees. The last resource version does not move with them: they are not in order.
 */
export class InitialEvents {
  readonly content: Replacement;
  isComplete = false;
  objects = 0;

  constructor(content: Replacement) {
    this.content = content;
  }

  take({ type, object }: WatchEvent): Verdict {
    if (type === 'BOOKMARK') {
      const { annotations, resourceVersion = '' } = object.metadata ?? {};
      if (annotations?.[END_MARK] !== 'true') return 'plain-bookmark';
      this.isComplete = true;
      return { completeAt: resourceVersion };
    }
    this.objects++;
    if (type === 'DELETED') this.content.delete(object);
    else this.content.set(object);
    return 'more';
  }
}
