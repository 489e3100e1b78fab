import type { Fault, Node } from '../syntax/index.ts';
import { DYN, ERROR, param, printType, Substitution, type Type } from '../types/index.ts';

/** What is known about types so far, and what was found wrong with them. */
export class Inference {
  readonly faults: Fault[] = [];
  #substitution = new Substitution();
  #variables = 0;

  /** The type with everything known put in. */
  apply(type: Type): Type {
    return this.#substitution.apply(type);
  }

  /** The same; what stayed open is dyn. */
  known(type: Type): Type {
    return this.#substitution.apply(type, true);
  }

  /** A type that is not known yet. */
  fresh(): Type {
    return param(`_var${this.#variables++}`);
  }

  /** Whether all of `from` can be used for all of `to`; what that says about open types is kept only if so. */
  fits(from: readonly Type[], to: readonly Type[]): boolean {
    if (from.length !== to.length) return false;
    const trial = this.#substitution.copy();
    if (!from.every((type, index) => trial.unify(type, to[index] ?? DYN))) return false;
    this.#substitution = trial;
    return true;
  }

  fault(at: Pick<Node, 'at'>, text: string): Type {
    this.faults.push({ at: at.at, text });
    return ERROR;
  }

  undeclared(at: Node, name: string): Type {
    return this.fault(at, `undeclared reference to '${name}' (in container '')`);
  }

  mismatch(at: Node, wanted: Type, found: Type): Type {
    return this.fault(at, `expected type '${this.#print(wanted)}' but found '${this.#print(found)}'`);
  }

  fieldMismatch(at: Pick<Node, 'at'>, name: string, wanted: Type, found: Type): Type {
    const types = `is '${this.#print(wanted)}' but provided type is '${this.#print(found)}'`;
    return this.fault(at, `expected type of field '${name}' ${types}`);
  }

  noOverload(at: Node, name: string, types: readonly Type[], isMember: boolean): Type {
    const printed = types.map((type) => this.#print(type));
    const signature = isMember ? `${printed[0]}.(${printed.slice(1).join(', ')})` : `(${printed.join(', ')})`;
    return this.fault(at, `found no matching overload for '${name}' applied to '${signature}'`);
  }

  #print(type: Type): string {
    return printType(this.known(type));
  }
}
