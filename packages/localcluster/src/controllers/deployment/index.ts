/**
 * @module
 * Deployments: one ReplicaSet per version of a template, and the way from one to the next.
 *
 * A run reads what is there and plans once (`plan.ts`): which sets to make, resize and forget, and what
 * the status then says. Drafts of sets (`draft.ts`) carry the plan; the controller writes what differs.
 */
export { deploymentController } from './controller.ts';
