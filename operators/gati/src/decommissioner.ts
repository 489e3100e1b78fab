export { VersionDecommissioner, type VersionDecommissionerOptions } from './decommission/index.ts';
