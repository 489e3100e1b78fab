import { type Attributes, SpanKind } from '@opentelemetry/api';
import type { RequestTrace } from '@slipway/kube/transport';
import type { SyncTrace, WatchTrace } from '@slipway/kube/watch';
import type { ReconcileTrace } from '../controller/index.ts';
import type { ElectionTrace } from '../election/index.ts';

/** How the payloads of one channel become spans. */
export interface SpanForm<Payload> {
  readonly kind: SpanKind;
  /** Low in cardinality: it names a sort of work, not one piece of it. */
  readonly name: (payload: Payload) => string;
  /** Known at the start. */
  readonly begins: (payload: Payload) => Attributes;
  /** Known at the end. */
  readonly ends: (payload: Payload) => Attributes;
  /** Whether it is over when its `end` is published, with nothing to wait for. */
  readonly isInstant?: (payload: Payload) => boolean;
}

// Fields that are undefined are left out: exporters disagree about what they mean.
const known = (fields: Readonly<Record<string, string | number | boolean | undefined>>): Attributes =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const ofCollection = ({ cluster, resource, namespace }: WatchTrace | SyncTrace): Attributes =>
  known({ 'slipway.cluster': cluster, 'slipway.resource': resource, 'k8s.namespace.name': namespace });

/** By channel. Names of attributes follow OpenTelemetry's conventions where it has any. */
export const spanForms = {
  'slipway:reconcile': {
    kind: SpanKind.CONSUMER,
    name: ({ controller }) => `reconcile ${controller}`,
    begins: ({ controller, key }) => known({ 'slipway.controller': controller, 'slipway.key': JSON.stringify(key) }),
    ends: ({ reconcileID, result }) => known({ 'slipway.reconcile_id': reconcileID, 'slipway.result': result }),
  } satisfies SpanForm<ReconcileTrace>,
  'slipway:request': {
    kind: SpanKind.CLIENT,
    name: ({ method }) => method,
    begins: ({ server, method, path, lane, controller }) =>
      known({
        'server.address': new URL(server).hostname,
        'server.port': Number(new URL(server).port) || undefined,
        'http.request.method': method,
        'url.path': path,
        'slipway.lane': lane,
        'slipway.controller': controller,
      }),
    ends: ({ status, tries }) =>
      known({ 'http.response.status_code': status, 'http.request.resend_count': tries > 1 ? tries - 1 : undefined }),
  } satisfies SpanForm<RequestTrace>,
  'slipway:watch': {
    kind: SpanKind.CLIENT,
    name: ({ resource }) => `watch ${resource}`,
    begins: ofCollection,
    ends: ({ events, endedBy }) => known({ 'slipway.events': events, 'slipway.ended_by': endedBy }),
  } satisfies SpanForm<WatchTrace>,
  'slipway:sync': {
    kind: SpanKind.CLIENT,
    name: ({ resource }) => `sync ${resource}`,
    begins: (payload) => ({ ...ofCollection(payload), ...known({ 'slipway.method': payload.method }) }),
    ends: ({ objects, endedBy }) => known({ 'slipway.objects': objects, 'slipway.ended_by': endedBy }),
  } satisfies SpanForm<SyncTrace>,
  'slipway:election': {
    kind: SpanKind.INTERNAL,
    name: ({ act }) => `election ${act}`,
    begins: ({ lease, identity, reason }) =>
      known({ 'slipway.lease': lease, 'slipway.identity': identity, 'slipway.reason': reason }),
    ends: ({ slowPath }) => known({ 'slipway.slow_path': slowPath }),
    isInstant: ({ act }) => act === 'lost',
  } satisfies SpanForm<ElectionTrace>,
};
