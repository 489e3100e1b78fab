/**
 * @module
 * Modules: what each of them is made of, how it fares, and what is reported of it.
 *
 * `decideModule` is pure: what is wanted (`plan.ts`) and what is reported (`decide.ts`) follow from the module, what
 * was seen of it, and the time. A spec that cannot be acted on changes nothing of what runs. Nothing is remembered
 * between two looks: a crash loop is read off the pods, and how long something has failed off the conditions.
 */
export { addModuleController } from './controller.ts';
export { cleanUpModule, type ModuleDeps, type ModuleOutcome, reconcileModule } from './reconcile.ts';
