import { readFile } from 'node:fs/promises';
import type { FaultProxy } from '@slipway/runtime/testing';
import type { PolicyRule } from '../../src/rbac/index.ts';

/** A request of one user as the server wrote it down. */
export interface Act {
  /** `create deployments.apps`, `patch gatihandlers/status.gati.dev`. */
  readonly what: string;
  /** By the server's authorizer. That it will not connect to some addresses is another matter. */
  readonly isForbidden: boolean;
}

interface AuditEvent {
  readonly stage: string;
  readonly verb: string;
  readonly user: { readonly username: string };
  readonly objectRef?: { readonly apiGroup?: string; readonly resource: string; readonly subresource?: string };
  readonly responseStatus?: { readonly code?: number };
  readonly annotations?: Readonly<Record<string, string>>;
}

/** What a user asked for, and how it was answered. */
export async function actsOf(auditLogPath: string, user: string): Promise<Act[]> {
  const log = await readFile(auditLogPath, 'utf8');
  return log
    .slice(0, log.lastIndexOf('\n'))
    .split('\n')
    .map((line) => JSON.parse(line) as AuditEvent)
    .flatMap(({ stage, verb, user: { username }, objectRef, responseStatus, annotations }) =>
      username === user && stage !== 'RequestReceived' && objectRef
        ? verbsOf(verb, responseStatus?.code).map((each) => ({
            what: nameOf(each, objectRef),
            isForbidden: annotations?.['authorization.k8s.io/decision'] === 'forbid',
          }))
        : [],
    );
}

/** What was asked for by way of a proxy. */
export function actsThrough({ log }: FaultProxy): Act[] {
  return log.entries.flatMap(({ verb, group, resource, subresource, status }) =>
    verbsOf(verb, status).map((each) => ({
      what: nameOf(each, { apiGroup: group, resource, ...(subresource && { subresource }) }),
      isForbidden: status === 403,
    })),
  );
}

/** An apply that makes the object takes two rights. */
const verbsOf = (verb: string, code: number | undefined): string[] =>
  verb === 'patch' && code === 201 ? ['patch', 'create'] : [verb];

function nameOf(verb: string, { apiGroup = '', resource, subresource }: NonNullable<AuditEvent['objectRef']>): string {
  const whole = subresource === undefined ? resource : `${resource}/${subresource}`;
  return `${verb} ${apiGroup === '' ? whole : `${whole}.${apiGroup}`}`;
}

/** Asked about by the server's admission, which writes no line about it. */
const isAskedByAdmission = (resource: string): boolean => resource.endsWith('/finalizers');

/** What is granted and was never asked for. Who may list may read each object, so `get` beside it gives nothing. */
export function unusedOf(rules: readonly PolicyRule[], acts: readonly Act[]): string[] {
  const seen = new Set(acts.map(({ what }) => what));
  return rules.flatMap(({ apiGroups, resources, verbs }) =>
    resources
      .filter((resource) => !isAskedByAdmission(resource))
      .flatMap((resource) =>
        verbs
          .filter((verb) => verb !== 'get' || !verbs.includes('list'))
          .map((verb) => nameOf(verb, { apiGroup: apiGroups[0] ?? '', resource })),
      )
      .filter((what) => !seen.has(what)),
  );
}
