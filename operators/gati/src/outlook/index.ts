/**
 * @module
 * The rollout that a status keeps: how it is read and written, which versions it needs, where it stands and what comes
 * next, in words. The operator and the command line print the same.
 */
export { isPerson, type Outlook, outlookOf } from './outlook.ts';
export { holdOn, isOpen, type RolloutUse, rolloutIn, shownRollout, unreadableRollout, useBy } from './stored.ts';
