import type { IncomingMessage, ServerResponse } from 'node:http';
import type { User } from '../identity/index.ts';
import type { KubeObject } from '../objects/index.ts';
import type { Target, WriteOptions } from '../operations/index.ts';

/** A kind by which a body is read or an answer is named. */
export interface Kind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** One request to something that is not a stored object, as its handler sees it. */
export interface Call {
  readonly target: Target;
  readonly user: User;
  readonly query: URLSearchParams;
  /** What follows the subresource in the path, with its slash: proxies pass it on. */
  readonly rest: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The body as an object of a kind, checked as any other body is. */
  body(kind: Kind): Promise<KubeObject>;
  /** How it is to be written; checks the query. `kind` names the options in complaints. */
  writeOptions(kind: 'CreateOptions' | 'UpdateOptions'): WriteOptions;
  /** Answers with an object of a kind. */
  send(code: number, kind: Kind, object: object): Promise<void>;
  /** Begins an answer that the handler writes itself. */
  writeHead(code: number, headers: Readonly<Record<string, string | number>>): void;
  /** Sends what `writeHead` began, before there is a body. */
  flushHead(): void;
}

export type Handler = (call: Call) => Promise<void>;

/**
 * Who answers what: `resource[.group][/subresource]`, a space, and the verb or `*`. What is not in
 * it is an object, or the part of one, and is read and written like one.
 */
export type Handlers = Readonly<Record<string, Handler>>;

/** A target whose body is of another kind than the resource that the path names. */
export function targetAs(target: Target, { group, version, kind }: Kind): Target {
  return {
    ...target,
    resource: { ...target.resource, group, kind, custom: false },
    served: { ...target.served, version },
  };
}
