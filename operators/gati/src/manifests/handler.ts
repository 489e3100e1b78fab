import type { OwnerReference } from '@gati-framework/contracts/deployment';
import { type Labels, type Manifest, manifestsOf, type Workload } from '@slipway/workloads';
import { handlerLabels, handlerObjectName, handlerSelector, LABELS } from '../names/index.ts';
import type { GatiHandlerSpec } from '../types/index.ts';

/** What belongs to a handler and to none of its versions. */
export interface HandlerInput {
  readonly handler: { readonly namespace: string; readonly name: string };
  /** The pods behind the stable Service, as the router wants them. */
  readonly selector: Labels;
  /** Of the handler; `service.port` may give callers another one. */
  readonly port: number;
  readonly service?: GatiHandlerSpec['service'] | undefined;
  /** The GatiHandler, where the target is a cluster (G-22). */
  readonly owner?: OwnerReference | undefined;
  /** Asks a Prometheus operator to scrape all versions. Only where it is installed (G-179). @default none */
  readonly monitor?: { readonly path?: string | undefined } | undefined;
}

export function handlerWorkload({ handler, selector, port, service = {}, owner, monitor }: HandlerInput): Workload {
  const { type, annotations } = service;
  return {
    name: handlerObjectName(handler.name),
    namespace: handler.namespace,
    labels: handlerLabels(handler.name),
    selector: handlerSelector(handler.name),
    ...(owner && { owner }),
    services: [
      {
        selector,
        ...(type && { type }),
        ...(annotations && { annotations }),
        // By name: pods of two versions may listen on different numbers.
        ports: [{ name: 'http', port: service.port ?? port, targetPort: 'http' }],
      },
    ],
    ...(monitor && { monitor: { port: 'http', ...(monitor.path !== undefined && { path: monitor.path }) } }),
  };
}

export function handlerManifests(input: HandlerInput): Manifest[] {
  return manifestsOf(handlerWorkload(input)).map((manifest) =>
    manifest.kind === 'ServiceMonitor' ? scrapedOnce(manifest) : manifest,
  );
}

/** Through the Services of versions alone: through the stable one too, every pod would count twice. */
function scrapedOnce(monitor: Extract<Manifest, { kind: 'ServiceMonitor' }>): Manifest {
  const matchExpressions = [{ key: LABELS.versionKey, operator: 'Exists' }];
  return { ...monitor, spec: { ...monitor.spec, selector: { ...monitor.spec.selector, matchExpressions } } };
}
