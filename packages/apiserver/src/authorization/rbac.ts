import type { User } from '../identity/index.ts';
import { fieldAt, type KubeObject, textAt } from '../objects/index.ts';
import { keyOf, type Store } from '../store/index.ts';
import type { Attributes } from './attributes.ts';
import { type PolicyRule, ruleAllows } from './rule.ts';

const GROUP = 'rbac.authorization.k8s.io';
const ROLES = `roles.${GROUP}`;
const CLUSTER_ROLES = `clusterroles.${GROUP}`;
const BINDINGS = `rolebindings.${GROUP}`;
const CLUSTER_BINDINGS = `clusterrolebindings.${GROUP}`;

export interface RoleRef {
  readonly kind: string;
  readonly name: string;
}

/** One subject of one binding. */
interface Grant {
  readonly roleRef: RoleRef;
  /** Empty for a cluster-wide binding. */
  readonly namespace: string;
  /** For the reason of a decision. */
  readonly text: string;
}

export interface Verdict {
  readonly allowed: boolean;
  /** Why, in a real server's words; empty when there is nothing to say. */
  readonly reason: string;
}

/**
 * Roles and bindings as questions are asked of them: by user or group, then by namespace. Kept up to
 * date with the store; a question costs what the asker's own bindings cost, however many there are.
 */
export class Rbac {
  readonly #store: Store;
  /** `User name` or `Group name`, then the namespace, then the binding and its subject. */
  readonly #grants = new Map<string, Map<string, Map<string, Grant>>>();
  readonly #stops: readonly (() => void)[];

  constructor(store: Store) {
    this.#store = store;
    this.#stops = [BINDINGS, CLUSTER_BINDINGS].map((collection) => {
      for (const { object } of store.list(collection)) this.#note(object, true);
      return store.subscribe(collection, ({ previous, current }) => {
        if (previous) this.#note(previous.object, false);
        if (current) this.#note(current.object, true);
      });
    });
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  decide(user: User, wanted: Attributes): Verdict {
    const problems = new Set<string>();
    for (const grant of this.#grantsOf(user, 'path' in wanted ? '' : wanted.namespace)) {
      const rules = this.#rulesOf(grant, problems);
      if (rules.some((rule) => ruleAllows(rule, wanted)))
        return { allowed: true, reason: `RBAC: allowed by ${grant.text}` };
    }
    return { allowed: false, reason: problems.size > 0 ? `RBAC: ${listed(problems)}` : '' };
  }

  /** All rules that hold for a user in a namespace, and what could not be resolved. */
  rulesFor(user: User, namespace: string): { readonly rules: readonly PolicyRule[]; readonly problem: string } {
    const problems = new Set<string>();
    const rules = [...this.#grantsOf(user, namespace)].flatMap((grant) => this.#rulesOf(grant, problems));
    return { rules, problem: problems.size > 0 ? listed(problems) : '' };
  }

  /** Undefined when there is no such role. */
  rulesOfRole({ kind, name }: RoleRef, namespace: string): readonly PolicyRule[] | undefined {
    const isCluster = kind === 'ClusterRole';
    const entry = this.#store.get(isCluster ? CLUSTER_ROLES : ROLES, keyOf(isCluster ? undefined : namespace, name));
    return entry && rulesIn(entry.object);
  }

  *#grantsOf(user: User, namespace: string): Iterable<Grant> {
    const subjects = [`User ${user.name}`, ...user.groups.map((group) => `Group ${group}`)];
    const held = subjects.flatMap((subject) => this.#grants.get(subject) ?? []);
    for (const one of held) yield* one.get('')?.values() ?? [];
    if (namespace !== '') for (const one of held) yield* one.get(namespace)?.values() ?? [];
  }

  #rulesOf({ roleRef, namespace }: Grant, problems: Set<string>): readonly PolicyRule[] {
    const rules = this.rulesOfRole(roleRef, namespace);
    if (!rules) problems.add(`${roleRef.kind.toLowerCase()}.${GROUP} ${JSON.stringify(roleRef.name)} not found`);
    return rules ?? [];
  }

  #note(binding: KubeObject, isAdded: boolean): void {
    const { name = '', namespace = '' } = binding.metadata;
    const roleRef = { kind: textAt(binding, 'roleRef', 'kind'), name: textAt(binding, 'roleRef', 'name') };
    const what = namespace === '' ? `ClusterRoleBinding "${name}"` : `RoleBinding "${name}/${namespace}"`;
    const subjects = fieldAt(binding, ['subjects']);
    for (const [index, subject] of (Array.isArray(subjects) ? subjects : []).entries()) {
      const { key, text } = subjectOf(subject, namespace);
      const grant = { roleRef, namespace, text: `${what} of ${roleRef.kind} "${roleRef.name}" to ${text}` };
      if (isAdded) this.#add(key, namespace, `${name} ${index}`, grant);
      else this.#remove(key, namespace, `${name} ${index}`);
    }
  }

  #add(key: string, namespace: string, id: string, grant: Grant): void {
    const byNamespace = this.#grants.get(key) ?? new Map<string, Map<string, Grant>>();
    const grants = byNamespace.get(namespace) ?? new Map<string, Grant>();
    this.#grants.set(key, byNamespace.set(namespace, grants.set(id, grant)));
  }

  #remove(key: string, namespace: string, id: string): void {
    const byNamespace = this.#grants.get(key);
    const grants = byNamespace?.get(namespace);
    grants?.delete(id);
    if (grants?.size === 0) byNamespace?.delete(namespace);
    if (byNamespace?.size === 0) this.#grants.delete(key);
  }
}

/** Service accounts are users with a name of a fixed form. */
function subjectOf(subject: unknown, ownNamespace: string): { readonly key: string; readonly text: string } {
  const kind = textAt(subject, 'kind');
  const name = textAt(subject, 'name');
  if (kind !== 'ServiceAccount') return { key: `${kind} ${name}`, text: `${kind} "${name}"` };
  const namespace = textAt(subject, 'namespace') || ownNamespace;
  return { key: `User system:serviceaccount:${namespace}:${name}`, text: `ServiceAccount "${name}/${namespace}"` };
}

export function rulesIn(role: KubeObject): readonly PolicyRule[] {
  const rules = fieldAt(role, ['rules']);
  return Array.isArray(rules) ? (rules as readonly PolicyRule[]) : [];
}

function listed(problems: ReadonlySet<string>): string {
  const texts = [...problems];
  return texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
}
