import { ByteBudget } from '../body/index.ts';
import { KubeError } from '../errors.ts';
import type { AnyObject } from '../kinds/index.ts';
import type { Transport } from '../transport/index.ts';
import { type Collection, listRequest, type Query } from './collection.ts';
import { ListSplitter } from './list-stream.ts';
import { METADATA_OF_ITEM, type NeedsManagedFields, parseObject } from './managed-fields.ts';
import type { Slices } from './slices.ts';
import { endOfError, type StreamEnd } from './stream-end.ts';

const PAGE_LIMIT = 500;

/**
 * The longest page that is read, in bytes. Far above any collection that fits into the memory of a process: it ends
 * what an aggregated API sends without an end. How much of a collection is kept is for its consumers to choose.
 */
const MAX_PAGE_BYTES = 2 ** 31;

export interface ListOptions {
  readonly transport: Transport;
  readonly collection: Collection;
  /** Empty for a consistent read. */
  readonly resourceVersion: string;
  /** @default 'NotOlderThan', which the server's watch cache can answer */
  readonly resourceVersionMatch?: 'NotOlderThan' | 'Exact';
  /** Without a limit, also where the read is consistent. */
  readonly whole: boolean;
  readonly pageDeadlineMs: number;
  readonly slices: Slices;
  readonly signal: AbortSignal;
  /** @default all are needed */
  readonly needsManagedFields?: NeedsManagedFields | undefined;
  readonly onItem: (object: AnyObject) => void;
}

export type ListResult =
  | { readonly resourceVersion: string }
  | { readonly failure: StreamEnd; readonly isContinued: boolean };

/**
 * Reads a collection page by page, each item as it arrives.
 *
 * A list at a known resource version has no limit: with one, the server would read from etcd instead of its
 * watch cache, page after page. Fails only when `signal` fires, or in `onItem`.
 */
export async function listPages(options: ListOptions): Promise<ListResult> {
  const { resourceVersion, resourceVersionMatch = 'NotOlderThan', whole } = options;
  const query: Query =
    resourceVersion === '' ? { limit: whole ? undefined : PAGE_LIMIT } : { resourceVersion, resourceVersionMatch };
  let next: string | undefined;
  for (;;) {
    const page = await readPage(options, { ...query, continue: next });
    if ('failure' in page) return { failure: page.failure, isContinued: next !== undefined };
    if (page.next === undefined) return page;
    next = page.next;
  }
}

type Page = { readonly failure: StreamEnd } | { readonly resourceVersion: string; readonly next: string | undefined };

async function readPage(
  { transport, collection, pageDeadlineMs, slices, signal, needsManagedFields, onItem }: ListOptions,
  query: Query,
): Promise<Page> {
  const splitter = new ListSplitter();
  const budget = new ByteBudget(MAX_PAGE_BYTES, 'A page of the list');
  let body: AsyncIterator<Uint8Array> | undefined;
  try {
    const request = listRequest(collection, query);
    const answer = await transport.stream({ ...request, deadlineMs: pageDeadlineMs, signal });
    body = answer.body[Symbol.asyncIterator]();
    for (let step = await body.next(); step.done !== true; step = await body.next()) {
      budget.spend(step.value);
      for (const item of splitter.push(step.value)) {
        onItem(parseItem(item, needsManagedFields));
        if (slices.isOver) await slices.turn();
      }
    }
    const { metadata } = splitter.finish();
    if (!metadata?.resourceVersion) throw badList('has no resource version');
    return { resourceVersion: metadata.resourceVersion, next: metadata.continue || undefined };
  } catch (error) {
    signal.throwIfAborted();
    return { failure: endOfError(error, 0) };
  } finally {
    await body?.return?.();
  }
}

function parseItem(bytes: Uint8Array, needsManagedFields: NeedsManagedFields | undefined): AnyObject {
  const item = parseObject(bytes, METADATA_OF_ITEM, needsManagedFields) as AnyObject;
  if (typeof item.metadata?.name !== 'string') throw badList('holds an item without a name');
  return item;
}

function badList(what: string): KubeError {
  return new KubeError('KUBE_BAD_RESPONSE', `The list ${what}, so it is not from an API server. It is read again.`);
}
