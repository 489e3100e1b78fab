import type { JsonObject } from '../objects/index.ts';

/** What is filled in, by the name of the type that has it. */
export interface TypeDefaults {
  /** Fields that a type has even when nobody set them, with their values. */
  readonly constants?: Readonly<Record<string, JsonObject>>;
  /** What a type fills in by what else it holds. */
  readonly computed?: Readonly<Record<string, (value: JsonObject) => JsonObject>>;
}
