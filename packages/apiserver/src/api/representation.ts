import { tableColumns } from '../kinds/index.ts';
import { jsonText } from '../objects/index.ts';
import type { Target } from '../operations/index.ts';
import { badRequest } from '../status/index.ts';
import { Entry } from '../store/index.ts';
import { type TableColumn, tableRow } from '../tables/index.ts';
import type { EventEncoder, EventType } from '../watch/index.ts';
import type { Representation } from './accept.ts';
import { type Encoder, encoderFor, type ListMetadata } from './encoder.ts';

const NEWLINE = Buffer.from('\n');
const META = 'meta.k8s.io/v1';
const INITIAL_EVENTS_END = { annotations: { 'k8s.io/initial-events-end': 'true' } };

type Pieces = readonly Uint8Array[];

/**
 * One way to show the objects of a resource: whole, as metadata alone, or as rows of a table. Knows
 * the form of single objects, of lists and of watch events.
 */
export interface ObjectView {
  /** Views with the same key write the same bytes. */
  readonly key: string;
  object(entry: Entry): Pieces;
  list(entries: readonly Entry[], metadata: ListMetadata): Pieces;
  event(type: EventType, entry: Entry): Uint8Array;
  /** How the first event of a watch is written, where that differs (K-46). */
  readonly first?: EventEncoder;
  bookmark(revision: number, endsInitialEvents: boolean): Uint8Array;
}

export function objectView(
  { resource, served }: Pick<Target, 'resource' | 'served'>,
  as: Representation['as'],
  query: URLSearchParams,
  wall: () => number,
): ObjectView {
  const encoder = encoderFor(resource, served);
  const name = `${encoder.typeMeta.apiVersion} ${resource.plural}`;
  if (as === 'metadata') return new MetadataView(`${name} metadata`);
  if (as !== 'table') return new WholeView(`${name} whole`, encoder);
  const includeObject = query.get('includeObject') || 'Metadata';
  if (!['Metadata', 'Object', 'None'].includes(includeObject)) {
    throw badRequest(
      `Unable to convert to Table as requested: includeObject: Invalid value: "${includeObject}": must be 'Metadata', 'Object', 'None', or empty`,
    );
  }
  const columns = tableColumns(resource, served);
  return new TableView(`${name} table ${includeObject}`, encoder, columns, includeObject, wall);
}

function json(value: unknown): Buffer {
  return Buffer.from(jsonText(value));
}

function eventLine(type: string, object: Pieces): Uint8Array {
  return Buffer.concat([Buffer.from(`{"type":"${type}","object":`), ...object, Buffer.from('}\n')]);
}

function bookmarkMetadata(revision: number, endsInitialEvents: boolean): object {
  return { resourceVersion: String(revision), ...(endsInitialEvents && INITIAL_EVENTS_END) };
}

class WholeView implements ObjectView {
  readonly key: string;
  readonly #encoder: Encoder;

  constructor(key: string, encoder: Encoder) {
    this.key = key;
    this.#encoder = encoder;
  }

  object(entry: Entry): Pieces {
    return [...this.#encoder.object(entry), NEWLINE];
  }

  list(entries: readonly Entry[], metadata: ListMetadata): Pieces {
    return [...this.#encoder.list(entries, metadata), NEWLINE];
  }

  event(type: EventType, entry: Entry): Uint8Array {
    return eventLine(type, this.#encoder.object(entry));
  }

  bookmark(revision: number, endsInitialEvents: boolean): Uint8Array {
    const metadata = bookmarkMetadata(revision, endsInitialEvents);
    return eventLine('BOOKMARK', [json({ ...this.#encoder.empty, ...this.#encoder.typeMeta, metadata })]);
  }
}

/** K-54. */
class MetadataView implements ObjectView {
  readonly key: string;

  constructor(key: string) {
    this.key = key;
  }

  object(entry: Entry): Pieces {
    return [json(partial(entry)), NEWLINE];
  }

  list(entries: readonly Entry[], metadata: ListMetadata): Pieces {
    // A Go slice to which nothing was added.
    const items = entries.length > 0 ? entries.map(partial) : null;
    return [json({ kind: 'PartialObjectMetadataList', apiVersion: META, metadata, items }), NEWLINE];
  }

  event(type: EventType, entry: Entry): Uint8Array {
    return eventLine(type, [json(partial(entry))]);
  }

  bookmark(revision: number, endsInitialEvents: boolean): Uint8Array {
    const metadata = bookmarkMetadata(revision, endsInitialEvents);
    return eventLine('BOOKMARK', [json({ kind: 'PartialObjectMetadata', apiVersion: META, metadata })]);
  }
}

function partial(entry: Entry): object {
  return { kind: 'PartialObjectMetadata', apiVersion: META, metadata: entry.object.metadata };
}

/** K-43, K-46. */
class TableView implements ObjectView {
  readonly key: string;
  readonly #encoder: Encoder;
  readonly #columns: readonly TableColumn[];
  readonly #includeObject: string;
  readonly #wall: () => number;
  readonly first: EventEncoder;

  constructor(
    key: string,
    encoder: Encoder,
    columns: readonly TableColumn[],
    includeObject: string,
    wall: () => number,
  ) {
    this.key = key;
    this.first = { key: `${key} first`, event: (type, entry) => this.#event(type, entry, true) };
    this.#encoder = encoder;
    this.#columns = columns;
    this.#includeObject = includeObject;
    this.#wall = wall;
  }

  object(entry: Entry): Pieces {
    const { resourceVersion } = entry.object.metadata;
    return [json(this.#table([entry], { resourceVersion }, true)), NEWLINE];
  }

  list(entries: readonly Entry[], metadata: ListMetadata): Pieces {
    return [json(this.#table(entries, metadata, true)), NEWLINE];
  }

  event(type: EventType, entry: Entry): Uint8Array {
    return this.#event(type, entry, false);
  }

  /** A row like any other, of an object that has nothing but these metadata. */
  bookmark(revision: number, endsInitialEvents: boolean): Uint8Array {
    const metadata = bookmarkMetadata(revision, endsInitialEvents);
    return this.#event('BOOKMARK', new Entry('', { metadata }, revision), false);
  }

  #event(type: EventType | 'BOOKMARK', entry: Entry, withColumns: boolean): Uint8Array {
    const { resourceVersion } = entry.object.metadata;
    return eventLine(type, [json(this.#table([entry], { resourceVersion }, withColumns))]);
  }

  #table(entries: readonly Entry[], metadata: object, withColumns: boolean): object {
    const now = this.#wall();
    return {
      kind: 'Table',
      apiVersion: META,
      metadata,
      columnDefinitions: withColumns ? this.#columns.map(({ definition }) => definition) : null,
      rows: entries.length === 0 && this.#isPlain ? null : entries.map((entry) => this.#row(entry, now)),
    };
  }

  /** A kind without a printer of its own has no rows rather than none of them. */
  get #isPlain(): boolean {
    return this.#columns.at(-1)?.definition.name === 'Created At';
  }

  #row(entry: Entry, now: number): object {
    const row = tableRow(this.#columns, this.#encoder.view(entry), now, this.#encoder.resource);
    return { ...row, ...this.#object(entry) };
  }

  #object(entry: Entry): object {
    if (this.#includeObject === 'None') return { object: null };
    if (this.#includeObject === 'Metadata') return { object: partial(entry) };
    return { object: { ...this.#encoder.typeMeta, ...this.#encoder.view(entry) } };
  }
}
