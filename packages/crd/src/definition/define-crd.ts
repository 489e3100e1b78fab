import type { z } from 'zod';
import { celRules } from '../cel/index.ts';
import { CrdError } from '../errors.ts';
import {
  type CompiledSchema,
  type Crd,
  compileSchema,
  parseCrd,
  printProblem,
  structuralProblems,
} from '../schema/index.ts';
import type { CrdInput, VersionInput } from './crd-input.ts';
import { type CrdManifest, manifestOf } from './manifest.ts';
import { printYaml } from './manifest-text.ts';
import { printReference } from './reference.ts';

declare const inputType: unique symbol;
declare const specType: unique symbol;
declare const statusType: unique symbol;

/**
 * One version of a defined kind. By its shape it is a `Kind` of `@slipway/kube`:
 * `const Widget: Kind<SpecOf<typeof v1>, StatusOf<typeof v1>> = v1`.
 */
export interface DefinedKind<Spec = unknown, Status = unknown, Input = unknown> {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: 'Namespaced' | 'Cluster';
  /** Prunes, defaults and validates objects as the server does, rules in CEL included. Compiled when first read. */
  readonly schema: CompiledSchema;
  /** Never set: these carry the types to where the kind is used. */
  readonly [specType]?: Spec;
  readonly [statusType]?: Status;
  readonly [inputType]?: Input;
}

/** The spec as the server returns it: fields with a default are there. */
export type SpecOf<Kind> = Kind extends DefinedKind<infer Spec, infer _Status, infer _Input> ? Spec : never;
/** The spec as users write it: fields with a default may be missing. */
export type SpecInputOf<Kind> = Kind extends DefinedKind<infer _Spec, infer _Status, infer Input> ? Input : never;
export type StatusOf<Kind> = Kind extends DefinedKind<infer _Spec, infer Status, infer _Input> ? Status : never;

type KindOf<Version extends VersionInput> = DefinedKind<
  z.output<Version['spec']>,
  Version['status'] extends z.ZodType ? z.output<Version['status']> : undefined,
  z.input<Version['spec']>
>;

export interface CrdDefinition<Versions extends Readonly<Record<string, VersionInput>>> {
  /** What is applied to a cluster; keys are sorted, so equal definitions print equal bytes. */
  readonly manifest: CrdManifest;
  readonly crd: Crd;
  /** By version: `widgets.kinds.v1`. */
  readonly kinds: { readonly [Name in keyof Versions]: KindOf<Versions[Name]> };
  /** The manifest as YAML. */
  yaml(): string;
  /** Reference documentation in Markdown, with an example of each version that the server would accept. */
  reference(): string;
}

/**
 * Defines a kind once; types, CRD, validation and documentation come out of it.
 *
 * Guarantees: the schemas are structural and their rules compile, or it throws here rather than at the
 * server; the same input gives the same bytes.
 * Errors: `CRD_NOT_EXPRESSIBLE` where zod can say what a CRD cannot, with the path of the field;
 * `CRD_NOT_STRUCTURAL` with the server's own words for the rest.
 */
export function defineCrd<const Versions extends Readonly<Record<string, VersionInput>>>(
  input: CrdInput<Versions>,
): CrdDefinition<Versions> {
  const manifest = manifestOf(input);
  const crd = parseCrd(manifest);
  const name = `${crd.spec.names.plural}.${crd.spec.group}`;
  const problems = structuralProblems(crd, { rules: celRules });
  if (problems.length > 0) {
    throw new CrdError('CRD_NOT_STRUCTURAL', problems.map(printProblem).join('; '), { source: name });
  }
  const kinds = Object.fromEntries(crd.spec.versions.map((version) => [version.name, kindOf(crd, version.name)]));
  const examples = new Map(Object.entries(input.versions).map(([version, { example }]) => [version, example]));
  return {
    manifest,
    crd,
    kinds: kinds as CrdDefinition<Versions>['kinds'],
    yaml: () => printYaml(manifest),
    reference: () => printReference(crd, (version) => examples.get(version)),
  };
}

function kindOf({ spec, ...crd }: Crd, version: string): DefinedKind {
  let compiled: CompiledSchema | undefined;
  const { kind = '', plural = '' } = spec.names;
  return {
    group: spec.group,
    version,
    kind,
    plural,
    scope: spec.scope === 'Cluster' ? 'Cluster' : 'Namespaced',
    get schema() {
      compiled ??= compileSchema({ ...crd, spec }, version, { rules: celRules });
      return compiled;
    },
  };
}
