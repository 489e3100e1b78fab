import {
  type Call,
  type Fault,
  type ListNode,
  type Macro,
  type MapNode,
  type Node,
  RESERVED_WORDS,
  type Select,
  type StructNode,
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
  printType,
  STRING,
  Substitution,
  sameType,
  type Type,
  UINT,
  variablesOf,
} from '../types/index.ts';
import { Inference } from './inference.ts';
import { iteratedTypes, macroType } from './macro-types.ts';
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
  checker.check(node, scope);
  const { faults, bindings, overloads, slots } = checker;
  return {
    node,
    type: checker.typeOf(node),
    faults,
    bindings,
    overloads,
    slots,
    typeOf: (part) => checker.typeOf(part),
  };
}

class Checker {
  readonly bindings = new Map<Node, Binding>();
  readonly overloads = new Map<Node, readonly Overload[]>();
  readonly slots = new Map<Macro, readonly number[]>();
  readonly #types = new Map<Node, Type>();
  readonly #inference = new Inference();

  get faults(): readonly Fault[] {
    return this.#inference.faults;
  }

  typeOf(node: Node): Type {
    return this.#inference.known(this.#types.get(node) ?? DYN);
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
        return this.#name(node, node.name, scope) ?? this.#inference.undeclared(node, node.name);
      case 'select':
        return this.#select(node, scope);
      case 'call':
        return this.#call(node, scope);
      case 'list':
        return this.#list(node, scope);
      case 'map':
        return this.#map(node, scope);
      case 'struct':
        return this.#struct(node, scope);
      default:
        return this.#macro(node, scope);
    }
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
    const operand = this.#inference.apply(this.check(node.operand, scope));
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
        return fieldOf(target, node.field) ?? this.#inference.fault(node, `undefined field '${node.field}'`);
      case 'param':
        this.#inference.fits([DYN], [target]);
        return DYN;
      default:
        if (!isWild(target))
          this.#inference.fault(node, `type '${printType(target)}' does not support field selection`);
        return DYN;
    }
  }

  #call(node: Call, scope: Scope): Type {
    const args = node.args.map((arg) => this.check(arg, scope));
    if (node.name === '_&&_' || node.name === '_||_') return this.#logical(node, args);
    if (node.name === '_?_:_') return this.#conditional(node, args);
    if (node.target === undefined) {
      const overloads = scope.functions(node.name);
      if (overloads === undefined) return this.#inference.undeclared(node, node.name);
      return this.#resolve(node, node.name, overloads, false, args);
    }
    const prefix = qualifiedName(node.target);
    const namespaced = prefix === undefined ? undefined : scope.functions(`${prefix}.${node.name}`);
    if (namespaced !== undefined) return this.#resolve(node, `${prefix}.${node.name}`, namespaced, false, args);
    const target = this.check(node.target, scope);
    if (node.name === 'or' || node.name === 'orValue') return this.#or(node, target, args);
    const overloads = scope.functions(node.name);
    if (overloads === undefined) return this.#inference.undeclared(node, node.name);
    return this.#resolve(node, node.name, overloads, true, [target, ...args]);
  }

  #logical(node: Call, args: readonly Type[]): Type {
    let isValid = true;
    for (const [index, type] of args.entries()) {
      if (this.#inference.fits([type], [BOOL])) continue;
      this.#inference.mismatch(node.args[index] ?? node, BOOL, type);
      isValid = false;
    }
    return isValid ? BOOL : ERROR;
  }

  #conditional(at: Node, args: readonly Type[]): Type {
    const result = this.#inference.fresh();
    if (!this.#inference.fits(args, [BOOL, result, result]))
      return this.#inference.noOverload(at, '_?_:_', args, false);
    return this.#inference.apply(result);
  }

  #or(node: Call, target: Type, args: readonly Type[]): Type {
    const value = this.#inference.fresh();
    const other = node.name === 'or' ? optionalOf(value) : value;
    const types = [target, ...args];
    if (!this.#inference.fits(types, [optionalOf(value), other]))
      return this.#inference.noOverload(node, node.name, types, true);
    return this.#inference.apply(other);
  }

  #resolve(node: Node, name: string, overloads: readonly Overload[], isMember: boolean, args: readonly Type[]): Type {
    const matching: Overload[] = [];
    let result: Type | undefined;
    for (const overload of overloads) {
      if (overload.isMember !== isMember || !mayFit(args, overload.args)) continue;
      const fresh = new Substitution(
        new Map([...variablesOf(overload)].map((variable) => [variable, this.#inference.fresh()])),
      );
      const wanted = overload.args.map((type) => fresh.apply(type));
      if (!this.#inference.fits(args, wanted)) continue;
      matching.push(overload);
      const type = this.#inference.apply(fresh.apply(overload.result));
      result = result === undefined || sameType(result, type) ? type : DYN;
    }
    if (result === undefined) return this.#inference.noOverload(node, name, args, isMember);
    this.overloads.set(node, matching);
    return result;
  }

  #list(node: ListNode, scope: Scope): Type {
    let element: Type | undefined;
    for (const { value, optional } of node.elements) {
      const type = this.#maybeOptional(value, this.check(value, scope), optional);
      element = this.#join(element, type);
    }
    return listOf(element ?? this.#inference.fresh());
  }

  #map(node: MapNode, scope: Scope): Type {
    let key: Type | undefined;
    let content: Type | undefined;
    for (const entry of node.entries) {
      key = this.#join(key, this.check(entry.key, scope));
      const type = this.#maybeOptional(entry.value, this.check(entry.value, scope), entry.optional);
      content = this.#join(content, type);
    }
    return mapOf(key ?? this.#inference.fresh(), content ?? this.#inference.fresh());
  }

  #struct(node: StructNode, scope: Scope): Type {
    const type = this.#constructed(node, scope);
    for (const { at, name, value, optional } of node.fields) {
      const given = this.#maybeOptional(value, this.check(value, scope), optional);
      const wanted = type.kind === 'object' ? fieldOf(type, name) : ERROR;
      if (wanted === undefined) this.#inference.fault({ at }, `undefined field '${name}'`);
      else if (!this.#inference.fits([given], [wanted])) this.#inference.fieldMismatch({ at }, name, wanted, given);
    }
    return type;
  }

  #constructed(node: StructNode, scope: Scope): Type {
    const binding = scope.find(node.type);
    if (binding === undefined) return this.#inference.undeclared(node, node.type);
    if (binding.kind !== 'type') return this.#inference.fault(node, `'${printType(binding.type)}' is not a type`);
    const made = binding.type.kind === 'type' ? binding.type.of : ERROR;
    if (made.kind === 'object') return made;
    return this.#inference.fault(node, `'${printType(made)}' is not a message type`);
  }

  #maybeOptional(node: Node, type: Type, isOptional: boolean): Type {
    if (!isOptional) return type;
    const found = this.#inference.apply(type);
    if (found.kind === 'optional') return found.value;
    return found.kind === 'dyn' ? found : this.#inference.mismatch(node, optionalOf(found), found);
  }

  /** Elements that do not fit each other make a literal of dyn; whether that is allowed is asked later. */
  #join(previous: Type | undefined, current: Type): Type {
    if (previous === undefined) return current;
    return this.#inference.fits([previous], [current]) ? mostGeneral(previous, current) : DYN;
  }

  #macro(node: Macro, scope: Scope): Type {
    const range = this.#inference.apply(this.check(node.range, scope));
    if (node.macro === 'optMap' || node.macro === 'optFlatMap') return this.#optionalMacro(node, range, scope);
    const types = iteratedTypes(node, range, this.#inference);
    const inner = this.#enter(node, types, scope);
    const filter = node.filter === undefined ? BOOL : this.check(node.filter, inner);
    const step = this.check(node.step, inner);
    const result = macroType(node, range, types, step, this.#inference);
    if (this.#inference.fits([filter], [BOOL])) return result;
    return this.#inference.noOverload(node, '_?_:_', [filter, result, result], false);
  }

  #enter(node: Macro, types: readonly Type[], scope: Scope): Scope {
    const inner = scope.inner(node.vars, types);
    this.slots.set(
      node,
      node.vars.map((name) => (inner.find(name) as Extract<Binding, { kind: 'variable' }>).slot),
    );
    return inner;
  }

  #optionalMacro(node: Macro, range: Type, scope: Scope): Type {
    const value = this.#inference.fresh();
    if (!this.#inference.fits([range], [optionalOf(value)]))
      return this.#inference.noOverload(node, 'hasValue', [range], true);
    const inner = this.#enter(node, [this.#inference.apply(value)], scope);
    const step = this.check(node.step, inner);
    return this.#conditional(node, [
      BOOL,
      node.macro === 'optMap' ? optionalOf(step) : step,
      optionalOf(this.#inference.fresh()),
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
  const known = type.fields.get(name) ?? (RESERVED_WORDS.has(name) ? type.fields.get(`__${name}__`) : undefined);
  return known ?? (type.isOpen ? DYN : undefined);
}

/** `a.b.c` as a name, which functions and types may have. */
function qualifiedName(node: Node): string | undefined {
  if (node.kind === 'ident') return node.name;
  if (node.kind !== 'select' || node.mode !== 'value') return undefined;
  const prefix = qualifiedName(node.operand);
  return prefix === undefined ? undefined : `${prefix}.${node.field}`;
}
