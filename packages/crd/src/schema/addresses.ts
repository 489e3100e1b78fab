import { isIPv6 } from 'node:net';
import { RE2JS } from 're2js';

// Addresses as Go's standard library reads them, which the API server's formats are defined by.

/** Leading zeros are allowed: `010.0.0.1` was valid before Go 1.17 and stays valid. */
function isSloppyIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,7}$/.test(part) && Number(part) <= 255);
}

function isSloppyIp(text: string): boolean {
  if (!text.includes(':')) return isSloppyIpv4(text);
  // A v4 tail may have leading zeros, too; without them the strict reader decides.
  return isPlainIpv6(text.replace(/(?<=[:.])0+(?=\d+(\.|$))/g, ''));
}

function isPlainIpv6(text: string): boolean {
  return isIPv6(text) && !text.includes('%');
}

/** Anything with a dot that is an IP address: `::ffff:1.2.3.4` counts. */
export function isIpv4Format(text: string): boolean {
  return text.includes('.') && isSloppyIp(text);
}

export function isIpv6Format(text: string): boolean {
  return text.includes(':') && isPlainIpv6(text);
}

export function isCidr(text: string): boolean {
  const slash = text.indexOf('/');
  if (slash < 0) return false;
  const [address, bits] = [text.slice(0, slash), text.slice(slash + 1)];
  const isV6 = address.includes(':');
  return isSloppyIp(address) && /^\d{1,7}$/.test(bits) && Number(bits) <= (isV6 ? 128 : 32);
}

/** 6, 8 or 20 bytes as `01:23…`, `01-23…`, `0123.4567…` or, since Go 1.26, `0123…`. */
export function isMac(text: string): boolean {
  const bytes = text.replaceAll(/[:.-]/g, '').length / 2;
  const isWritten =
    /^[0-9a-f]{2}([:-])[0-9a-f]{2}(?:\1[0-9a-f]{2})*$/i.test(text) ||
    /^[0-9a-f]{4}(?:\.[0-9a-f]{4})+$/i.test(text) ||
    /^[0-9a-f]+$/i.test(text);
  return isWritten && [6, 8, 20].includes(bytes);
}

/** An absolute URI or an absolute path, as in the first line of an HTTP request. */
export function isRequestUri(text: string): boolean {
  // Control characters of ASCII; those beyond it are bytes like others.
  if (text === '' || /\p{Cc}/u.test(text.replaceAll(/[\u0080-\u009f]/g, ''))) return false;
  if (text === '*') return true;
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1];
  if (scheme === undefined && !text.startsWith('/')) return false;
  const rest = scheme === undefined ? text : text.slice(scheme.length + 1);
  const path = rest.split('?', 1)[0] as string;
  if (!path.startsWith('/')) return true;
  if (scheme === undefined || !path.startsWith('//')) return hasWholeEscapes(path);
  const authorityEnd = path.indexOf('/', 2);
  const authority = authorityEnd < 0 ? path.slice(2) : path.slice(2, authorityEnd);
  return isAuthority(authority) && (authorityEnd < 0 || hasWholeEscapes(path.slice(authorityEnd)));
}

function hasWholeEscapes(text: string): boolean {
  return !/%(?![0-9a-fA-F]{2})/.test(text);
}

function isAuthority(text: string): boolean {
  const at = text.lastIndexOf('@');
  const user = at < 0 ? '' : text.slice(0, at);
  const host = text.slice(at + 1);
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user) || !hasWholeEscapes(user)) return false;
  if (host.startsWith('[')) return /^\[[^\]]*\](:\d*)?$/.test(host);
  if (!/^[^:]*(:\d*)?$/.test(host)) return false;
  // Of ASCII only these may stand in a host, and only bytes beyond ASCII may be escaped.
  return !/%(?![89a-fA-F][0-9a-fA-F])/.test(host) && /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:[\]<>"%]|[^\0-\x7f])*$/.test(host);
}

const ATOM = String.raw`(?:[A-Za-z0-9!#$%&'*+/=?^_{|}~\x60-]|[^\x00-\x7f])+`;
const DOT_ATOM = String.raw`${ATOM}(?:\.${ATOM})*`;
const QUOTED = String.raw`"(?:[^"\\\x00-\x1f\x7f]|\\[^\x00-\x1f\x7f]|\t)*"`;
const ADDRESS = String.raw`(?:${DOT_ATOM}|${QUOTED})@(?:${DOT_ATOM}|\[[^\[\]\\\x00-\x1f\x7f]*\])`;
const PHRASE = String.raw`(?:(?:${ATOM}|\.|${QUOTED})[ \t]*)*`;
const MAIL = String.raw`^[ \t]*(?:${ADDRESS}|${PHRASE}<[ \t]*${ADDRESS}[ \t]*>)[ \t]*$`;
let mailPattern: RE2JS | undefined;

/** `a@example.com` or `Name <a@example.com>`. RE2, because a backtracking engine takes forever on a long phrase. */
export function isEmail(text: string): boolean {
  mailPattern ??= RE2JS.compile(MAIL);
  return mailPattern.test(text);
}
