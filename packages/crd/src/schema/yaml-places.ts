import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE } from 'js-yaml';

const { LITERAL_BLOCK, FOLDED_BLOCK } = SCALAR_STYLE;

/** Where a node stands in its text: behind its tag and anchor. What is left out has no place, and is -1. */
export function startOf(event: Event): number {
  switch (event.type) {
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return event.start;
    case EVENT_ID.SCALAR:
      // The text of a block begins below the line that says so.
      return event.style === LITERAL_BLOCK || event.style === FOLDED_BLOCK ? event.valueStart - 1 : event.valueStart;
    case EVENT_ID.ALIAS:
      return event.anchorStart;
    default:
      return -1;
  }
}

/** The events that are the first node of a document. */
export function documentStarts(events: readonly Event[]): number[] {
  return events.flatMap((event, at) => (event.type === EVENT_ID.DOCUMENT ? [at + 1] : []));
}

/** Where the deepest node on `path` that exists stands, below the node at `root`. */
export function offsetAt(
  text: string,
  events: readonly Event[],
  root: number,
  path: readonly (string | number)[],
): number {
  let at = root;
  let offset = Math.max(0, startOf(events[root] as Event));
  for (const segment of path) {
    const child = childOf(text, events, anchored(text, events, at), `${segment}`);
    if (child === undefined) break;
    at = child.at;
    offset = child.offset;
  }
  return offset;
}

/** The node that an alias stands for: the last one before it with that anchor. */
function anchored(text: string, events: readonly Event[], at: number): number {
  const alias = events[at];
  if (alias?.type !== EVENT_ID.ALIAS) return at;
  const name = text.slice(alias.anchorStart, alias.anchorEnd);
  const isTarget = (event: Event) =>
    event.type !== EVENT_ID.ALIAS &&
    'anchorStart' in event &&
    event.anchorStart !== -1 &&
    text.slice(event.anchorStart, event.anchorEnd) === name;
  return events.findLastIndex((event, index) => index < at && isTarget(event));
}

function childOf(text: string, events: readonly Event[], parent: number, segment: string) {
  const type = events[parent]?.type;
  if (type !== EVENT_ID.MAPPING && type !== EVENT_ID.SEQUENCE) return undefined;
  // What is left out stands where its key does, or its list.
  let offset = startOf(events[parent] as Event);
  let at = parent + 1;
  for (let index = 0; events[at]?.type !== EVENT_ID.POP; index++) {
    const key = events[at] as Event;
    let isWanted = `${index}` === segment;
    if (type === EVENT_ID.MAPPING) {
      isWanted = key.type === EVENT_ID.SCALAR && getScalarValue(text, key) === segment;
      offset = startOf(key);
      at = nodeEnd(events, at);
    }
    const start = startOf(events[at] as Event);
    if (isWanted) return { at, offset: start === -1 ? offset : start };
    at = nodeEnd(events, at);
  }
  return undefined;
}

/** The event behind a node and all that is in it. */
function nodeEnd(events: readonly Event[], start: number): number {
  let at = start;
  let open = 0;
  do {
    const type = (events[at] as Event).type;
    if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) open++;
    else if (type === EVENT_ID.POP) open--;
    at++;
  } while (open > 0);
  return at;
}
