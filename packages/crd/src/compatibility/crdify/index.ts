/**
 * @module
 * What crdify v0.6.0 says about a change, check by check and word by word, also where it is wrong.
 *
 * Nothing is normalised here: the point is that both tools give the same answer to the same input.
 * OLM v1 runs the same checks under a configuration of its own.
 */
export { type CrdifyConfig, DEFAULT_CONFIG, OLM_CONFIG, parseCrdifyConfig } from './config.ts';
export { type CrdifyResults, printCrdify, printCrdifyText, toCrdify } from './results.ts';
export { runCrdify } from './run.ts';
