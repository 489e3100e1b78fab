import type { CompareOptions, CrdReport } from '../src/compatibility/index.ts';
import { compareCrds } from '../src/compatibility/index.ts';
import { type Crd, type JsonObject, parseCrd } from '../src/schema/index.ts';

export interface VersionShape {
  readonly name?: string;
  readonly served?: boolean;
  readonly storage?: boolean;
  /** Schema of `spec`. */
  readonly spec?: JsonObject;
  /** Schema of `status`. */
  readonly status?: JsonObject;
  /** Further fields of the version, beside the schema. */
  readonly more?: JsonObject;
}

export interface WidgetShape {
  readonly versions?: readonly VersionShape[];
  /** Further fields of the spec, which replace those of the widget. */
  readonly spec?: JsonObject;
  readonly metadata?: JsonObject;
  readonly status?: JsonObject;
}

function version({ name = 'v1', served = true, storage = true, spec, status, more }: VersionShape): JsonObject {
  const properties: JsonObject = {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object' },
    ...(spec === undefined ? {} : { spec }),
    ...(status === undefined ? {} : { status }),
  };
  return { name, served, storage, schema: { openAPIV3Schema: { type: 'object', properties } }, ...more };
}

/** A CRD that servers accept, as far as the given parts allow. */
export function widget({ versions = [{}], spec = {}, metadata = {}, status }: WidgetShape): Crd {
  return parseCrd({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com', ...metadata },
    spec: {
      group: 'example.com',
      names: { kind: 'Widget', plural: 'widgets' },
      scope: 'Namespaced',
      versions: versions.map(version),
      ...spec,
    },
    ...(status === undefined ? {} : { status }),
  });
}

/** A widget of one version whose spec has these properties. */
export function widgetWith(properties: JsonObject, more: JsonObject = {}): Crd {
  return widget({ versions: [{ spec: { type: 'object', properties, ...more } }] });
}

/** Findings in short, `V05 BREAK WS ^.spec.field`, sorted as in the report. */
export function stated({ findings }: CrdReport): string[] {
  return findings.map(({ rule, verdict, parties, version, path }) =>
    [rule, verdict, parties.join(''), version === 'v1' ? '' : version, path.length === 0 ? '' : `^.${path.join('.')}`]
      .filter((part) => part !== '')
      .join(' '),
  );
}

/** What is reported when `^.spec.field` changes from one schema to another. */
export function messagesOfField(old: JsonObject, now: JsonObject, options: CompareOptions = {}): string[] {
  return stated(compareCrds(widgetWith({ field: old }), widgetWith({ field: now }), options));
}
