/**
 * @module
 * Resource quotas: what the objects of a namespace use together, and whether there is room for more.
 */
export { startQuotaAccounting } from './accounting.ts';
export { resourceQuota } from './resource-quota.ts';
