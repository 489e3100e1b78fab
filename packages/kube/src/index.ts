export { type Clock, realClock, type Timer } from '@slipway/apimachinery/clock';
export * from './apply/index.ts';
export * from './body/index.ts';
export * from './cache/index.ts';
export * from './client/index.ts';
export * from './cluster/index.ts';
export {
  type ClusterConfig,
  type ExecConfig,
  type Impersonation,
  type LoadKubeconfigOptions,
  loadKubeconfig,
  type PemSource,
  type TlsConfig,
  type UserConfig,
} from './config/index.ts';
export * from './definitions/index.ts';
export * from './discovery/index.ts';
export * from './errors.ts';
export * from './kinds/index.ts';
export * from './log/index.ts';
export * from './options.ts';
export { withoutQuotedValues } from './secrecy/index.ts';
export * from './transport/index.ts';
export * from './watch/index.ts';
