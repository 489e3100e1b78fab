import type { KubeObject } from '../objects/index.ts';
import { badRequest } from '../status/index.ts';

/** Tells from its fields whether an object is selected. */
export interface FieldSelector {
  matches(object: KubeObject): boolean;
  /** The one name that can match, when the selector asks for `metadata.name=x`. */
  readonly name: string | undefined;
}

/** How the value of a field is read from a stored object; undefined when the field cannot be selected by. */
export type FieldReaders = (field: string) => ((object: KubeObject) => string) | undefined;

/**
 * Compiles `metadata.name=x,status.phase!=Running`. A malformed selector or an unknown field is a
 * 400; `unknownField` makes its message, which differs from kind to kind.
 */
export function parseFieldSelector(
  text: string | undefined,
  readers: FieldReaders,
  unknownField: (field: string) => string,
): FieldSelector | undefined {
  if (text === undefined || text === '') return undefined;
  let name: string | undefined;
  const predicates = splitTerms(text).map((term) => {
    const match = /^((?:[^=!\\]|\\.|!(?!=))*)(!=|==|=)(.*)$/s.exec(term);
    if (!match) throw badRequest(`invalid selector: '${text}'; can't understand '${term}'`);
    const [, field = '', operator, raw = ''] = match;
    const value = unescapeValue(raw);
    const read = readers(field);
    if (!read) throw badRequest(unknownField(field));
    if (operator === '!=') return (object: KubeObject) => read(object) !== value;
    if (field === 'metadata.name') name = value;
    return (object: KubeObject) => read(object) === value;
  });
  return { matches: (object) => predicates.every((matches) => matches(object)), name };
}

/** Commas separate terms unless a backslash stands before them. */
function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let term = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '\\') term += character + (text[++at] ?? '');
    else if (character !== ',') term += character;
    else {
      terms.push(term);
      term = '';
    }
  }
  return [...terms, term].filter((part) => part !== '');
}

function unescapeValue(raw: string): string {
  if (/(^|[^\\])(\\\\)*=/.test(raw)) throw badRequest('invalid field selector: unescaped character in value: 61');
  return raw.replace(/\\(.?)/gs, (_, escaped: string) => {
    if (![',', '=', '\\'].includes(escaped))
      throw badRequest(`invalid field selector: invalid escape sequence: \\${escaped}`);
    return escaped;
  });
}
