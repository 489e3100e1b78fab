/** A place in an object. Its text is made only when something is wrong there. */
export class At {
  readonly #parent: At | undefined;
  readonly #step: string;

  constructor(step: string, parent?: At) {
    this.#step = step;
    this.#parent = parent;
  }

  field(name: string): At {
    return new At(`.${name}`, this);
  }

  index(position: number): At {
    return new At(`[${position}]`, this);
  }

  key(key: string): At {
    return new At(`[${key}]`, this);
  }

  get path(): string {
    return (this.#parent?.path ?? '') + this.#step;
  }
}

export const SPEC = new At('spec');
export const METADATA = new At('metadata');
export const STATUS = new At('status');

/** Where objects of most kinds have their parts. */
export const PLACES = { spec: SPEC, status: STATUS, template: new At('template') };
