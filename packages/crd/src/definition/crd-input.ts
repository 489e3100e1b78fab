import type { z } from 'zod';
import type { CrdScale, JsonObject, PrinterColumn, ValidationRule } from '../schema/index.ts';

/** A column of `kubectl get`. */
export interface ColumnInput extends PrinterColumn {
  readonly name: string;
  readonly type: 'boolean' | 'date' | 'integer' | 'number' | 'string';
  /** `.spec.size`; simple paths only. */
  readonly jsonPath: string;
}

export interface VersionInput {
  readonly description?: string;
  /** What users write. `.optional()` and `.default(…)` make the whole spec optional. */
  readonly spec: z.ZodType;
  /** What the controller writes. Where it is given the kind has a status subresource. */
  readonly status?: z.ZodType;
  /** Rules in CEL over the whole object; `self.metadata.name` is there, too. */
  readonly rules?: readonly (ValidationRule | string)[];
  readonly columns?: readonly ColumnInput[];
  /** Paths that `--field-selector` can use: `.spec.size`. Kubernetes 1.31 and later. */
  readonly selectableFields?: readonly string[];
  /** Makes `kubectl scale` and autoscalers work. */
  readonly scale?: CrdScale & { readonly specReplicasPath: string; readonly statusReplicasPath: string };
  /** @default true */
  readonly served?: boolean;
  /** Whether objects are stored at this version; exactly one is. @default true for an only version */
  readonly storage?: boolean;
  /** Clients get a warning: this text, or the server's own for `true`. */
  readonly deprecated?: string | true;
  /** An object for the reference documentation. Without it, one is made up from the schema. */
  readonly example?: JsonObject;
}

export interface CrdInput<
  Versions extends Readonly<Record<string, VersionInput>> = Readonly<Record<string, VersionInput>>,
> {
  readonly group: string;
  readonly kind: string;
  /** @default the kind in lower case, with an "s" */
  readonly plural?: string;
  /** @default the kind in lower case */
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  /** `all` puts the kind into `kubectl get all`. */
  readonly categories?: readonly string[];
  readonly scope: 'Namespaced' | 'Cluster';
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** By name (`v1`), oldest first. */
  readonly versions: Versions;
}
