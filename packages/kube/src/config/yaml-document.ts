// A module of our own between: a bundler gives the names of a CommonJS package to static imports alone, and yaml is
// loaded only where a kubeconfig is read.
export { parseDocument } from 'yaml';
