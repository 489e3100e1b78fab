import {
  fieldAt,
  isEqual,
  isJsonObject,
  type Json,
  type JsonObject,
  type KubeObject,
  textAt,
} from '../objects/index.ts';
import { conditionsOf, type DefinitionCondition, INSTALLING, isTrue, NOT_ACCEPTED } from './conditions.ts';

export interface Naming {
  readonly acceptedNames: JsonObject;
  readonly conditions: readonly DefinitionCondition[];
}

/**
 * Which names a definition may have beside the others of its group: a name that another definition
 * has already is not accepted, and until all are nothing is served. Undefined when nothing is to be
 * written.
 */
export function namingOf(definition: KubeObject, others: readonly KubeObject[]): Naming | undefined {
  const wanted = namesAt(definition, 'spec', 'names');
  const accepted = namesAt(definition, 'status', 'acceptedNames');
  if (isEqual(wanted, accepted)) return undefined;
  const { names, conflict } = decided(wanted, accepted, takenIn(others));
  const naming: DefinitionCondition = conflict ?? {
    type: 'NamesAccepted',
    status: 'True',
    reason: 'NoConflicts',
    message: 'no conflicts found',
  };
  const known = conditionsOf(definition).find(({ type }) => type === naming.type);
  if (isEqual(names, accepted) && known && isSame(known, naming)) return undefined;
  return { acceptedNames: names, conditions: [naming, establishing(definition, naming)] };
}

function isSame(a: DefinitionCondition, b: DefinitionCondition): boolean {
  return a.status === b.status && a.reason === b.reason && a.message === b.message;
}

/** Once established, a definition stays so whatever its later names are. */
function establishing(definition: KubeObject, naming: DefinitionCondition): DefinitionCondition {
  const known = conditionsOf(definition).find(({ type }) => type === 'Established');
  if (!isTrue(definition, 'Established') && naming.status === 'True') return INSTALLING;
  return known ?? NOT_ACCEPTED;
}

interface Taken {
  readonly resources: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
}

function takenIn(others: readonly KubeObject[]): Taken {
  const names = others.map((other) => namesAt(other, 'status', 'acceptedNames'));
  return {
    resources: new Set(names.flatMap((one) => [textAt(one, 'plural'), textAt(one, 'singular'), ...shortNames(one)])),
    kinds: new Set(names.flatMap((one) => [textAt(one, 'kind'), textAt(one, 'listKind')])),
  };
}

function decided(
  wanted: JsonObject,
  accepted: JsonObject,
  taken: Taken,
): { readonly names: JsonObject; readonly conflict: DefinitionCondition | undefined } {
  const names: Record<string, Json> = { ...accepted };
  let conflict: DefinitionCondition | undefined;
  const settle = (field: string, reason: string, refused: readonly string[]): void => {
    if (refused.length === 0) {
      const value = wanted[field];
      if (value === undefined) delete names[field];
      else names[field] = value;
      return;
    }
    const messages = [...new Set(refused.map((name) => `${JSON.stringify(name)} is already in use`))];
    const message = messages.length === 1 ? (messages[0] ?? '') : `[${messages.join(', ')}]`;
    conflict = { type: 'NamesAccepted', status: 'False', reason, message };
  };
  const inUse = (field: string, used: ReadonlySet<string>): string[] => {
    const name = textAt(wanted, field);
    return name !== textAt(accepted, field) && used.has(name) ? [name] : [];
  };
  settle('plural', 'PluralConflict', inUse('plural', taken.resources));
  settle('singular', 'SingularConflict', inUse('singular', taken.resources));
  const known = shortNames(accepted);
  const refused = shortNames(wanted).filter((name) => !known.includes(name) && taken.resources.has(name));
  settle('shortNames', 'ShortNamesConflict', refused);
  settle('kind', 'KindConflict', inUse('kind', taken.kinds));
  settle('listKind', 'ListKindConflict', inUse('listKind', taken.kinds));
  settle('categories', '', []);
  return { names, conflict };
}

function namesAt(definition: KubeObject, ...path: readonly string[]): JsonObject {
  const names = fieldAt(definition, path);
  return isJsonObject(names) ? names : {};
}

function shortNames(names: JsonObject): readonly string[] {
  const { shortNames: list } = names;
  return Array.isArray(list) ? list.map(String) : [];
}
