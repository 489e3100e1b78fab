import { qualifiedKind, qualifiedName, type Resource } from '../resources/index.ts';
import type { FieldError } from './field-error.ts';

export interface StatusCause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}

export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
}

export interface Status {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: { readonly continue?: string };
  readonly status: 'Failure' | 'Success';
  readonly message?: string;
  readonly reason?: string;
  readonly details?: StatusDetails;
  readonly code?: number;
}

/** A refusal on its way to the client. Thrown anywhere below a request, answered in one place. */
export class StatusError extends Error {
  readonly status: Status;

  constructor(code: number, reason: string, message: string, details?: StatusDetails, nextContinue?: string) {
    super(message);
    this.name = 'StatusError';
    this.status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: nextContinue === undefined ? {} : { continue: nextContinue },
      status: 'Failure',
      message,
      ...(reason === '' ? {} : { reason }),
      ...(details && { details }),
      code,
    };
  }

  get code(): number {
    return this.status.code ?? 500;
  }
}

type Named = Pick<Resource, 'group' | 'plural'>;

function detailsOf(resource: Named, name?: string): StatusDetails {
  return {
    ...(name && { name }),
    ...(resource.group && { group: resource.group }),
    kind: resource.plural,
  };
}

export const notFound = (resource: Named, name: string): StatusError =>
  new StatusError(404, 'NotFound', `${qualifiedName(resource)} "${name}" not found`, detailsOf(resource, name));

/** K-81: a known group, but nothing served there under this name. */
export const resourceUnknown = (): StatusError =>
  new StatusError(404, 'NotFound', 'the server could not find the requested resource', {});

/** `isGoing`: the one that exists is being deleted, so that the name will be free. */
export const alreadyExists = (resource: Named, name: string, isGoing = false): StatusError =>
  new StatusError(
    409,
    'AlreadyExists',
    `${isGoing ? 'object is being deleted: ' : ''}${qualifiedName(resource)} "${name}" already exists`,
    detailsOf(resource, name),
  );

export const nameNotGenerated = (resource: Named, name: string): StatusError =>
  new StatusError(
    409,
    'AlreadyExists',
    `${qualifiedName(resource)} "${name}" already exists, the server was not able to generate a unique name for the object`,
    { ...detailsOf(resource, name), retryAfterSeconds: 1 },
  );

export const conflict = (resource: Named, name: string, why: string, kind?: string): StatusError =>
  new StatusError(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${qualifiedName({ ...resource, ...(kind && { plural: kind }) })} "${name}": ${why}`,
    {
      ...detailsOf(resource, name),
      ...(kind && { kind }),
    },
  );

export const modified = (resource: Named, name: string): StatusError =>
  conflict(
    resource,
    name,
    'the object has been modified; please apply your changes to the latest version and try again',
  );

/** Where a real server keeps the objects of some kinds, which it does not keep under their plural. */
const STORED_AS: Readonly<Record<string, string>> = {
  services: 'services/specs',
  endpoints: 'services/endpoints',
  nodes: 'minions',
  replicationcontrollers: 'controllers',
  ingresses: 'ingress',
};

/** An update that names another object than the stored one: one that was deleted, perhaps made anew. */
export function otherUid(
  resource: Named & Pick<Resource, 'custom'>,
  namespace: string | undefined,
  name: string,
  given: string,
  held: string,
  dryRun = false,
): StatusError {
  const { group, plural, custom } = resource;
  const folder = custom ? `${group}/${plural}` : (STORED_AS[plural] ?? plural);
  // What is only tried never gets to where keys have a root.
  const key = `${dryRun ? '' : '/registry'}/${folder}/${namespace ? `${namespace}/` : ''}${name}`;
  const uids = `UID in precondition: ${given}, UID in object meta: ${held}`;
  const error = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0`;
  return conflict(resource, name, `${error}, AdditionalErrorMsg: Precondition failed: ${uids}`);
}

export function invalid(
  resource: Pick<Resource, 'group' | 'kind'>,
  name: string,
  errors: readonly FieldError[],
): StatusError {
  // The same complaint twice is reported once.
  const texts = [...new Set(errors.map((error) => `${error.field}: ${error.message}`))];
  const list = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  return new StatusError(422, 'Invalid', `${qualifiedKind(resource)} "${name}" is invalid: ${list}`, {
    ...(name && { name }),
    ...(resource.group && { group: resource.group }),
    ...(resource.kind && { kind: resource.kind }),
    causes: errors.map(({ reason, message, field }) => ({ reason, message, field })),
  });
}

export const badRequest = (message: string): StatusError => new StatusError(400, 'BadRequest', message);

/** K-92. */
export const namespaceMismatch = (): StatusError =>
  badRequest('the namespace of the provided object does not match the namespace sent on the request');

export const unauthorized = (): StatusError => new StatusError(401, 'Unauthorized', 'Unauthorized');

export const forbidden = (
  resource: Named,
  name: string | undefined,
  why: string,
  causes?: readonly StatusCause[],
): StatusError =>
  new StatusError(403, 'Forbidden', `${qualifiedName(resource)}${name ? ` "${name}"` : ''} is forbidden: ${why}`, {
    ...detailsOf(resource, name),
    ...(causes && { causes }),
  });

export const forbiddenPath = (why: string): StatusError => new StatusError(403, 'Forbidden', `forbidden: ${why}`, {});

export const expired = (message: string, nextContinue?: string): StatusError =>
  new StatusError(410, 'Expired', message, undefined, nextContinue);

export const methodNotAllowed = (): StatusError =>
  new StatusError(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource', {});

export const verbNotSupported = (resource: Named, verb: string): StatusError =>
  new StatusError(
    405,
    'MethodNotAllowed',
    `${verb} is not supported on resources of kind "${qualifiedName(resource)}"`,
    detailsOf(resource),
  );

export const notAcceptable = (available: readonly string[]): StatusError =>
  new StatusError(
    406,
    'NotAcceptable',
    `406: Not Acceptable\n\nAvailable representations: ${available.join(', ')}`,
    {},
  );

export const notThatForm = (message: string): StatusError => new StatusError(406, 'NotAcceptable', message);

export const unsupportedMediaType = (message: string): StatusError =>
  new StatusError(415, 'UnsupportedMediaType', message);

export const tooLarge = (limitBytes: number): StatusError =>
  new StatusError(413, 'RequestEntityTooLarge', `Request entity too large: limit is ${limitBytes}`);

export const internalError = (message: string): StatusError =>
  new StatusError(500, 'InternalError', `Internal error occurred: ${message}`, { causes: [{ message }] });

/** K-94: the answer to a JSON patch whose test failed or whose path is not there. */
export const rejectedPatch = (): StatusError =>
  new StatusError(422, 'Invalid', 'the server rejected our request due to an error in our request', {});

export const revisionTooLarge = (asked: string, current: number): StatusError =>
  new StatusError(504, 'Timeout', `Timeout: Too large resource version: ${asked}, current: ${current}`, {
    causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
    retryAfterSeconds: 1,
  });
