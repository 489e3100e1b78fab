import { goQuote, isRequestUri } from '../../schema/index.ts';
import {
  BOOL,
  declareFunction,
  declareMethod,
  listOf,
  mapOf,
  type Overload,
  STRING,
  URL_TYPE,
} from '../types/index.ts';
import { CelList, CelMap, Entries, EvaluationError, noSuchOverload, type Rich, type Value } from '../values/index.ts';
import { pass, unit } from './costs.ts';

/** A URL taken apart as Go does it, which keeps more of the text as it was than WHATWG's URL. */
class Url implements Rich {
  readonly typeName = 'kubernetes.URL';
  readonly text: string;
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;

  constructor(text: string) {
    this.text = text;
    const bare = text.replace(/#.*$/s, '');
    const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(bare)?.[1] ?? '';
    const rest = scheme === '' ? bare : bare.slice(scheme.length + 1);
    const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(rest) ?? [];
    const authority = scheme !== '' && path.startsWith('//') ? (/^\/\/([^/]*)/.exec(path)?.[1] ?? '') : undefined;
    this.scheme = scheme.toLowerCase();
    this.host = decode((authority ?? '').replace(/^.*@/s, ''));
    this.path = path.startsWith('/') ? path.slice(authority === undefined ? 0 : authority.length + 2) : '';
    this.query = query;
  }

  equals(other: Value): boolean {
    if (!(other instanceof Url)) throw noSuchOverload();
    return other.text === this.text;
  }

  get port(): string {
    return /:(\d*)$/.exec(this.host)?.[1] ?? '';
  }

  get hostname(): string {
    return this.host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/s, '$1');
  }

  get escapedPath(): string {
    if (this.path === '*') return '*';
    if (/^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@[\]/]|%[\da-fA-F]{2})*$/.test(this.path)) return this.path;
    return encodeURI(decode(this.path)).replaceAll(
      /[!'()*[\]]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  }
}

/** Escapes as UTF-8; what is no UTF-8 stays as it was. */
function decode(text: string): string {
  return text.replaceAll(/(?:%[\da-fA-F]{2})+/g, (part) => {
    const bytes = Buffer.from(part.replaceAll('%', ''), 'hex');
    return bytes.toString();
  });
}

/** Pairs that are malformed are left out, as Go's Query does. */
function queryOf({ query }: Url): CelMap {
  const values = new Map<string, string[]>();
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';') || /%(?![\da-fA-F]{2})/.test(pair)) continue;
    const [, key = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    const name = decode(key.replaceAll('+', ' '));
    values.set(name, [...(values.get(name) ?? []), decode(value.replaceAll('+', ' '))]);
  }
  const entries = new Entries();
  for (const [key, list] of values) entries.set(key, CelList.of(list));
  return new CelMap(entries);
}

export function uriFault(text: string): string | undefined {
  if (text === '') return 'parse "": empty url';
  return isRequestUri(text) ? undefined : `parse ${goQuote(text)}: invalid URI for request`;
}

function readUrl(text: string): Url {
  const fault = uriFault(text);
  if (fault !== undefined) throw new EvaluationError(`URL parse error during conversion from string: ${fault}`);
  return new Url(text);
}

const getter = (name: string, read: (url: Url) => string) => declareMethod(name, [URL_TYPE], STRING, read, unit);

export const URLS: readonly Overload[] = [
  declareFunction('url', [STRING], URL_TYPE, readUrl, pass),
  declareFunction('isURL', [STRING], BOOL, (text: string) => uriFault(text) === undefined),
  getter('getScheme', ({ scheme }) => scheme),
  getter('getHost', ({ host }) => host),
  getter('getHostname', ({ hostname }) => hostname),
  getter('getPort', ({ port }) => port),
  getter('getEscapedPath', ({ escapedPath }) => escapedPath),
  declareMethod('getQuery', [URL_TYPE], mapOf(STRING, listOf(STRING)), queryOf, unit),
];
