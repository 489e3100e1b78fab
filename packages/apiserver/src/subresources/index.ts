/**
 * @module
 * What is asked of objects beyond reading and writing them (L-12), and the seam for everything that
 * is answered without being stored: one table from resource, subresource and verb to a handler.
 */
import type { ServiceAccountTokens } from '../identity/index.ts';
import type { Kernel } from '../operations/index.ts';
import { bindPod } from './binding.ts';
import type { Handler, Handlers } from './call.ts';
import { evictPod } from './eviction.ts';
import { readLog } from './log.ts';
import type { PodAddressSources } from './pod-addresses.ts';
import type { PodLogSources } from './pod-logs.ts';
import { forwardPorts } from './port-forward.ts';
import { proxyRequest } from './proxy.ts';
import type { ProxyRoutes } from './proxy-routes.ts';
import { refuseStream } from './streams.ts';
import { requestToken } from './token.ts';

export { type Call, type Handler, type Handlers, type Kind, targetAs } from './call.ts';
export { type PodAddress, type PodAddresses, PodAddressSources } from './pod-addresses.ts';
export { type LogLine, type LogRequest, PodLogSources, type PodLogs } from './pod-logs.ts';
export { ProxyRoutes } from './proxy-routes.ts';

export interface SubresourceOptions {
  readonly kernel: Kernel;
  readonly serviceAccounts: ServiceAccountTokens;
  readonly logs: PodLogSources;
  readonly routes: ProxyRoutes;
  readonly addresses: PodAddressSources;
}

export function subresourceHandlers(options: SubresourceOptions): Handlers {
  const { kernel, serviceAccounts, logs } = options;
  const proxy: Handler = (call) => proxyRequest(call, options);
  const refused: Handler = (call) => refuseStream(call, kernel);
  return {
    'bindings create': (call) => bindPod(call, kernel),
    'pods/binding create': (call) => bindPod(call, kernel),
    'pods/eviction create': (call) => evictPod(call, kernel),
    'pods/log get': (call) => readLog(call, kernel, logs),
    'pods/proxy *': proxy,
    'services/proxy *': proxy,
    'nodes/proxy *': proxy,
    'pods/exec *': refused,
    'pods/attach *': refused,
    'pods/portforward create': (call) => forwardPorts(call, options),
    'pods/portforward get': refused,
    'serviceaccounts/token create': (call) => requestToken(call, kernel, serviceAccounts),
  };
}
