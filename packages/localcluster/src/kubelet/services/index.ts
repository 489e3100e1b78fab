/**
 * @module
 * Ways to Services: cluster IPs lead nowhere on a laptop, these addresses do (L-23).
 */
export { ServiceProxy } from './service-proxy.ts';
