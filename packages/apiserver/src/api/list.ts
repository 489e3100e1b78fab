import type { Kernel, Target } from '../operations/index.ts';
import { badRequest, expired, revisionTooLarge } from '../status/index.ts';
import type { Entry } from '../store/index.ts';
import type { Selection } from '../watch/index.ts';
import { type ContinueToken, readContinueToken, writeContinueToken } from './continue-token.ts';
import type { ListMetadata } from './encoder.ts';
import type { ListOptions } from './list-options.ts';

export interface Page {
  readonly entries: readonly Entry[];
  readonly metadata: ListMetadata;
}

const LIST_TOO_OLD = 'The resourceVersion for the provided list is too old.';
const CONTINUE_TOO_OLD =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';

/**
 * For how long the pages of one list are kept together, in milliseconds. A real server compacts its history every five
 * minutes, up to where it was five minutes before.
 */
const KEPT_TOGETHER_MS = 300_000;

/** One page of a list (K-42, K-53). `revision` overrides what the options ask for: a list that is behind. */
export function listPage(
  kernel: Kernel,
  target: Target,
  selection: Selection,
  options: ListOptions,
  revision?: number,
): Page {
  const { collection } = target.resource;
  const { store, clock } = kernel;
  const from = options.continue === '' ? undefined : readContinueToken(options.continue);
  if (from && options.resourceVersion !== '' && options.resourceVersion !== '0') {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  const at = revision ?? (from ? continuedAt(from.revision) : exactRevision(options, store.revision));
  const now = clock.wall();
  const isOld =
    from !== undefined && at !== undefined && at < store.revision && now - (from.since ?? now) > KEPT_TOGETHER_MS;
  const { namespace, label } = selection;
  const found = at === undefined && label ? store.labelled(collection, label, namespace) : undefined;
  const all = isOld
    ? undefined
    : at === undefined
      ? (found ?? store.list(collection, namespace))
      : store.listAt(collection, at, namespace);
  if (!all) {
    throw from
      ? expired(CONTINUE_TOO_OLD, writeContinueToken({ start: from.start, revision: -1 }))
      : expired(LIST_TOO_OLD);
  }
  const shown = at ?? store.revision;
  // K-42: a list from the cache comes whole, and so does one of one name.
  const isWhole = (options.resourceVersion === '0' && !from) || selection.isSingle;
  const limit = isWhole ? 0 : options.limit;
  // What goes on from an expired list is a list of its own.
  const since = from && from.revision >= 0 ? from.since : now;
  // Whether there is more to look at does not depend on the way in which it is found.
  const last = found ? store.lastKey(collection, namespace) : all.at(-1)?.key;
  return paged(
    all,
    selection,
    { limit, last },
    {
      start: from?.start ?? '',
      revision: shown,
      ...(since !== undefined && { since }),
    },
  );
}

interface PageBounds {
  /** 0: none. */
  readonly limit: number;
  /** The last key of all, whether it matches or not. */
  readonly last: string | undefined;
}

function paged(all: readonly Entry[], { matches }: Selection, { limit, last }: PageBounds, from: ContinueToken): Page {
  const entries: Entry[] = [];
  const first = from.start === '' ? 0 : firstFrom(all, from.start);
  for (let index = first; index < all.length; index++) {
    const entry = all[index] as Entry;
    if (matches && !matches(entry)) continue;
    entries.push(entry);
    const remaining = all.length - index - 1;
    // With a selector there may be no match among the rest; the next page will tell.
    if (entries.length === limit && entry.key !== last) {
      return { entries, metadata: partial(entry, remaining, from, !matches) };
    }
  }
  return { entries, metadata: { resourceVersion: String(from.revision) } };
}

function partial(last: Entry, remaining: number, from: ContinueToken, counted: boolean): ListMetadata {
  return {
    resourceVersion: String(from.revision),
    continue: writeContinueToken({ ...from, start: `${last.key}\0` }),
    ...(counted && { remainingItemCount: remaining }),
  };
}

function firstFrom(all: readonly Entry[], start: string): number {
  const index = all.findIndex((entry) => entry.key >= start);
  return index === -1 ? all.length : index;
}

function continuedAt(revision: number): number | undefined {
  return revision < 0 ? undefined : revision;
}

/** The one revision that will do, or undefined when the newest state is right. */
function exactRevision(options: ListOptions, current: number): number | undefined {
  const { resourceVersion, resourceVersionMatch, limit } = options;
  if (resourceVersion === '' || resourceVersion === '0') return undefined;
  // Beyond 2^53 digits are lost, but any such number is far ahead of the store.
  const asked = Number(resourceVersion);
  if (asked > current) throw revisionTooLarge(resourceVersion, current);
  const exact = resourceVersionMatch === 'Exact' || (resourceVersionMatch === '' && limit > 0);
  return exact ? asked : undefined;
}
