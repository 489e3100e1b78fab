import type { JsonObject, JsonValue } from './json.ts';

/** One `x-kubernetes-validations` entry. */
export interface ValidationRule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

/**
 * `JSONSchemaProps` of apiextensions.k8s.io/v1, field by field. A field that the text sets to null is
 * absent, as on the server. Maps (`properties`, …) have no prototype, so any key is safe to look up.
 * Bounds mean float64 and counts int64 to the server; those that no `number` holds keep their digits as `bigint`.
 * `default`, `enum` and `example` are exact.
 */
export interface JsonSchema {
  readonly id?: string;
  readonly $schema?: string;
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly default?: JsonValue;
  readonly maximum?: number | bigint;
  readonly exclusiveMaximum?: boolean;
  readonly minimum?: number | bigint;
  readonly exclusiveMinimum?: boolean;
  readonly maxLength?: number | bigint;
  readonly minLength?: number | bigint;
  readonly pattern?: string;
  readonly maxItems?: number | bigint;
  readonly minItems?: number | bigint;
  readonly uniqueItems?: boolean;
  readonly multipleOf?: number | bigint;
  readonly enum?: readonly JsonValue[];
  readonly maxProperties?: number | bigint;
  readonly minProperties?: number | bigint;
  readonly required?: readonly string[];
  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly dependencies?: Readonly<Record<string, JsonSchema | readonly string[]>>;
  readonly additionalItems?: JsonSchema | boolean;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
  readonly externalDocs?: { readonly description?: string; readonly url?: string };
  readonly example?: JsonValue;
  readonly nullable?: boolean;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[];
}

export interface CrdNames {
  readonly plural?: string;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly kind?: string;
  readonly listKind?: string;
  readonly categories?: readonly string[];
}

export interface PrinterColumn {
  readonly name?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath?: string;
}

export interface CrdScale {
  readonly specReplicasPath?: string;
  readonly statusReplicasPath?: string;
  readonly labelSelectorPath?: string;
}

export interface CrdVersion {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean;
  readonly deprecationWarning?: string;
  readonly schema?: { readonly openAPIV3Schema?: JsonSchema };
  readonly subresources?: { readonly status?: JsonObject; readonly scale?: CrdScale };
  readonly additionalPrinterColumns?: readonly PrinterColumn[];
  readonly selectableFields?: readonly { readonly jsonPath?: string }[];
}

export interface CrdConversion {
  readonly strategy?: string;
  readonly webhook?: {
    readonly clientConfig?: {
      readonly url?: string;
      readonly service?: {
        readonly namespace?: string;
        readonly name?: string;
        readonly path?: string;
        readonly port?: number;
      };
      readonly caBundle?: string;
    };
    readonly conversionReviewVersions?: readonly string[];
  };
}

export interface CrdSpec {
  readonly group: string;
  readonly names: CrdNames;
  readonly scope: string;
  readonly versions: readonly CrdVersion[];
  readonly conversion?: CrdConversion;
  readonly preserveUnknownFields?: boolean;
}

export interface CrdStatus {
  readonly conditions?: readonly JsonObject[];
  readonly acceptedNames?: CrdNames;
  readonly storedVersions?: readonly string[];
  readonly observedGeneration?: number;
}

/** A field that apiextensions v1 does not have; the server drops it with a warning. */
export interface UnknownField {
  readonly path: readonly (string | number)[];
  readonly value: JsonValue;
}

/** A CustomResourceDefinition, parsed once. Holds no text and never changes. */
export interface Crd {
  readonly apiVersion: 'apiextensions.k8s.io/v1';
  readonly kind: 'CustomResourceDefinition';
  readonly metadata: JsonObject;
  readonly spec: CrdSpec;
  readonly status?: CrdStatus;
  /** What was written but is no field of the API, in the order of the text. */
  readonly unknownFields: readonly UnknownField[];
  /** Where it was read from, as the caller named it. */
  readonly source?: string;
}

/** `widgets.example.com`; where the metadata has no name, the one that it has to have. */
export function nameOf({ metadata: { name }, spec }: Crd): string {
  return typeof name === 'string' && name !== '' ? name : `${spec.names.plural ?? ''}.${spec.group}`;
}

/** The schema of a version; the server serves a version without one as an object without fields. */
export function schemaOf(crd: Crd, version: string): JsonSchema | undefined {
  return crd.spec.versions.find(({ name }) => name === version)?.schema?.openAPIV3Schema;
}

/** `items` as one schema; a list of schemas is refused by the structural check and counts as absent. */
export function itemsOf(schema: JsonSchema): JsonSchema | undefined {
  const { items } = schema;
  return Array.isArray(items) ? undefined : (items as JsonSchema | undefined);
}
