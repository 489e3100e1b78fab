import type { Ref } from '@gati-framework/contracts/deployment';
import { stringify } from 'yaml';
import { digestOf } from '../resources/index.ts';
import type { Entry } from './entry.ts';

/** What a chart is made of. */
export interface ChartContent {
  readonly release: string;
  /** For people: whom the chart is for. */
  readonly owner: Ref;
  readonly entries: readonly Entry[];
}

/** YAML as helm reads it, which is 1.1: there `n` and `on` are booleans unless they are quoted. */
const asYaml = (value: unknown): string =>
  stringify(value, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });

/** values.yaml: every object, whole. A person or a pipeline can override any field. */
export function valuesFile({ entries }: ChartContent): string {
  const resources = Object.fromEntries(entries.map(({ key, body }) => [key, body]));
  return `# Written anew with every change. Override values with a file of your own.\n${asYaml({ resources })}`;
}

export function valuesSchema({ entries }: ChartContent): string {
  const textMap = { type: 'object', additionalProperties: { type: 'string' } };
  const metadata = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, namespace: { type: 'string' }, labels: textMap, annotations: textMap },
  };
  const resource = (kind: object): object => ({
    type: 'object',
    required: ['apiVersion', 'kind', 'metadata'],
    properties: { apiVersion: { type: 'string', minLength: 1 }, kind, metadata },
  });
  const properties = Object.fromEntries(entries.map(({ key, body }) => [key, resource({ const: body.kind })]));
  const resources = { type: 'object', properties, additionalProperties: resource({ type: 'string' }) };
  const schema = { type: 'object', required: ['resources'], properties: { resources } };
  return `${JSON.stringify({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema }, null, 2)}\n`;
}

/** Whose replicas a scaler may decide. */
const SCALED = new Set(['Deployment', 'StatefulSet', 'ReplicaSet']);

/**
 * Keeps the replicas that there are where the values name none. Left out they would be no scaler's: helm removes a
 * field that the revision before had, and the server puts 1 in its place.
 */
const KEPT_REPLICAS = `
{{- if not (hasKey .spec "replicas") }}
{{- with lookup .apiVersion .kind (.metadata.namespace | default $.Release.Namespace) .metadata.name }}
{{- $_ := set $object "spec" (merge (dict "replicas" .spec.replicas) $object.spec) }}
{{- end }}
{{- end }}`;

/** The template of one object. It holds nothing that changes, so an edited one stays right. */
export function templateFile(key: string, { kind, name }: Pick<Ref, 'kind' | 'name'>): string {
  return `{{- /* ${kind} ${name}: its content is in values.yaml. Edit this file freely; an edited one is kept. */}}
{{- with index .Values.resources "${key}" }}
{{- $object := omit . "apiVersion" "kind" "metadata" }}${SCALED.has(kind) ? KEPT_REPLICAS : ''}
apiVersion: {{ .apiVersion }}
kind: {{ .kind }}
metadata:
  {{- toYaml .metadata | nindent 2 }}
{{- range $field, $content := $object }}
{{ $field }}:
  {{- toYaml $content | nindent 2 }}
{{- end }}
{{- end }}
`;
}

/** Chart.yaml. Its versions name the content, so that `helm history` tells one state from another. */
export function chartFile({ release, owner }: ChartContent, digest: string): string {
  return asYaml({
    apiVersion: 'v2',
    name: release,
    description: `What ${owner.kind} ${owner.namespace ? `${owner.namespace}/` : ''}${owner.name} deploys.`,
    type: 'application',
    version: `1.0.0+${digest}`,
    appVersion: digest,
  });
}

/** Names the content of a chart, edits included. */
export function chartDigest(files: Readonly<Record<string, string>>): string {
  return digestOf(files);
}
