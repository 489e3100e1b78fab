import { COMPARABLE, FUNCTIONS } from '../library/index.ts';
import {
  type Call,
  type Fault,
  type ListNode,
  type Macro,
  type MapNode,
  type Node,
  RESERVED_WORDS,
  type Select,
} from '../syntax/index.ts';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DYN,
  ERROR,
  INT,
  isWild,
  listOf,
  mapOf,
  mostGeneral,
  NULL,
  type ObjectType,
  type Overload,
  optionalOf,
  param,
  printType,
  STRING,
  Substitution,
  sameType,
  type Type,
  UINT,
  variablesOf,
} from '../types/index.ts';
import type { Binding, Scope } from './scope.ts';

/** What the checker found out about an expression. */
export interface Checked {
  readonly node: Node;
  readonly type: Type;
  readonly faults: readonly Fault[];
  readonly bindings: ReadonlyMap<Node, Binding>;
  /** For each call the signatures that its arguments may have; more than one only where a type is dyn. */
  readonly overloads: ReadonlyMap<Node, readonly Overload[]>;
  /** Slots of the variables of each macro. */
  readonly slots: ReadonlyMap<Macro, readonly number[]>;
  typeOf(node: Node): Type;
}

const LITERALS = { bool: BOOL, int: INT, uint: UINT, double: DOUBLE, string: STRING, bytes: BYTES, null: NULL };

/** Finds the type of every part of an expression and what every name stands for. Never throws. */
export function check(node: Node, scope: Scope): Checked {
  const checker = new Checker();
  const type = checker.check(node, scope);
  const { faults, bindings, overloads, slots } = checker;
  return {
    node,
    type: checker.known(type),
    faults,
    bindings,
    overloads,
    slots,
    typeOf: (part) => checker.typeOf(part),
  };
}

class Checker {
  readonly faults: Fault[] = [];
  readonly bindings = new Map<Node, Binding>();
  readonly overloads = new Map<Node, readonly Overload[]>();
  readonly slots = new Map<Macro, readonly number[]>();
  readonly #types = new Map<Node, Type>();
  #substitution = new Substitution();
  #variables = 0;

  /** The type with everything known put in; what stayed open is dyn. */
  known(type: Type): Type {
    return this.#substitution.apply(type, true);
  }

  typeOf(node: Node): Type {
    return this.known(this.#types.get(node) ?? DYN);
  }

  check(node: Node, scope: Scope): Type {
    const type = this.#check(node, scope);
    this.#types.set(node, type);
    return type;
  }

  #check(node: Node, scope: Scope): Type {
    switch (node.kind) {
      case 'literal':
        return LITERALS[node.type];
      case 'ident':
        return this.#name(node, node.name, scope) ?? this.#undeclared(node, node.name);
      case 'select':
        return this.#select(node, scope);
      case 'call':
        return this.#call(node, scope);
      case 'list':
        return this.#list(node, scope);
      case 'map':
        return this.#map(node, scope);
      default:
        return this.#macro(node, scope);
    }
  }

  #fault(at: Node, text: string): Type {
    this.faults.push({ at: at.at, text });
    return ERROR;
  }

  #undeclared(at: Node, name: string): Type {
    return this.#fault(at, `undeclared reference to '${name}' (in container '')`);
  }

  #mismatch(at: Node, wanted: Type, found: Type): Type {
    return this.#fault(
      at,
      `expected type '${printType(this.known(wanted))}' but found '${printType(this.known(found))}'`,
    );
  }

  #fresh(): Type {
    return param(`_var${this.#variables++}`);
  }

  #fits(from: readonly Type[], to: readonly Type[]): boolean {
    if (from.length !== to.length) return false;
    const trial = this.#substitution.copy();
    if (!from.every((type, index) => trial.unify(type, to[index] ?? DYN))) return false;
    this.#substitution = trial;
    return true;
  }

  #name(node: Node, name: string, scope: Scope): Type | undefined {
    const binding = scope.find(name);
    if (binding === undefined) return undefined;
    this.bindings.set(node, binding);
    return binding.type;
  }

  #select(node: Select, scope: Scope): Type {
    const name = node.mode === 'value' ? qualifiedName(node) : undefined;
    const named = name === undefined ? undefined : this.#name(node, name, scope);
    if (named !== undefined) return named;
    const operand = this.#substitution.apply(this.check(node.operand, scope));
    const isOptional = operand.kind === 'optional';
    const result = this.#field(node, isOptional ? operand.value : operand);
    if (node.mode === 'test') return BOOL;
    return isOptional || node.mode === 'optional' ? optionalOf(result) : result;
  }

  #field(node: Select, target: Type): Type {
    switch (target.kind) {
      case 'map':
        return target.value;
      case 'object':
        return fieldOf(target, node.field) ?? this.#fault(node, `undefined field '${node.field}'`);
      case 'param':
        this.#fits([DYN], [target]);
        return DYN;
      default:
        if (!isWild(target)) this.#fault(node, `type '${printType(target)}' does not support field selection`);
        return DYN;
    }
  }

  #call(node: Call, scope: Scope): Type {
    const args = node.args.map((arg) => this.check(arg, scope));
    if (node.name === '_&&_' || node.name === '_||_') return this.#logical(node, args);
    if (node.name === '_?_:_') return this.#conditional(node, args);
    if (node.target === undefined) {
      const overloads = FUNCTIONS.get(node.name);
      if (overloads === undefined) return this.#undeclared(node, node.name);
      return this.#resolve(node, node.name, overloads, false, args);
    }
    const prefix = qualifiedName(node.target);
    const namespaced = prefix === undefined ? undefined : FUNCTIONS.get(`${prefix}.${node.name}`);
    if (namespaced !== undefined) return this.#resolve(node, `${prefix}.${node.name}`, namespaced, false, args);
    const target = this.check(node.target, scope);
    if (node.name === 'or' || node.name === 'orValue') return this.#or(node, target, args);
    const overloads = FUNCTIONS.get(node.name);
    if (overloads === undefined) return this.#undeclared(node, node.name);
    return this.#resolve(node, node.name, overloads, true, [target, ...args]);
  }

  #logical(node: Call, args: readonly Type[]): Type {
    let isValid = true;
    for (const [index, type] of args.entries()) {
      if (this.#fits([type], [BOOL])) continue;
      this.#mismatch(node.args[index] ?? node, BOOL, type);
      isValid = false;
    }
    return isValid ? BOOL : ERROR;
  }

  #conditional(at: Node, args: readonly Type[]): Type {
    const result = this.#fresh();
    if (!this.#fits(args, [BOOL, result, result])) return this.#noOverload(at, '_?_:_', args, false);
    return this.#substitution.apply(result);
  }

  #or(node: Call, target: Type, args: readonly Type[]): Type {
    const value = this.#fresh();
    const other = node.name === 'or' ? optionalOf(value) : value;
    const types = [target, ...args];
    if (!this.#fits(types, [optionalOf(value), other])) return this.#noOverload(node, node.name, types, true);
    return this.#substitution.apply(other);
  }

  #noOverload(at: Node, name: string, types: readonly Type[], isMember: boolean): Type {
    const printed = types.map((type) => printType(this.known(type)));
    const signature = isMember ? `${printed[0]}.(${printed.slice(1).join(', ')})` : `(${printed.join(', ')})`;
    return this.#fault(at, `found no matching overload for '${name}' applied to '${signature}'`);
  }

  #resolve(node: Node, name: string, overloads: readonly Overload[], isMember: boolean, args: readonly Type[]): Type {
    const matching: Overload[] = [];
    let result: Type | undefined;
    for (const overload of overloads) {
      if (overload.isMember !== isMember || !mayFit(args, overload.args)) continue;
      const fresh = new Substitution(new Map([...variablesOf(overload)].map((variable) => [variable, this.#fresh()])));
      const wanted = overload.args.map((type) => fresh.apply(type));
      if (!this.#fits(args, wanted)) continue;
      matching.push(overload);
      const type = this.#substitution.apply(fresh.apply(overload.result));
      result = result === undefined || sameType(result, type) ? type : DYN;
    }
    if (result === undefined) return this.#noOverload(node, name, args, isMember);
    this.overloads.set(node, matching);
    return result;
  }

  #list(node: ListNode, scope: Scope): Type {
    let element: Type | undefined;
    for (const { value, optional } of node.elements) {
      const type = this.#maybeOptional(value, this.check(value, scope), optional);
      element = this.#join(element, type);
    }
    return listOf(element ?? this.#fresh());
  }

  #map(node: MapNode, scope: Scope): Type {
    let key: Type | undefined;
    let content: Type | undefined;
    for (const entry of node.entries) {
      key = this.#join(key, this.check(entry.key, scope));
      const type = this.#maybeOptional(entry.value, this.check(entry.value, scope), entry.optional);
      content = this.#join(content, type);
    }
    return mapOf(key ?? this.#fresh(), content ?? this.#fresh());
  }

  #maybeOptional(node: Node, type: Type, isOptional: boolean): Type {
    if (!isOptional) return type;
    const found = this.#substitution.apply(type);
    if (found.kind === 'optional') return found.value;
    return found.kind === 'dyn' ? found : this.#mismatch(node, optionalOf(found), found);
  }

  /** Elements that do not fit each other make a literal of dyn; whether that is allowed is asked later. */
  #join(previous: Type | undefined, current: Type): Type {
    if (previous === undefined) return current;
    return this.#fits([previous], [current]) ? mostGeneral(previous, current) : DYN;
  }

  #macro(node: Macro, scope: Scope): Type {
    const range = this.#substitution.apply(this.check(node.range, scope));
    if (node.macro === 'optMap' || node.macro === 'optFlatMap') return this.#optionalMacro(node, range, scope);
    const types = this.#iterated(node, range);
    const inner = this.#enter(node, types, scope);
    const filter = node.filter === undefined ? BOOL : this.check(node.filter, inner);
    const step = this.check(node.step, inner);
    const result = this.#macroResult(node, range, types, step);
    if (this.#fits([filter], [BOOL])) return result;
    return this.#noOverload(node, '_?_:_', [filter, result, result], false);
  }

  #enter(node: Macro, types: readonly Type[], scope: Scope): Scope {
    const inner = scope.inner(node.vars, types);
    this.slots.set(
      node,
      node.vars.map((name) => (inner.find(name) as Extract<Binding, { kind: 'variable' }>).slot),
    );
    return inner;
  }

  /** The types of the macro's variables. */
  #iterated(node: Macro, range: Type): Type[] {
    const isDouble = node.vars.length === 2;
    switch (range.kind) {
      case 'list':
        return isDouble ? [INT, range.element] : [range.element];
      case 'map':
        return isDouble ? [range.key, range.value] : [range.key];
      case 'dyn':
      case 'error':
      case 'param':
        this.#fits([DYN], [range]);
        return [DYN, DYN];
      default: {
        const text = `expression of type '${printType(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`;
        return [this.#fault(node.range, text), ERROR];
      }
    }
  }

  #macroResult(node: Macro, range: Type, types: readonly Type[], step: Type): Type {
    const element = types[0] ?? DYN;
    switch (node.macro) {
      case 'all':
      case 'exists':
        return this.#fits([step], [BOOL]) ? BOOL : this.#mismatch(node.step, BOOL, step);
      case 'existsOne':
        return this.#fits([step], [BOOL]) ? BOOL : this.#noOverload(node, '_?_:_', [step, INT, INT], false);
      case 'filter': {
        const list = listOf(element);
        return this.#fits([step], [BOOL]) ? list : this.#noOverload(node, '_?_:_', [step, list, list], false);
      }
      case 'transformMap':
        return mapOf(element, step);
      case 'transformMapEntry': {
        const entry = mapOf(this.#fresh(), this.#fresh());
        if (this.#fits([step], [entry])) return this.#substitution.apply(entry);
        return this.#noOverload(node, 'cel.@mapInsert', [entry, step], false);
      }
      case 'sortBy': {
        const keys = listOf(step);
        const isSortable = COMPARABLE.some((type) => this.#fits([range, keys], [listOf(this.#fresh()), listOf(type)]));
        return isSortable ? range : this.#noOverload(node, '@sortByAssociatedKeys', [range, keys], true);
      }
      default:
        return listOf(step);
    }
  }

  #optionalMacro(node: Macro, range: Type, scope: Scope): Type {
    const value = this.#fresh();
    if (!this.#fits([range], [optionalOf(value)])) return this.#noOverload(node, 'hasValue', [range], true);
    const inner = this.#enter(node, [this.#substitution.apply(value)], scope);
    const step = this.check(node.step, inner);
    return this.#conditional(node, [
      BOOL,
      node.macro === 'optMap' ? optionalOf(step) : step,
      optionalOf(this.#fresh()),
    ]);
  }
}

/** Rules out most signatures at a glance: two known types of different kinds never fit. */
function mayFit(from: readonly Type[], to: readonly Type[]): boolean {
  return (
    from.length === to.length &&
    from.every(({ kind }, index) => kind === to[index]?.kind || OPEN.has(kind) || OPEN.has(to[index]?.kind))
  );
}

const OPEN: ReadonlySet<Type['kind'] | undefined> = new Set(['dyn', 'error', 'param', 'null']);

/** A property that is called like a reserved word may be named with or without its escape. */
function fieldOf(type: ObjectType, name: string): Type | undefined {
  return type.fields.get(name) ?? (RESERVED_WORDS.has(name) ? type.fields.get(`__${name}__`) : undefined);
}

/** `a.b.c` as a name, which functions and types may have. */
function qualifiedName(node: Node): string | undefined {
  if (node.kind === 'ident') return node.name;
  if (node.kind !== 'select' || node.mode !== 'value') return undefined;
  const prefix = qualifiedName(node.operand);
  return prefix === undefined ? undefined : `${prefix}.${node.field}`;
}
