import type { OwnerReference } from '@gati-framework/contracts/deployment';
import type { ServicePart, Workload } from '@slipway/workloads';
import type { Grants } from '../capabilities/index.ts';
import { moduleAnnotations, moduleLabels, moduleObjectName, moduleSelector } from '../names/index.ts';
import type { GatiModuleSpec } from '../types/index.ts';
import { podOf } from './pods.ts';
import type { Protocol } from './probes.ts';
import type { Scale } from './version.ts';

/** A module as it is to be deployed. */
export interface ModuleInput {
  readonly module: { readonly namespace: string; readonly name: string };
  readonly spec: GatiModuleSpec;
  /** What its capabilities come to. */
  readonly grants: Grants;
  readonly scale: Scale;
  /** The GatiModule, where the target is a cluster (G-22). */
  readonly owner?: OwnerReference | undefined;
  /** Whether the Prometheus operator's kinds are there to ask for a scrape (G-179). @default false */
  readonly canMonitor?: boolean | undefined;
  /** Whether the API server knows the preStop sleep, as those from 1.30 on do. @default true */
  readonly canSleep?: boolean | undefined;
}

const GRPC_PORT = 50051;
const PROGRESS_DEADLINE_SECONDS = 600;

const APP_PROTOCOLS: Readonly<Record<Protocol, string | undefined>> = {
  http: 'http',
  grpc: 'kubernetes.io/h2c',
  tcp: undefined,
};

export function protocolOf({ protocol, port }: Pick<GatiModuleSpec, 'protocol' | 'port'>): Protocol {
  return protocol ?? (port === GRPC_PORT ? 'grpc' : 'http');
}

/** The module as a workload: Deployment, RPC Service, ConfigMap, NetworkPolicy, scaler and budget of one name. */
export function moduleWorkload(input: ModuleInput): Workload {
  const { module, spec, grants, scale, owner, canMonitor, canSleep } = input;
  const name = moduleObjectName(module.name);
  const annotations = moduleAnnotations(spec);
  const protocol = protocolOf(spec);
  return {
    name,
    namespace: module.namespace,
    labels: moduleLabels(module.name, spec.moduleName),
    annotations,
    selector: moduleSelector(module.name),
    ...(owner && { owner }),
    ...scale,
    pod: podOf(withRestartPolicy(spec), {
      container: 'module',
      protocol,
      env: environmentOf(spec, grants),
      annotations,
      configMap: name,
      volumes: grants.volumes,
      mounts: grants.mounts,
      workingDir: spec.moduleType === 'oci' ? spec.oci?.workingDir : undefined,
      runtimeClassName: spec.moduleType === 'wasm' ? spec.wasm?.runtimeClassName : undefined,
      canSleep,
    }),
    deployment: { progressDeadlineSeconds: PROGRESS_DEADLINE_SECONDS },
    configMaps: [
      {
        data: {
          'module-name': spec.moduleName,
          'module-type': spec.moduleType,
          runtime: spec.runtime,
          port: String(spec.port),
          capabilities: grants.granted.join(','),
        },
      },
    ],
    services: [serviceOf(spec, protocol)],
    network: grants.network,
    ...(canMonitor && spec.monitoring?.serviceMonitor && { monitor: { port: protocol } }),
  };
}

/** What each type of module finds in its environment (G-121). */
function environmentOf(spec: GatiModuleSpec, { env }: Grants): Readonly<Record<string, string>> {
  const { moduleName, moduleType, runtime, port, wasm } = spec;
  return {
    PORT: String(port),
    MODULE_NAME: moduleName,
    MODULE_TYPE: moduleType,
    ...(moduleType === 'node' && { NODE_ENV: 'production' }),
    // An image that brings its own runtime is given its name; a RuntimeClass needs nothing.
    ...(moduleType === 'wasm' && wasm?.runtimeClassName === undefined && { WASM_RUNTIME: runtime }),
    ...env,
  };
}

/** A module that only readiness may judge is never restarted for being slow (G-124). */
function withRestartPolicy(spec: GatiModuleSpec): GatiModuleSpec {
  if (spec.restart?.policy !== 'ReadinessOnly') return spec;
  return { ...spec, probes: { ...spec.probes, liveness: { enabled: false } } };
}

function serviceOf({ port, service = {} }: GatiModuleSpec, protocol: Protocol): ServicePart {
  const { type, headless, annotations } = service;
  const appProtocol = APP_PROTOCOLS[protocol];
  return {
    ...(type && { type }),
    ...(headless !== undefined && { headless }),
    ...(annotations && { annotations }),
    ports: [
      {
        name: protocol,
        port: service.port ?? port,
        targetPort: protocol,
        ...(appProtocol !== undefined && { appProtocol }),
      },
    ],
  };
}
