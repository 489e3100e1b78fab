import { isUnchanged } from './equality.ts';
import { goJson, goQuote } from './go-text.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import { hasDuplicates, oldItems } from './list-types.ts';
import type { SchemaNode } from './node.ts';
import { invalid, NO_FIELD, notSupported, type Problem, problem, required, tooLong, tooMany } from './problem.ts';
import { MapKey, Trail } from './trail.ts';
import { isEnumMember, type Kind, kindOf, typeFault } from './value-type.ts';

/**
 * The value keywords of a schema, applied to one object. Collects problems in the server's words.
 *
 * `matches` counts the checks that were made the way the server counts them: of the failed alternatives
 * of an anyOf or oneOf it reports the one with the most.
 */
export class Validation {
  readonly trail = new Trail();
  problems: Problem[] = [];
  #matches = 0;
  readonly #prefix: string | undefined;

  /** `prefix`: the field that the root of the value is, where it is not a whole object. */
  constructor(prefix?: string) {
    this.#prefix = prefix;
  }

  /** Checks a value and everything below it without changing anything. `old` is its stored value on an update. */
  validate(node: SchemaNode, value: JsonValue, old?: JsonValue): void {
    if (Array.isArray(value)) this.#items(node, value, old);
    else if (isJsonObject(value)) this.#members(node, value, old);
    this.check(node, value);
  }

  /** Drops what was found since `mark` if the update did not touch the value: ratcheting. */
  ratchet(mark: number, node: SchemaNode, value: JsonValue, old: JsonValue | undefined): void {
    if (this.problems.length === mark || old === undefined) return;
    if (isUnchanged(node, value, old)) this.problems.length = mark;
  }

  /** The old value of a member; none for apiVersion and kind of the object itself, whose change nobody sees. */
  oldMember(old: JsonValue | undefined, key: string): JsonValue | undefined {
    if (!isJsonObject(old) || !Object.hasOwn(old, key)) return undefined;
    return this.trail.isRoot && (key === 'apiVersion' || key === 'kind') ? undefined : old[key];
  }

  /** The keywords of this very node; its children have been visited before. */
  check(node: SchemaNode, value: JsonValue): void {
    const kind = kindOf(value);
    this.#type(node, value, kind);
    if (kind === 'null') {
      this.#enum(node, value);
      return;
    }
    // One for the combinators and one for their result, one for the enum, one for the whole.
    this.#matches += 4;
    if (node.hasCombinators) this.#combinators(node, value);
    switch (kind) {
      case 'string':
        this.#string(node, value as string);
        break;
      case 'integer':
      case 'number':
        this.#matches += 2;
        if (node.numbers !== undefined) this.#number(node, value as number | bigint);
        break;
      case 'array':
        this.#matches += 2;
        this.#list(node, value as JsonValue[]);
        break;
      case 'object':
        this.#matches += 1;
        this.#object(node, value as JsonObject);
        break;
      default:
    }
    this.#enum(node, value);
  }

  #items(node: SchemaNode, value: readonly JsonValue[], old: JsonValue | undefined): void {
    const { items } = node;
    if (items === undefined) return;
    const oldItem = old === undefined ? undefined : oldItems(node, old);
    value.forEach((item, index) => this.#child(items, index, item, oldItem?.(item)));
  }

  #members(node: SchemaNode, value: JsonObject, old: JsonValue | undefined): void {
    for (const key of Object.keys(value)) {
      const property = node.properties.get(key);
      const child = property ?? node.additional;
      if (child === undefined) continue;
      const segment = property === undefined ? new MapKey(key) : key;
      this.#child(child, segment, value[key] as JsonValue, this.oldMember(old, key));
    }
  }

  #child(node: SchemaNode, segment: string | number | MapKey, value: JsonValue, old: JsonValue | undefined): void {
    this.trail.push(segment);
    const mark = this.problems.length;
    this.validate(node, value, old);
    this.ratchet(mark, node, value, old);
    this.trail.pop();
  }

  #type(node: SchemaNode, value: JsonValue, kind: Kind): void {
    const { types, format } = node;
    if (types.length === 0 && format === '') {
      if (kind === 'null') this.#matches++;
      return;
    }
    if (kind !== 'null') this.#matches++;
    const fault = typeFault(node, value, kind);
    if (fault === undefined) this.#matches++;
    else this.#wrongType(fault[0], fault[1]);
  }

  #wrongType(wanted: string, found: string): void {
    const path = this.trail.dotted();
    const text = `${path} in body must be of type ${wanted}: ${goQuote(found)}`;
    this.problems.push(problem('FieldValueTypeInvalid', this.#field(path), text, found));
  }

  #string(node: SchemaNode, value: string): void {
    this.#matches++;
    if (node.hasStringChecks) this.#length(node, value);
    if (node.checkFormat === undefined) return;
    this.#matches++;
    if (!node.checkFormat(value)) this.#wrongType(node.format, value);
  }

  #length({ schema: { maxLength, minLength }, pattern }: SchemaNode, value: string): void {
    // A string has at most as many code points as UTF-16 units, and at least half as many.
    if (maxLength !== undefined && value.length > maxLength && codePoints(value) > maxLength) {
      this.problems.push(tooLong(this.#field(this.trail.dotted()), maxLength));
    } else if (minLength !== undefined && value.length < Number(minLength) * 2 && codePoints(value) < minLength) {
      this.#invalid(value, (path) => `${path} in body should be at least ${minLength} chars long`);
    } else if (pattern !== undefined && !pattern.test(value)) {
      const fault = pattern.fault === undefined ? '' : `, but pattern is invalid: ${pattern.fault}`;
      this.#invalid(value, (path) => `${path} in body should match '${pattern.source}${fault}'`);
    }
  }

  #number(node: SchemaNode, value: number | bigint): void {
    for (const fault of node.numbers?.faults(value, () => this.trail.dotted()) ?? []) {
      if (fault.value === undefined) this.#nameless(fault.text);
      else this.#invalid(fault.value, () => fault.text, fault.shown);
    }
  }

  #list({ schema: { minItems, maxItems, uniqueItems } }: SchemaNode, list: readonly JsonValue[]): void {
    const { length } = list;
    if (minItems !== undefined && length < minItems) {
      this.#invalid(length, (path) => `${path} in body should have at least ${minItems} items`);
    }
    if (maxItems !== undefined && length > maxItems) {
      this.problems.push(tooMany(this.#field(this.trail.dotted()), length, maxItems));
    }
    if (uniqueItems === true && hasDuplicates(list)) {
      this.#invalid('', (path) => `${path} in body shouldn't contain duplicates`);
    }
  }

  #object(node: SchemaNode, value: JsonObject): void {
    const { minProperties, maxProperties, required: names } = node.schema;
    if (minProperties !== undefined || maxProperties !== undefined) {
      const size = Object.keys(value).length;
      if (minProperties !== undefined && size < minProperties) {
        this.#invalid(size, (path) => `${path} in body should have at least ${minProperties} properties`);
      }
      if (maxProperties !== undefined && size > maxProperties) {
        this.problems.push(tooMany(this.#field(this.trail.dotted()), size, maxProperties));
      }
    }
    if (node.others === 'none') {
      for (const key of Object.keys(value)) {
        if (!node.properties.has(key)) this.#invalid(key, (path) => `${path}.${key} in body is a forbidden property`);
      }
    }
    for (const name of names ?? []) {
      if (Object.hasOwn(value, name)) continue;
      const path = this.trail.dotted();
      this.problems.push(required(this.#field(path === '' ? name : `${path}.${name}`)));
    }
  }

  #enum(node: SchemaNode, value: JsonValue): void {
    const allowed = node.schema.enum;
    if (allowed === undefined || allowed.length === 0 || allowed.some((one) => isEnumMember(value, one))) return;
    const texts = allowed.map((one) => (typeof one === 'string' ? one : goJson(one)));
    this.problems.push(notSupported(this.#field(this.trail.dotted()), value, texts));
  }

  #combinators(node: SchemaNode, value: JsonValue): void {
    const attempt = (alternative: SchemaNode) => this.#attempt(alternative, value);
    const path = () => goQuote(this.trail.dotted());
    if (node.anyOf.length > 0) {
      const { valid, best } = this.#alternatives(node.anyOf, attempt, true);
      if (valid === 0) this.#nameless(`${path()} must validate at least one schema (anyOf)`);
      this.#merge(best);
    }
    if (node.oneOf.length > 0) {
      const { valid, best } = this.#alternatives(node.oneOf, attempt, false);
      if (valid !== 1) {
        const found = valid === 0 ? 'Found none valid' : `Found ${valid} valid alternatives`;
        this.#nameless(`${path()} must validate one and only one schema (oneOf). ${found}`);
      }
      if (valid < 2) this.#merge(best);
    }
    if (node.allOf.length > 0) {
      const outcomes = node.allOf.map(attempt);
      for (const outcome of outcomes) this.#merge(outcome);
      const valid = outcomes.filter(({ problems }) => problems.length === 0).length;
      if (valid < outcomes.length) {
        this.#nameless(`${path()} must validate all the schemas (allOf)${valid === 0 ? '. None validated' : ''}`);
      }
    }
    if (node.not !== undefined && attempt(node.not).problems.length === 0) {
      this.#nameless(`${path()} must not validate the schema (not)`);
    }
  }

  /** How many alternatives hold, and the one to report: the first that holds, else the best failure. */
  #alternatives(
    alternatives: readonly SchemaNode[],
    attempt: (alternative: SchemaNode) => Outcome,
    stopsAtFirst: boolean,
  ) {
    let valid = 0;
    let best: Outcome | undefined;
    for (const alternative of alternatives) {
      const outcome = attempt(alternative);
      if (outcome.problems.length === 0) {
        valid++;
        if (valid === 1) best = outcome;
        if (stopsAtFirst) break;
      } else if (valid === 0 && (best === undefined || outcome.matches > best.matches)) {
        best = outcome;
      }
    }
    return { valid, best };
  }

  /** Tries an alternative by itself. Inside of combinators nothing is ratcheted. */
  #attempt(node: SchemaNode, value: JsonValue): Outcome {
    const [problems, matches] = [this.problems, this.#matches];
    this.problems = [];
    this.#matches = 0;
    this.validate(node, value);
    const outcome = { problems: this.problems, matches: this.#matches };
    this.problems = problems;
    this.#matches = matches;
    return outcome;
  }

  #merge(outcome: Outcome | undefined): void {
    if (outcome === undefined) return;
    this.problems.push(...outcome.problems);
    this.#matches += outcome.matches;
  }

  #invalid(value: JsonValue, text: (path: string) => string, shown?: string): void {
    const path = this.trail.dotted();
    this.problems.push(invalid(this.#field(path), value, text(path), shown));
  }

  /** The server gives no field to some of its sentences; the path stands inside the text. */
  #nameless(text: string): void {
    this.problems.push(invalid(this.#prefix ?? NO_FIELD, '', text));
  }

  #field(dotted: string): string {
    const path = dotted.startsWith('.') ? dotted.slice(1) : dotted;
    if (this.#prefix === undefined) return path === '' ? NO_FIELD : path;
    return path === '' ? this.#prefix : `${this.#prefix}.${path}`;
  }
}

interface Outcome {
  readonly problems: Problem[];
  readonly matches: number;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
