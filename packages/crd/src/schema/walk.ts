import { coerceEmbedded, repairEmbedded } from './embedded.ts';
import { embeddedProblems } from './embedded-problems.ts';
import { isJsonObject, type JsonObject, type JsonValue, setKey } from './json.ts';
import { listProblems, oldItems } from './list-types.ts';
import type { SchemaNode } from './node.ts';
import type { Problem } from './problem.ts';
import { MapKey, Trail } from './trail.ts';
import type { Validation } from './validation.ts';

/**
 * What happens to keys that the schema does not know. `drop`: removed. `skip`: kept at this node and,
 * through lists, at its items. `keep`: kept here and everywhere below (metadata).
 */
type Pruning = 'drop' | 'skip' | 'keep';

/** What one walk over an object found besides schema problems. */
export interface Findings {
  /** Paths of dropped fields, in the order they were met. */
  readonly unknown: string[];
  readonly embedded: Problem[];
  readonly lists: Problem[];
  /** An embedded resource that cannot even be decoded; the server then answers before it validates. */
  undecodable: Problem | undefined;
}

const isMetaField = (key: string) => key === 'apiVersion' || key === 'kind' || key === 'metadata';

/**
 * One pass over an object: drops unknown fields and unwanted nulls, reads embedded metadata, fills in
 * defaults and validates. The given object is never changed; what stays the same is shared with it.
 */
export class Walk {
  readonly findings: Findings = { unknown: [], embedded: [], lists: [], undecodable: undefined };
  readonly #validation: Validation | undefined;
  readonly #trail: Trail;
  readonly #onlyPrunes: boolean;
  readonly #keepsNulls: boolean;
  /** Above 0 inside of a default, which is taken as it is: nulls stay, and what it loses nobody wrote. */
  #defaults = 0;

  /**
   * `read` prunes and defaults, as the server does to a stored object. `prune` does nothing else, as
   * with the defaults of a schema. With `keepsNulls` a null that the schema does not allow stays, and is a problem.
   */
  constructor(purpose: Validation | 'read' | 'prune', keepsNulls = false) {
    this.#validation = typeof purpose === 'string' ? undefined : purpose;
    this.#trail = this.#validation?.trail ?? new Trail();
    this.#onlyPrunes = purpose === 'prune';
    this.#keepsNulls = keepsNulls || this.#onlyPrunes;
  }

  /** Walks a whole object; `preservesUnknown` is the CRD's own `preserveUnknownFields`. */
  resource(node: SchemaNode, object: JsonObject, old: JsonObject | undefined, preservesUnknown: boolean): JsonObject {
    const result = this.#object(node, object, old, preservesUnknown ? 'keep' : 'drop', true);
    this.#validation?.check(node, result);
    this.#validation?.ratchet(0, node, result, old);
    return result;
  }

  /** Walks a part of an object that stands by itself. */
  part(node: SchemaNode, value: JsonValue): JsonValue {
    return this.#value(node, value, undefined, 'drop');
  }

  #value(node: SchemaNode, value: JsonValue, old: JsonValue | undefined, pruning: Pruning): JsonValue {
    let result = value;
    if (Array.isArray(value)) result = this.#list(node, value, old, pruning);
    else if (isJsonObject(value)) result = this.#object(node, value, old, pruning, false);
    this.#validation?.check(node, result);
    return result;
  }

  #list(node: SchemaNode, list: JsonValue[], old: JsonValue | undefined, pruning: Pruning): JsonValue[] {
    const inherited = pruning === 'drop' && node.preservesUnknown ? 'skip' : pruning;
    const { items } = node;
    let result = list;
    if (items !== undefined || inherited === 'drop') {
      const oldItem = items !== undefined && old !== undefined ? oldItems(node, old) : undefined;
      for (let index = 0; index < list.length; index++) {
        const given = list[index] as JsonValue;
        this.#trail.push(index);
        const item = items === undefined ? this.#clear(given) : this.#member(items, given, oldItem?.(given), inherited);
        this.#trail.pop();
        if (item === given) continue;
        if (result === list) result = [...list];
        result[index] = item;
      }
    }
    if (this.#validation !== undefined && node.listType !== undefined) {
      this.findings.lists.push(...listProblems(node, result, this.#trail));
    }
    return result;
  }

  #object(
    node: SchemaNode,
    given: JsonObject,
    old: JsonValue | undefined,
    pruning: Pruning,
    isRoot: boolean,
  ): JsonObject {
    const isEmbedded = node.isEmbedded && !isRoot && !this.#onlyPrunes;
    const object = isEmbedded ? this.#coerce(given) : given;
    const dropsUnknown = pruning === 'drop' && !node.preservesUnknown && node.others === 'absent';
    const holdsMeta = isRoot || node.isEmbedded;
    let result = object;
    for (const key of Object.keys(object)) {
      const value = object[key] as JsonValue;
      const property = node.properties.get(key);
      const isMeta = holdsMeta && isMetaField(key);
      if (property === undefined && node.others === 'absent') {
        if (!dropsUnknown || isMeta) continue;
        this.#drop(key);
        result = without(result, object, key);
        continue;
      }
      const child = property ?? node.additional;
      if (value === null && child !== undefined && this.#isUnwanted(child)) {
        result = without(result, object, key);
        continue;
      }
      const oldValue = this.#validation?.oldMember(old, key);
      this.#trail.push(property === undefined ? new MapKey(key) : key);
      const below = isMeta || pruning === 'keep' ? 'keep' : 'drop';
      const member = child === undefined ? this.#unseen(value, below) : this.#member(child, value, oldValue, below);
      this.#trail.pop();
      if (member !== value) result = withKey(result, object, key, member);
    }
    for (const [key, child] of this.#onlyPrunes ? [] : node.defaulted) {
      if (Object.hasOwn(object, key)) continue;
      const oldValue = this.#validation?.oldMember(old, key);
      this.#trail.push(key);
      const below = pruning === 'keep' || (holdsMeta && isMetaField(key)) ? 'keep' : 'drop';
      const member = this.#member(child, undefined, oldValue, below);
      this.#trail.pop();
      result = withKey(result, object, key, member);
    }
    if (isEmbedded && this.#validation !== undefined && this.findings.undecodable === undefined) {
      this.findings.embedded.push(...embeddedProblems(result, (below) => this.#trail.field(below)));
    }
    return result;
  }

  /** A member or item; one that is missing, or null against the schema, is its default. */
  #member(node: SchemaNode, given: JsonValue | undefined, old: JsonValue | undefined, pruning: Pruning): JsonValue {
    const mark = this.#validation?.problems.length ?? 0;
    const isDefault =
      given === undefined || (given === null && !node.isNullable && node.default !== undefined && !this.#onlyPrunes);
    if (isDefault) this.#defaults++;
    const value = this.#value(node, isDefault ? copy(node.default as JsonValue) : given, old, pruning);
    if (isDefault) this.#defaults--;
    this.#validation?.ratchet(mark, node, value, old);
    return value;
  }

  /** A value below `additionalProperties: true` or `false`: nothing in it is known. */
  #unseen(value: JsonValue, pruning: Pruning): JsonValue {
    return pruning === 'keep' ? value : this.#clear(value);
  }

  /** Empties every object in a value that no schema describes. */
  #clear(value: JsonValue): JsonValue {
    if (Array.isArray(value)) {
      let result = value;
      value.forEach((item, index) => {
        this.#trail.push(index);
        const cleared = this.#clear(item);
        this.#trail.pop();
        if (cleared === item) return;
        if (result === value) result = [...value];
        result[index] = cleared;
      });
      return result;
    }
    if (!isJsonObject(value)) return value;
    const keys = Object.keys(value);
    for (const key of keys) this.#drop(key);
    return keys.length === 0 ? value : {};
  }

  /** Whether a null goes: the schema neither allows it nor has a default for it. */
  #isUnwanted(node: SchemaNode): boolean {
    return !node.isNullable && node.default === undefined && this.#defaults === 0 && !this.#keepsNulls;
  }

  #drop(key: string): void {
    if (this.#defaults > 0) return;
    this.#trail.push(key);
    this.findings.unknown.push(this.#trail.dotted());
    this.#trail.pop();
  }

  #coerce(object: JsonObject): JsonObject {
    if (this.#validation === undefined || this.#defaults > 0) return repairEmbedded(object);
    const coercion = coerceEmbedded(object, (below) => this.#trail.field(below));
    if ('fault' in coercion) {
      this.findings.undecodable ??= coercion.fault;
      return object;
    }
    this.findings.unknown.push(...coercion.unknown);
    return coercion.value;
  }
}

function without(result: JsonObject, original: JsonObject, key: string): JsonObject {
  const changed = result === original ? { ...original } : result;
  delete changed[key];
  return changed;
}

function withKey(result: JsonObject, original: JsonObject, key: string, value: JsonValue): JsonObject {
  const changed = result === original ? { ...original } : result;
  setKey(changed, key, value);
  return changed;
}

/** A default is shared by all objects that take it, so each gets its own. */
function copy(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(copy);
  if (!isJsonObject(value)) return value;
  const result: JsonObject = {};
  for (const key of Object.keys(value)) setKey(result, key, copy(value[key] as JsonValue));
  return result;
}
