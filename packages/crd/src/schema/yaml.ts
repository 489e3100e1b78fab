import { type Event, parseEvents, YAMLException } from 'js-yaml';
import { CrdError } from '../errors.ts';
import type { JsonValue } from './json.ts';
import { LineIndex } from './line-index.ts';
import { documentStarts, offsetAt } from './yaml-places.ts';
import { YamlReader } from './yaml-reader.ts';

/** One document of a YAML text. */
export interface YamlDocument {
  readonly value: JsonValue;
  /** Line of the document's first node, from 1. */
  readonly line: number;
  /** Line of the deepest node on `path` that exists. */
  lineOf(path: readonly (string | number)[]): number;
}

/** Deeper than any schema, and shallower than the stack of the parser. */
const MAX_DEPTH = 1000;

/**
 * Reads YAML the way Kubernetes does: YAML 1.1 words (`yes`, `on`) and octals, but no base-60
 * numbers and no timestamps. Integers stay exact. Throws a CrdError with file and line.
 */
export function readYaml(text: string, source: string | undefined): YamlDocument[] {
  const lines = new LineIndex(text);
  const events = eventsOf(text, source, lines);
  const reader = new YamlReader(text, events, (code, message, offset) => {
    const line = lines.at(offset);
    return new CrdError(code, code === 'CRD_SYNTAX' ? `not valid YAML: ${message}` : message, { source, line });
  });
  return documentStarts(events).flatMap((root) => {
    const value = reader.read(root);
    if (value === null) return [];
    const lineOf = (path: readonly (string | number)[]) => lines.at(offsetAt(text, events, root, path));
    return [{ value, line: lineOf([]), lineOf }];
  });
}

function eventsOf(text: string, source: string | undefined, lines: LineIndex): Event[] {
  try {
    return parseEvents(text, { maxDepth: MAX_DEPTH });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = lines.at(error.mark?.position ?? 0);
    if (error.reason.startsWith('nesting exceeded')) {
      throw new CrdError('CRD_TOO_LARGE', `is nested deeper than ${MAX_DEPTH} levels`, { source, line });
    }
    throw new CrdError('CRD_SYNTAX', `not valid YAML: ${error.reason}`, { source, line });
  }
}
