/**
 * @module
 * Custom kinds: what a server makes of objects that a definition describes.
 *
 * Schemas are compiled when the first object of a version is written or read, once per state of the
 * definition. The engine behind them is loaded with the first definition.
 */
export type { AskConverter } from './conversion-hook.ts';
export { isConverted } from './conversions.ts';
export { engine, loadEngine } from './engine.ts';
export { customErrors, decodedCustom } from './schema.ts';
export { prepareForm, prepareViews, rememberShown, shownEntry, shownIn, storedForm } from './views.ts';
