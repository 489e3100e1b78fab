/**
 * @module
 * Pod Security: three levels (privileged, baseline, restricted), the checks that make them, and the
 * labels by which a namespace chooses.
 */
export { podSecurity } from './pod-security.ts';
