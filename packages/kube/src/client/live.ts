import { apiVersionOf, type ObjectRef } from '@slipway/apimachinery/references';
import { isKubeError } from '../errors.ts';
import { type AnyKind, type MetadataObject, type ObjectOf, resourcePath, type Stored } from '../kinds/index.ts';
import type { KubeRequest, Transport } from '../transport/index.ts';
import { type CallOptions, callFields, isNotFoundOf, objectPath } from './request.ts';

export interface ListOptions extends CallOptions {
  /** One namespace. @default all of them */
  readonly namespace?: string;
  /** As kubectl takes it: `app=web,tier in (a,b)`. Applied by the server. */
  readonly labelSelector?: string;
  /** As kubectl takes it: `status.phase=Running`. Applied by the server. */
  readonly fieldSelector?: string;
  /** Objects per page; fewer where a page would be longer than an answer may be. @default 500 */
  readonly pageSize?: number;
}

export interface Page<Obj> {
  readonly items: readonly Obj[];
  /** The state that all pages of this list show. */
  readonly resourceVersion: string;
  /** How many objects follow this page, where the server says it (never with a selector). */
  readonly remainingItemCount: number | undefined;
}

/** Reads from the server. What is read here costs a request each time, so it is spelt out. */
export interface LiveReader {
  /** The object, or undefined when the server says that it does not exist. */
  get<K extends AnyKind>(kind: K, ref: ObjectRef, options?: CallOptions): Promise<Stored<ObjectOf<K>> | undefined>;
  /** Page after page of one consistent state. `KUBE_GONE` when reading took so long that the state is compacted. */
  list<K extends AnyKind>(kind: K, options?: ListOptions): AsyncGenerator<Page<Stored<ObjectOf<K>>>, void, undefined>;
  /** All pages in one array; starts over once, unpaged, when the paged state expires on the way. */
  listAll<K extends AnyKind>(kind: K, options?: ListOptions): Promise<Stored<ObjectOf<K>>[]>;
  /** Like `listAll`, with nothing but metadata on the wire. */
  listMetadata(kind: AnyKind, options?: ListOptions): Promise<MetadataObject[]>;
}

interface ListBody<Obj> {
  readonly items: Obj[] | null;
  readonly metadata: {
    readonly resourceVersion?: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
}

const LIST_DEADLINE_MS = 60_000;
const METADATA_LIST = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

export function createLiveReader(transport: Transport): LiveReader {
  async function* pages<Obj extends object>(
    kind: AnyKind,
    options: ListOptions,
    fields: Pick<KubeRequest, 'accept'> = {},
  ): AsyncGenerator<Page<Obj>, void, undefined> {
    // Items of built-in lists carry neither (K-40); an object without them is of no kind.
    const type = { apiVersion: apiVersionOf(kind), kind: kind.kind };
    let token: string | undefined;
    let limit = options.pageSize ?? 500;
    const readPage = (): Promise<ListBody<Obj>> =>
      transport.json<ListBody<Obj>>({
        method: 'GET',
        path: resourcePath(kind, { namespace: options.namespace }),
        query: {
          labelSelector: options.labelSelector,
          fieldSelector: options.fieldSelector,
          limit,
          continue: token,
        },
        deadlineMs: LIST_DEADLINE_MS,
        ...fields,
        ...callFields(options),
      });
    const readFittingPage = async (): Promise<ListBody<Obj>> => {
      for (;;) {
        try {
          return await readPage();
        } catch (error) {
          // The token says where to go on, not how far.
          if (!isKubeError(error, 'BODY_TOO_LARGE') || limit <= 1) throw error;
          limit = Math.ceil(limit / 2);
        }
      }
    };
    do {
      const body = await readFittingPage();
      yield {
        items: (body.items ?? []).map((item) => Object.assign(item, type)),
        resourceVersion: body.metadata.resourceVersion ?? '',
        remainingItemCount: body.metadata.remainingItemCount,
      };
      token = body.metadata.continue;
    } while (token);
  }

  async function all<Obj extends object>(
    kind: AnyKind,
    options: ListOptions,
    fields?: Pick<KubeRequest, 'accept'>,
  ): Promise<Obj[]> {
    const collect = async (pageSize: number | undefined): Promise<Obj[]> => {
      const items: Obj[] = [];
      const paged = pageSize === undefined ? options : { ...options, pageSize };
      for await (const page of pages<Obj>(kind, paged, fields)) items.push(...page.items);
      return items;
    };
    try {
      return await collect(undefined);
    } catch (error) {
      if (!isKubeError(error, 'KUBE_GONE')) throw error;
      return collect(0);
    }
  }

  return {
    async get<K extends AnyKind>(
      kind: K,
      ref: ObjectRef,
      options: CallOptions = {},
    ): Promise<Stored<ObjectOf<K>> | undefined> {
      try {
        return await transport.json<Stored<ObjectOf<K>>>({
          method: 'GET',
          path: objectPath(kind, ref),
          ...callFields(options),
        });
      } catch (error) {
        if (isNotFoundOf(error, ref)) return undefined;
        throw error;
      }
    },
    list: (kind, options = {}) => pages(kind, options),
    listAll: (kind, options = {}) => all(kind, options),
    listMetadata: (kind, options = {}) => all<MetadataObject>(kind, options, { accept: METADATA_LIST }),
  };
}
