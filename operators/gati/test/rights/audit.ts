import { readFile } from 'node:fs/promises';
import { PERMISSIONS, type Permission } from '../../src/rbac/index.ts';

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

/** An apply that makes the object takes two rights. */
const verbsOf = (verb: string, code: number | undefined): string[] =>
  verb === 'patch' && code === 201 ? ['patch', 'create'] : [verb];

function nameOf(verb: string, { apiGroup = '', resource, subresource }: NonNullable<AuditEvent['objectRef']>): string {
  const whole = subresource === undefined ? resource : `${resource}/${subresource}`;
  return `${verb} ${apiGroup === '' ? whole : `${whole}.${apiGroup}`}`;
}

const READS = ['get', 'list', 'watch'];
/** Asked about by the server's admission, which writes no line about it. */
const isAskedByAdmission = (resource: string): boolean => resource.endsWith('/finalizers');

/**
 * What is granted and was never asked for. Reading is one right: which of its three verbs a cache uses is the
 * server's choice.
 */
export function unusedOf(acts: readonly Act[], reasons: readonly Permission['when'][]): string[] {
  const seen = new Set(acts.map(({ what }) => what));
  return PERMISSIONS.filter(({ when }) => reasons.includes(when)).flatMap(({ group, resources, verbs }) =>
    resources
      .filter((resource) => !isAskedByAdmission(resource))
      .flatMap((resource) => {
        const whole = group === '' ? resource : `${resource}.${group}`;
        const writes = verbs.filter((verb) => !READS.includes(verb)).map((verb) => `${verb} ${whole}`);
        const isRead = READS.some((verb) => seen.has(`${verb} ${whole}`));
        const reads = verbs.some((verb) => READS.includes(verb)) && !isRead ? [`read ${whole}`] : [];
        return [...writes.filter((what) => !seen.has(what)), ...reads];
      }),
  );
}
