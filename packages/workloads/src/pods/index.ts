/**
 * @module
 * The pod template: containers with their resources, probes and variables, where they run, and what
 * they may do. Safe and complete by default; whatever was written down replaces its default and no other.
 */
export { checkQuantity } from './resources.ts';
export { podTemplate } from './template.ts';
