import { internalError, type StatusError } from '../../status/index.ts';
import type { Hook } from './hook.ts';

/** A webhook that could not be asked, or whose answer makes no sense. What follows is for its failure policy to say. */
export class CallFailure extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'CallFailure';
  }
}

export function failedCall({ name }: Hook, { message }: CallFailure): StatusError {
  return internalError(`failed calling webhook ${JSON.stringify(name)}: ${message}`);
}

const UNKNOWN_AUTHORITY = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** A fault of a connection, in the words of a real server as far as they can be known here. */
export function connectionFault(
  error: Error & { code?: string; address?: string; port?: number; hostname?: string },
): string {
  const { code = '', message, address = '', port, hostname = '' } = error;
  if (code === 'ECONNREFUSED') return `dial tcp ${address}:${port}: connect: connection refused`;
  if (code === 'ENOTFOUND') return `dial tcp: lookup ${hostname}: no such host`;
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'EOF';
  if (UNKNOWN_AUTHORITY.has(code)) {
    return 'tls: failed to verify certificate: x509: certificate signed by unknown authority';
  }
  return code === 'ERR_TLS_CERT_ALTNAME_INVALID' || code.startsWith('CERT_')
    ? `tls: failed to verify certificate: x509: ${message}`
    : message;
}

const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'the server rejected our request for an unknown reason',
  401: 'the server has asked for the client to provide credentials',
  404: 'the server could not find the requested resource',
  405: 'the server does not allow this method on the requested resource',
  409: 'the server reported a conflict',
  422: 'the server rejected our request due to an error in our request',
  429: 'the server has received too many requests and has asked us to try again later',
  503: 'the server is currently unable to handle the request',
  504: 'the server was unable to return a response in the time allotted, but may still be processing the request',
};

/** An answer that is no success, in the words of a real server's client. */
export function statusFault(code: number, body: string): string {
  const known = STATUS_TEXTS[code];
  if (known !== undefined) return known;
  if (code === 403) return body;
  const text = body.trim() === '' ? 'unknown' : body;
  if (code >= 500) return `an error on the server (${JSON.stringify(text)}) has prevented the request from succeeding`;
  return `the server responded with the status code ${code} but did not return more information`;
}
