import { apiVersion } from '../resources/index.ts';
import { type Call, targetAs } from '../subresources/index.ts';
import { negotiate } from './accept.ts';
import type { Exchange } from './exchange.ts';
import { readObject } from './input.ts';
import type { Route } from './route.ts';
import { writeOptions } from './write-options.ts';

/** A request as the handlers of what is not an object see it. */
export function callOf(exchange: Exchange, { target, rest }: Extract<Route, { to: 'objects' }>): Call {
  const { request, response, query, user, warn } = exchange;
  return {
    target,
    user,
    query,
    rest,
    request,
    response,
    body: (kind) => readObject(exchange, targetAs(target, kind)),
    writeOptions: (kind) => ({ ...writeOptions(exchange, kind), user, warn }),
    send: (code, { group, version, kind }, object) => {
      const { format, contentType } = negotiate(request.headers.accept, {});
      const body = Buffer.from(`${JSON.stringify({ kind, apiVersion: apiVersion(group, version), ...object })}\n`);
      return format === 'yaml'
        ? exchange.sendYaml(code, [body])
        : exchange.send(code, [body], { 'content-type': contentType });
    },
    writeHead: (code, headers) => exchange.writeHead(code, headers),
    flushHead: () => exchange.flushHead(),
  };
}
