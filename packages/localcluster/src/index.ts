export { LocalClusterError, type LocalClusterErrorCode } from './errors.ts';
