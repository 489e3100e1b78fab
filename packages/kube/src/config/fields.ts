import { configError } from './config-error.ts';

/**
 * One mapping of a kubeconfig, with the file and the path that lead to it: what a field holds is
 * checked where it is read, and every complaint says where that was.
 */
export class Fields {
  readonly origin: string;
  readonly path: string;
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(origin: string, path: string, value: unknown) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw configError(origin, `${path || 'the document'} must be a mapping of fields.`);
    }
    this.origin = origin;
    this.path = path;
    this.#values = value as Record<string, unknown>;
  }

  has(name: string): boolean {
    const value = this.#values[name];
    return value !== undefined && value !== null && value !== '';
  }

  /** The text of a field; an empty one counts as absent, as kubectl writes them. */
  text(name: string): string | undefined {
    if (!this.has(name)) return undefined;
    const value = this.#values[name];
    if (typeof value !== 'string') throw this.wrong(name, 'must be a text; put it in quotes');
    return value;
  }

  requiredText(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw this.wrong(name, 'is missing');
    return value;
  }

  flag(name: string): boolean {
    if (!this.has(name)) return false;
    const value = this.#values[name];
    if (typeof value !== 'boolean') throw this.wrong(name, 'must be true or false');
    return value;
  }

  texts(name: string): readonly string[] {
    return this.#list(name).map((item, index) => {
      if (typeof item !== 'string') throw this.wrong(`${name}[${index}]`, 'must be a text; put it in quotes');
      return item;
    });
  }

  /** A list of mappings. */
  items(name: string): readonly Fields[] {
    return this.#list(name).map((item, index) => new Fields(this.origin, this.#at(`${name}[${index}]`), item));
  }

  child(name: string): Fields | undefined {
    return this.has(name) ? new Fields(this.origin, this.#at(name), this.#values[name]) : undefined;
  }

  names(): readonly string[] {
    return Object.keys(this.#values);
  }

  /** The value as it is, for what is passed on without being understood. */
  raw(name: string): unknown {
    return this.#values[name];
  }

  wrong(name: string, problem: string) {
    return configError(this.origin, `${this.#at(name)} ${problem}.`);
  }

  #list(name: string): readonly unknown[] {
    if (!this.has(name)) return [];
    const value = this.#values[name];
    if (!Array.isArray(value)) throw this.wrong(name, 'must be a list');
    return value;
  }

  #at(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }
}
