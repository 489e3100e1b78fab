import type { IncomingHttpHeaders } from 'node:http';
import type { User } from '../identity/index.ts';
import { badRequest, type StatusError } from '../status/index.ts';
import type { Attributes } from './attributes.ts';
import { type Authorizer, refusal, refusalFor } from './authorizer.ts';

const AUTHENTICATION = 'authentication.k8s.io';
const EXTRA = 'impersonate-extra-';

/** The user that the headers ask for, as they say it; undefined when they ask for none. */
export function wantedUser(headers: NodeJS.Dict<string[]>): User | undefined {
  const name = headers['impersonate-user']?.[0] ?? '';
  const uid = headers['impersonate-uid']?.[0] ?? '';
  const groups = headers['impersonate-group'] ?? [];
  const extra = Object.fromEntries(
    Object.entries(headers)
      .filter(([header]) => header.startsWith(EXTRA))
      .map(([header, values]) => [unescaped(header.slice(EXTRA.length)), values ?? []]),
  );
  const hasExtra = Object.keys(extra).length > 0;
  if (name !== '') return { name, groups, ...(uid && { uid }), ...(hasExtra && { extra }) };
  if (uid === '' && groups.length === 0 && !hasExtra) return undefined;
  const list = (values: readonly string[]): string =>
    `[]string{${values.map((value) => JSON.stringify(value)).join(', ')}}`;
  const extras = Object.entries(extra).map(([key, values]) => `${JSON.stringify(key)}:${list(values)}`);
  const shownGroups = groups.length > 0 ? list(groups) : '[]string(nil)';
  const shownExtra = hasExtra ? `map[string][]string{${extras.join(', ')}}` : 'map[string][]string(nil)';
  throw badRequest(
    `requested &user.DefaultInfo{Name:"", UID:${JSON.stringify(uid)}, Groups:${shownGroups}, Extra:${shownExtra}} without impersonating a user name`,
  );
}

function unescaped(key: string): string {
  try {
    return decodeURIComponent(key.toLowerCase());
  } catch {
    return key.toLowerCase();
  }
}

/** One way to be allowed to act as another. */
interface Mode {
  readonly name: 'arbitrary-node' | 'serviceaccount' | 'user-info' | 'any';
  readonly fits: (wanted: User) => boolean;
}

const NODE = /^system:node:(.+)$/;
const SERVICE_ACCOUNT = /^system:serviceaccount:([^:]+):([^:]+)$/;

const hasNameOnly = ({ uid, groups, extra }: User): boolean =>
  uid === undefined && groups.length === 0 && extra === undefined;

/** The narrow ones first; the last is the one that Kubernetes always had. */
const MODES: readonly Mode[] = [
  { name: 'arbitrary-node', fits: (wanted) => hasNameOnly(wanted) && NODE.test(wanted.name) },
  { name: 'serviceaccount', fits: (wanted) => hasNameOnly(wanted) && SERVICE_ACCOUNT.test(wanted.name) },
  { name: 'user-info', fits: ({ name }) => !NODE.test(name) && !SERVICE_ACCOUNT.test(name) },
  { name: 'any', fits: () => true },
];

const MOST_REMEMBERED = 10_000;

/**
 * Lets users act as others where they may (L-11). Remembers for each user which way worked last: of
 * several refusals a real server tells that one's.
 */
export class Impersonation {
  readonly #authorizer: Authorizer;
  readonly #lastMode = new Map<string, Mode>();

  constructor(authorizer: Authorizer) {
    this.#authorizer = authorizer;
  }

  /** The user as whom the request is to be carried out. */
  actingUser(user: User, headers: NodeJS.Dict<string[]>, asked: Attributes): User {
    const wanted = wantedUser(headers);
    if (!wanted) return user;
    const last = this.#lastMode.get(user.name);
    const modes = last ? [last, ...MODES.filter((mode) => mode !== last)] : MODES;
    let first: StatusError | undefined;
    for (const mode of modes) {
      if (!mode.fits(wanted)) continue;
      const refused = this.#refusal(user, mode, wanted, asked);
      if (!refused) {
        if (this.#lastMode.size >= MOST_REMEMBERED) this.#lastMode.clear();
        this.#lastMode.set(user.name, mode);
        return withGroups(wanted, mode);
      }
      first ??= refused;
    }
    throw first ?? badRequest('all impersonation modes failed');
  }

  #refusal(user: User, mode: Mode, wanted: User, asked: Attributes): StatusError | undefined {
    const may = (attributes: Attributes): StatusError | undefined => refusal(this.#authorizer, user, attributes);
    const isNarrow = mode.name !== 'any';
    if (isNarrow) {
      const refused = may({ ...asked, verb: `impersonate-on:${mode.name}:${asked.verb}` });
      if (refused) return refused;
    }
    const verb = isNarrow ? `impersonate:${mode.name}` : 'impersonate';
    for (const part of parts(wanted, isNarrow)) {
      const never = isNarrow ? neverNarrow(part) : undefined;
      if (never !== undefined) return refusalFor(never, user, { ...part, verb });
      const refused = may({ ...part, verb });
      if (refused) return refused;
    }
    return undefined;
  }
}

type Part = { group: string; resource: string; subresource: string; namespace: string; name: string };

/** Each thing that is asked for is allowed or refused by itself. */
function parts({ name, uid, groups, extra = {} }: User, isNarrow: boolean): Part[] {
  const part = (group: string, resource: string, called: string, subresource = '', namespace = ''): Part => ({
    group,
    resource,
    subresource,
    namespace,
    name: called,
  });
  const group = isNarrow ? AUTHENTICATION : '';
  const [, node] = NODE.exec(name) ?? [];
  const [, namespace = '', account] = SERVICE_ACCOUNT.exec(name) ?? [];
  const who =
    account !== undefined
      ? part(group, 'serviceaccounts', account, '', namespace)
      : isNarrow && node !== undefined
        ? part(group, 'nodes', node)
        : part(group, 'users', name);
  return [
    who,
    ...(uid === undefined ? [] : [part(AUTHENTICATION, 'uids', uid)]),
    ...groups.map((one) => part(group, 'groups', one)),
    ...Object.entries(extra).flatMap(([key, values]) =>
      values.map((value) => part(AUTHENTICATION, 'userextras', value, key)),
    ),
  ];
}

/** What the narrow ways do not give, whatever the asker may do. */
function neverNarrow({ resource, subresource, name }: Part): string | undefined {
  if (resource === 'groups' && name === '') return 'impersonating the empty string group is not allowed';
  if (resource === 'groups' && name === 'system:masters')
    return 'impersonating the system:masters group is not allowed';
  if (resource !== 'userextras' || /^[a-z0-9.-]+\/./.test(subresource)) return undefined;
  const key = JSON.stringify(subresource);
  return `impersonating an invalid key in extra is not allowed: extra.key: Invalid value: ${key}: must be a domain-prefixed path (such as "acme.io/foo")`;
}

/** The groups that every user has, and those that follow from the name where none are given. */
function withGroups(wanted: User, mode: Mode): User {
  const [, namespace] = SERVICE_ACCOUNT.exec(wanted.name) ?? [];
  const isPlain = wanted.groups.length === 0;
  const own = !isPlain
    ? wanted.groups
    : namespace !== undefined
      ? ['system:serviceaccounts', `system:serviceaccounts:${namespace}`]
      : mode.name === 'arbitrary-node'
        ? ['system:nodes']
        : [];
  const isAnonymous = wanted.name === 'system:anonymous';
  const common = isAnonymous ? 'system:unauthenticated' : 'system:authenticated';
  const isDecided = own.includes(common) || (!isAnonymous && own.includes('system:unauthenticated'));
  return { ...wanted, groups: isDecided ? own : [...own, common] };
}

/** The headers by which a request may ask for another user; the next server must not see them. */
export function isImpersonationHeader(name: keyof IncomingHttpHeaders): boolean {
  return String(name).startsWith('impersonate-');
}
